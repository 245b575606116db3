import { Type } from '@sinclair/typebox'
import { describe, expect, it } from 'vitest'
import { extraOf } from '../../src/documents/document-reading.js'

describe('everything else in a document', () => {
  it('is found by going through its members once, however many fields there are', () => {
    const names = Array.from({ length: 30 }, (_, i) => `field${i}`)
    const members = Object.fromEntries(names.map((name) => [name, Type.String()]))
    const stored = { ...Object.fromEntries(names.map((name) => [name, 'x'])), other: 1 }
    let passes = 0
    const ownKeys = (document: object) => {
      passes += 1
      return Reflect.ownKeys(document)
    }
    expect(extraOf(members, new Proxy(stored, { ownKeys }))).toEqual({ other: 1 })
    expect(passes).toBe(1)
  })
})
