import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { glossOf, glossText, isGlossItem, replaceTypeReferences, rewriteGloss } from '../../src/documents/gloss.js'
import { mapObjects } from '../../src/lib/json-walk.js'
import type { JsonObject } from '../../src/lib/json-walk.js'
import { rewriteReferences } from '../../src/documents/references.js'
import type { ReferenceMap } from '../../src/documents/references.js'

const persona = '0190163d-8694-739b-aea5-966c26f8ad91'
const typeRef = (content: string, more: Record<string, unknown> = {}) => ({
  type: 'typeRef',
  content,
  refType: 'entity',
  refPersonaId: persona,
  ...more,
})
const text = (content: string) => ({ type: 'text', content })

function nested(depth: number, inner: unknown): unknown {
  let document = inner
  for (let i = 0; i < depth; i += 1) document = i % 2 === 0 ? { child: document } : [document]
  return document
}

describe('rich text', () => {
  it('is one text item for a string and nothing for an empty one (RF-27)', () => {
    const items = [text('a'), typeRef('t')]
    expect([glossOf('Two boats.'), glossOf(''), glossOf(null), glossOf(items)]).toEqual([
      [text('Two boats.')],
      [],
      [],
      items,
    ])
  })

  it('reads as plain text, references by their name where one is known', () => {
    const items = [text('A '), typeRef('t1'), text(' of '), typeRef('t2')]
    expect(glossText(items)).toBe('A t1 of t2')
    expect(glossText(items, (item) => (item.content === 't1' ? 'ship' : undefined))).toBe('A ship of t2')
  })

  it('knows its five item types and nothing else (RF-33)', () => {
    expect(
      ['text', 'typeRef', 'objectRef', 'annotationRef', 'claimRef'].map((type) => isGlossItem({ type, content: '' })),
    ).toEqual(Array(5).fill(true))
    expect(
      [null, 'text', {}, { type: 'text' }, { type: 'time', content: 'x' }, { type: 'text', content: 3 }].some(
        isGlossItem,
      ),
    ).toBe(false)
  })

  it('is the same array when no item was rewritten', () => {
    const items = [text('a'), { odd: true }]
    expect(rewriteGloss(items, (item) => item)).toBe(items)
    expect(rewriteGloss(items, (item) => ({ ...item, content: 'b' }))).toEqual([text('b'), { odd: true }])
    expect(rewriteGloss('a', (item) => item)).toBe('a')
  })
})

describe('deleting a type', () => {
  const type = { personaId: persona, typeId: 't1', typeName: 'Ship' }

  it('turns references to it into its name, at any depth, and counts them (P-11)', () => {
    const document = {
      gloss: [text('a '), typeRef('t1')],
      examples: [{ gloss: [typeRef('t1', { refPersonaId: persona.toUpperCase() })] }],
    }
    expect(replaceTypeReferences(document, type)).toEqual({
      value: { gloss: [text('a '), text('Ship')], examples: [{ gloss: [text('Ship')] }] },
      count: 2,
    })
  })

  it('leaves other types, other personas and other kinds of items alone', () => {
    const document = [
      typeRef('t2'),
      typeRef('t1', { refPersonaId: 'other' }),
      { type: 'objectRef', content: 't1' },
      text('t1'),
    ]
    const { value, count } = replaceTypeReferences(document, type)
    expect(value).toBe(document)
    expect(count).toBe(0)
  })

  it("counts references without a persona only inside the persona's own types (P-12)", () => {
    const document = [typeRef('t1', { refPersonaId: null }), { type: 'typeRef', content: 't1' }]
    expect(replaceTypeReferences(document, type).count).toBe(0)
    expect(replaceTypeReferences(document, { ...type, ownDocument: true })).toEqual({
      value: [text('Ship'), text('Ship')],
      count: 2,
    })
  })
})

