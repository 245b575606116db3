import { describe, expect, it } from 'vitest'
import { isSimilar } from '../../src/claims/similar-texts.js'

describe('Similar claims', () => {
  it('differ in case, spacing and punctuation, or in few plain words of many', () => {
    expect(isSimilar('A ferry leaves.', 'a  ferry, LEAVES')).toBe(true)
    const long = 'the red ferry leaves the harbour before noon and turns slowly towards the open sea in the fog'
    expect(isSimilar(long, long.replace('slowly', 'gently'))).toBe(true)
    expect(isSimilar('A ferry leaves', 'A ship leaves')).toBe(false)
  })

  it('never differ in a number, a name, a negation or the order of who does what', () => {
    const long = 'the ferry of Ann leaves the harbour at 12 before noon and turns slowly towards the open sea'
    expect(isSimilar(long, long.replace('12', '13'))).toBe(false)
    expect(isSimilar(long, long.replace('Ann', 'Ben'))).toBe(false)
    expect(isSimilar(long, long.replace('turns', 'never turns'))).toBe(false)
    expect(isSimilar('Ann sees Ben', 'Ben sees Ann')).toBe(false)
  })
})
