import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import {
  piecesOf,
  typedOf,
  typedText,
  unknownIn,
  type GlossPiece,
  type Referable,
} from '../../web/personas/references.js'

// The texts of the desk are those of the browser's language.
vi.hoisted(() => {
  vi.stubGlobal('navigator', { languages: ['en'] })
  vi.stubGlobal('document', { documentElement: {} })
})

const said = (content: string): GlossPiece => ({ type: 'TEXT', content })
const ship: GlossPiece = { type: 'TYPE_REF', content: 'ship', refType: 'ENTITY' }
const things: Referable[] = [{ name: 'Ship', kind: 'entity type', piece: ship }]

/** Stored rich text as the server answers it: absent members are null, and references may have a target. */
const answered = (piece: GlossPiece, name?: string) => ({
  ...{ refType: null, refPersonaId: null, refClaimId: null, ...piece },
  target: name === undefined ? null : { __typename: 'Entity' as const, id: 'w/x', key: 'x', name },
})
const read = (pieces: GlossPiece[]) => typedOf(pieces.map((piece) => answered(piece)) as never)
const written = (text: string) => piecesOf({ text, refs: [] }, things).pieces

describe('typed rich text', () => {
  it('refers to what is known by name, and takes letters after a backslash as letters', () => {
    expect(written('A @[Ship] of @[Nobody].')).toEqual([said('A '), ship, said(' of @[Nobody].')])
    expect(written('Write \\@[Ship] for a ship')).toEqual([said('Write @[Ship] for a ship')])
    expect(written('C:\\\\@[Ship]')).toEqual([said('C:\\'), ship])
    expect(written('C:\\\\\\@[Ship]')).toEqual([said('C:\\@[Ship]')])
    expect(written('\\n stays, and so do \\\\ and \\[')).toEqual([said('\\n stays, and so do \\\\ and \\[')])
    expect(written('@[ and @[Ship]')).toEqual([said('@[ and '), ship])
  })

  it('shows stored letters so that they stay letters, whatever is known by that name', () => {
    const stored = [said('Write @[Ship] for '), ship]
    const typed = read(stored)
    expect(typed.text).toBe('Write \\@[Ship] for @[ship]')
    expect(piecesOf(typed, things)).toEqual({ pieces: stored, words: 'Write @[Ship] for ship' })
    expect(unknownIn(typed, things)).toEqual([])
    expect(piecesOf(typedText('@[Ship]'), things)).toEqual({ pieces: [said('@[Ship]')], words: '@[Ship]' })
  })

  /** Text that is full of what has a meaning, or could have one. */
  const words = fc
    .array(
      fc.oneof(fc.constantFrom('@', '[', ']', '\\', '@[', '@[Ship]', '\\@[', ' (2)', 'Ship', '\n', '?'), fc.string()),
      { maxLength: 8 },
    )
    .map((parts) => parts.join(''))
  const member = fc.option(fc.constantFrom('', 'entity', 'event'), { nil: null })
  const reference = fc.record({
    type: fc.constantFrom('TYPE_REF', 'OBJECT_REF', 'ANNOTATION_REF', 'CLAIM_REF'),
    content: fc.oneof(fc.constantFrom('ship', 'a', ''), words),
    refType: fc.option(fc.constantFrom('ENTITY', 'EVENT'), { nil: null }),
    refPersonaId: member,
    refClaimId: member,
  })
  const item = fc.oneof(
    words.map((content) => answered(said(content))),
    fc.tuple(reference, fc.option(words, { nil: undefined })).map(([piece, name]) => answered(piece, name)),
  )
  const known = fc.array(fc.record({ name: words, kind: fc.constant('entity'), piece: reference }), { maxLength: 4 })

  /** The pieces as they are stored: without absent members, neighbouring texts in one, no empty ones. */
  function stored(items: readonly ReturnType<typeof answered>[]): GlossPiece[] {
    const pieces: GlossPiece[] = []
    for (const { target: _target, ...members } of items) {
      const piece = Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null))
      const last = pieces.at(-1)
      if (members.type !== 'TEXT') pieces.push(piece as unknown as GlossPiece)
      else if (last?.type === 'TEXT') last.content += members.content
      else if (members.content !== '') pieces.push(piece as unknown as GlossPiece)
    }
    return pieces
  }

  it('is the stored text again when nobody changed it, whatever that is and whatever else is known', () => {
    fc.assert(
      fc.property(fc.array(item, { maxLength: 8 }), known, (items, others) => {
        expect(piecesOf(typedOf(items as never), others).pieces).toEqual(stored(items))
      }),
      { numRuns: 2000 },
    )
  })

  it('stays the same once it has been saved and read again, whatever was typed', () => {
    fc.assert(
      fc.property(words, known, (text, others) => {
        const { pieces } = piecesOf({ text, refs: [] }, others)
        expect(piecesOf(read(pieces), others).pieces).toEqual(stored(pieces.map((piece) => answered(piece))))
      }),
      { numRuns: 2000 },
    )
  })
})