describe('rewriting references', () => {
  const map: ReferenceMap = {
    persona: new Map([[persona, 'P2']]),
    type: new Map([['t1', 'T1']]),
    claim: new Map([['c1', 'C1']]),
    summary: new Map([['s1', 'S1']]),
    annotation: new Map([['a1', 'A1']]),
    entity: new Map([['x', 'entity-x']]),
    event: new Map([['x', 'event-x']]),
    time: new Map([['x', 'time-x']]),
    timeCollection: new Map([['x', 'times-x']]),
    worldObject: new Map([['w', 'W']]),
  }

  it('follows the ids of gloss items', () => {
    const gloss = [
      typeRef('t1'),
      { type: 'claimRef', content: 'see', refClaimId: 'c1' },
      { type: 'claimRef', content: 'c1' },
      { type: 'annotationRef', content: 'a1' },
      { type: 'objectRef', content: 'x', refType: 'event-object' },
      { type: 'objectRef', content: 'x', refType: 'location-object' },
      { type: 'objectRef', content: 'w' },
      text('t1'),
    ]
    expect(rewriteReferences({ gloss }, map).gloss).toEqual([
      typeRef('T1', { refPersonaId: 'P2' }),
      { type: 'claimRef', content: 'see', refClaimId: 'C1' },
      { type: 'claimRef', content: 'C1' },
      { type: 'annotationRef', content: 'A1' },
      { type: 'objectRef', content: 'event-x', refType: 'event-object' },
      { type: 'objectRef', content: 'entity-x', refType: 'location-object' },
      { type: 'objectRef', content: 'W' },
      text('t1'),
    ])
  })

  it('follows the reference keys of world objects, each kind of object by its own ids (RF-12)', () => {
    const world = {
      entities: [
        {
          id: 'x',
          typeAssignments: [
            { personaId: persona.toUpperCase(), entityTypeId: 't1', confidence: 1 },
            { typeId: 't1', typeName: 't1' },
          ],
        },
      ],
      events: [
        {
          id: 'x',
          startTime: 'x',
          endTime: '2026-01-01T00:00:00Z',
          location: 'x',
          participants: ['x', { entityId: 'x', roleTypeId: 't1' }],
          personaInterpretations: [{ personaId: persona, eventTypeId: 't1', participants: [{ entityId: 'x' }] }],
        },
      ],
      entityCollections: [{ entityIds: ['x', 'w', 'y'] }],
      eventCollections: [{ eventIds: ['x'], timeCollectionId: 'x' }],
      timeCollections: [{ timeIds: ['x'], times: ['x', { id: 'x' }] }],
      relations: [
        { relationTypeId: 't1', sourceType: 'entity', sourceId: 'x', targetType: 'time', targetId: 'x' },
        { sourceId: 'w', targetId: 'c1' },
      ],
    }
    expect(rewriteReferences(world, map)).toEqual({
      entities: [
        {
          id: 'x',
          typeAssignments: [
            { personaId: 'P2', entityTypeId: 'T1', confidence: 1 },
            { typeId: 'T1', typeName: 't1' },
          ],
        },
      ],
      events: [
        {
          id: 'x',
          startTime: 'time-x',
          endTime: '2026-01-01T00:00:00Z',
          location: 'entity-x',
          participants: ['entity-x', { entityId: 'entity-x', roleTypeId: 'T1' }],
          personaInterpretations: [{ personaId: 'P2', eventTypeId: 'T1', participants: [{ entityId: 'entity-x' }] }],
        },
      ],
      entityCollections: [{ entityIds: ['entity-x', 'W', 'y'] }],
      eventCollections: [{ eventIds: ['event-x'], timeCollectionId: 'times-x' }],
      timeCollections: [{ timeIds: ['time-x'], times: ['time-x', { id: 'x' }] }],
      relations: [
        { relationTypeId: 'T1', sourceType: 'entity', sourceId: 'entity-x', targetType: 'time', targetId: 'time-x' },
        { sourceId: 'W', targetId: 'C1' },
      ],
    })
  })

  it('follows the references of claims and annotation lines', () => {
    const line = {
      summaryId: 's1',
      parentClaimId: 'c1',
      claimEventId: 'x',
      claimTimeId: 'x',
      claimLocationId: 'x',
      objectLink: { objectId: 'x', objectType: 'event' },
      sourceClaimId: 'c1',
    }
    expect(rewriteReferences(line, map)).toEqual({
      summaryId: 'S1',
      parentClaimId: 'C1',
      claimEventId: 'event-x',
      claimTimeId: 'time-x',
      claimLocationId: 'entity-x',
      objectLink: { objectId: 'event-x', objectType: 'event' },
      sourceClaimId: 'C1',
    })
  })

  it('leaves free documents and video references untouched', () => {
    const document = {
      attributes: { personaId: persona },
      metadata: [{ typeId: 't1' }],
      videoReferences: [{ eventId: 'x' }],
      name: 't1',
      id: 'x',
    }
    expect(rewriteReferences(document, map)).toBe(document)
  })

  const ids = fc.constantFrom('x', 'w', 't1', 'c1', 'a1', persona, 'free')
  const document = fc.letrec<{ node: unknown }>((tie) => ({
    node: fc.oneof(
      { maxDepth: 5 },
      ids,
      fc.integer(),
      fc.constant(null),
      fc.array(tie('node'), { maxLength: 4 }),
      fc.dictionary(
        fc.constantFrom(
          'personaId',
          'typeId',
          'participants',
          'location',
          'sourceId',
          'sourceType',
          'gloss',
          'attributes',
          'other',
          '__proto__',
        ),
        tie('node'),
        { maxKeys: 4 },
      ),
      fc.record({
        type: fc.constantFrom('typeRef', 'objectRef', 'claimRef', 'text', 'other'),
        content: ids,
        refType: fc.constantFrom('entity-object', 'time-object', 'entity', undefined),
        refPersonaId: ids,
      }),
    ),
  })).node

  /** A second, recursive implementation of the rules, for the keys above only. */
  function naive(value: unknown, kind: 'persona' | 'type' | 'entity' | 'any' | null = null): unknown {
    const kinds = {
      persona: [map.persona],
      type: [map.type],
      entity: [map.entity, map.worldObject],
      any: [map.entity, map.event, map.time, map.timeCollection, map.worldObject, map.claim],
      none: [],
    }
    if (typeof value === 'string')
      return kinds[kind ?? 'none'].map((m) => m?.get(value)).find((id) => id !== undefined) ?? value
    if (Array.isArray(value))
      return value.map((item: unknown) => (typeof item === 'string' ? naive(item, kind) : naive(item)))
    if (typeof value !== 'object' || value === null) return value
    const object = value as Record<string, unknown>
    const keys: Record<string, 'persona' | 'type' | 'entity' | 'any'> = {
      personaId: 'persona',
      refPersonaId: 'persona',
      typeId: 'type',
      participants: 'entity',
      location: 'entity',
      sourceId: 'any',
    }
    return Object.fromEntries(
      Object.entries(object).map(([key, member]): [string, unknown] => {
        if (key === 'attributes') return [key, member]
        if (key === 'sourceId' && object.sourceType === 'entity') return [key, naive(member, 'entity')]
        if (key !== 'content' || !isGlossItem(object))
          return [key, naive(member, Object.hasOwn(keys, key) ? keys[key] : null)]
        if (object.type === 'typeRef') return [key, naive(member, 'type')]
        if (object.type === 'claimRef') return [key, map.claim?.get(object.content) ?? member]
        if (object.type !== 'objectRef') return [key, member]
        if (object.refType === 'entity-object' || object.refType === 'entity') return [key, naive(member, 'entity')]
        return object.refType === 'time-object'
          ? [key, map.time?.get(object.content) ?? map.worldObject?.get(object.content) ?? member]
          : [key, naive(member, 'any')]
      }),
    )
  }

  it('agrees with a plain recursive reading, and answers the same object when nothing changes', () => {
    fc.assert(
      fc.property(document, (value) => {
        const before = JSON.stringify(value)
        const after = rewriteReferences(value, map)
        expect(JSON.stringify(after)).toBe(JSON.stringify(naive(value)))
        expect(JSON.stringify(value)).toBe(before)
        if (JSON.stringify(after) === before) expect(after).toBe(value)
        expect(rewriteReferences(value, {})).toBe(value)
      }),
      { numRuns: 1000 },
    )
  })

  it('goes down a hundred thousand levels', () => {
    let value: unknown = rewriteReferences(nested(100_000, { personaId: persona }), map)
    for (let i = 0; i < 100_000; i += 1) value = Array.isArray(value) ? value[0] : (value as JsonObject).child
    expect(value).toEqual({ personaId: 'P2' })
  })

  it('shares every part that did not change', () => {
    const document = { same: { deep: [1] }, changed: [{ personaId: persona }, { other: true }] }
    const after = rewriteReferences(document, map)
    expect(after.same).toBe(document.same)
    expect(after.changed[1]).toBe(document.changed[1])
    expect(document.changed[0]).toEqual({ personaId: persona })
  })
})

describe('mapObjects', () => {
  it('also rewrites the objects that a rewrite has inserted', () => {
    const swap = (object: JsonObject) => (object.a === 1 ? { a: { a: 2 } } : object.a === 2 ? { a: 3 } : object)
    expect(mapObjects([{ a: 1 }], swap)).toEqual([{ a: { a: 3 } }])
    expect([mapObjects(null, swap), mapObjects('a', swap), mapObjects(3, swap)]).toEqual([null, 'a', 3])
  })
})
