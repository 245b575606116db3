import { namesOf } from '../../documents/name-references.js'
import { inTurns, type Clock } from '../../lib/fairness/turns.js'
import { isObject } from '../../lib/json-walk.js'
import { normalName } from '../../lib/normal-name.js'
import type { Suggestion, SuggestionReason, TypeRelation } from './correspondence.shape.js'
import type { Correspondence } from './correspondence.sql.js'

// Which types of two personas probably correspond, by what their ontologies say of them. Types are looked up by keys,
// so that the work grows with the number of types and not with that of pairs.

/** A type of a persona, as stored. */
interface TypeRow {
  kind: string
  typeId: string
  name: string
  body: unknown
}

/** A type with the keys by which it is compared. */
export interface Compared {
  kind: Suggestion['kind']
  typeId: string
  name: string
  body: unknown
  kbId: string | null
  /** The name first, then the synonyms, in the form in which names are compared. */
  names: readonly string[]
  parentId: string | null
}

/** The kinds of types that correspond to each other. */
const comparedKinds: ReadonlySet<string> = new Set(['entity', 'event', 'role'])
/** How many types of the other persona with the same key a type is compared with. */
const mostOfKey = 5

const scores: Record<SuggestionReason, number> = { kb_id: 1, name: 0.95, synonym: 0.8, parent: 0.5, meaning: 0.6 }
/** The score of two types that have a synonym, but not a name, in common. */
const scoreOfSynonyms = 0.7

const textIn = (body: unknown, ...names: string[]): string | null => {
  const value = isObject(body)
    ? names.map((name) => body[name]).find((one) => typeof one === 'string' && one !== '')
    : null
  return typeof value === 'string' ? value : null
}

/** Returns the types that can correspond, with their keys. */
export async function comparedTypes(clock: Clock, rows: readonly TypeRow[]): Promise<Compared[]> {
  const types: Compared[] = []
  await inTurns(clock, rows.length, (at) => {
    const { kind, typeId, name, body } = rows[at]!
    if (!comparedKinds.has(kind)) return
    types.push({
      ...{ kind: kind as Compared['kind'], typeId, name, body },
      kbId: textIn(body, 'kbId', 'wikidataId'),
      names: namesOf(name, body).map(normalName),
      parentId: textIn(body, 'parentTypeId'),
    })
  })
  return types
}

type Index = ReadonlyMap<string, readonly Compared[]>

/** Returns up to a few types for each key, in the order of the ontology. */
function indexed(types: readonly Compared[], keysOf: (type: Compared) => readonly string[]): Index {
  const index = new Map<string, Compared[]>()
  for (const type of types)
    for (const key of keysOf(type)) {
      const held = index.get(`${type.kind} ${key}`)
      if (!held) index.set(`${type.kind} ${key}`, [type])
      else if (held.length < mostOfKey && !held.includes(type)) held.push(type)
    }
  return index
}

const found = (index: Index, { kind }: Compared, key: string) => index.get(`${kind} ${key}`) ?? []

const pairKey = (firstTypeId: string, secondTypeId: string) => JSON.stringify([firstTypeId, secondTypeId])

/** The suggestions for two personas, each pair once with its best reason. */
export class Pairs {
  private readonly byKey = new Map<string, Suggestion>()
  private readonly stored = new Set<string>()
  /** The types that have an exact correspondence, confirmed or suggested: those of the other persona by their ids. */
  readonly ofFirst = new Map<string, Set<string>>()
  readonly ofSecond = new Map<string, Set<string>>()

  /** Takes the stored correspondences, whose pairs are not suggested. */
  constructor(firstPersonaId: string, held: readonly Correspondence[]) {
    for (const { firstPersonaId: of, firstTypeId, secondTypeId, relation } of held) {
      const [a, b] = of === firstPersonaId ? [firstTypeId, secondTypeId] : [secondTypeId, firstTypeId]
      this.stored.add(pairKey(a, b))
      if (relation === 'exact') this.noteExact(a, b)
    }
  }

  add(first: Compared, second: Compared, reason: SuggestionReason, relation: TypeRelation = 'exact', score?: number) {
    const key = pairKey(first.typeId, second.typeId)
    if (this.stored.has(key) || this.byKey.has(key)) return
    this.byKey.set(key, {
      kind: first.kind,
      ...{ firstTypeId: first.typeId, firstName: first.name, secondTypeId: second.typeId, secondName: second.name },
      ...{ relation, score: score ?? scores[reason], reason },
    })
    if (relation === 'exact') this.noteExact(first.typeId, second.typeId)
  }

  private noteExact(firstId: string, secondId: string): void {
    for (const [of, id, other] of [
      [this.ofFirst, firstId, secondId] as const,
      [this.ofSecond, secondId, firstId] as const,
    ]) {
      const held = of.get(id)
      if (held) held.add(other)
      else of.set(id, new Set([other]))
    }
  }

  /** Returns all suggestions, likeliest first, then by names. */
  sorted(): Suggestion[] {
    const order = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
    return [...this.byKey.values()].sort(
      (a, b) =>
        b.score - a.score ||
        order(a.firstName, b.firstName) ||
        order(a.secondName, b.secondName) ||
        order(a.firstTypeId, b.firstTypeId) ||
        order(a.secondTypeId, b.secondTypeId),
    )
  }
}

const kbKeys = ({ kbId }: Compared) => (kbId === null ? [] : [kbId])
const nameKeys = ({ names }: Compared) => names.slice(0, 1)
const synonymKeys = ({ names }: Compared) => names.slice(1)

/** Two types with different ids in a knowledge base are not the same, whatever their names. */
const mayBeSame = (a: Compared, b: Compared) => a.kbId === null || b.kbId === null || a.kbId === b.kbId

/** Adds what ids in knowledge bases, names, synonyms and more general types suggest. */
export async function suggestByOntologies(
  clock: Clock,
  pairs: Pairs,
  first: readonly Compared[],
  second: readonly Compared[],
): Promise<void> {
  const [byKb, byName, bySynonym] = [kbKeys, nameKeys, synonymKeys].map((keysOf) => indexed(second, keysOf)) as [
    Index,
    Index,
    Index,
  ]
  const each = (act: (type: Compared) => void) => inTurns(clock, first.length, (at) => act(first[at]!))
  await each((type) => {
    for (const key of kbKeys(type)) for (const other of found(byKb, type, key)) pairs.add(type, other, 'kb_id')
  })
  const same = (type: Compared, index: Index, keys: readonly string[], reason: SuggestionReason, score?: number) => {
    for (const key of keys)
      for (const other of found(index, type, key))
        if (mayBeSame(type, other)) pairs.add(type, other, reason, 'exact', score)
  }
  await each((type) => same(type, byName, nameKeys(type), 'name'))
  await each((type) => {
    same(type, bySynonym, nameKeys(type), 'synonym')
    same(type, byName, synonymKeys(type), 'synonym')
  })
  await each((type) => same(type, bySynonym, synonymKeys(type), 'synonym', scoreOfSynonyms))
  await suggestByParents(clock, pairs, first, second)
}

/**
 * Adds that a type is narrower than what its more general type corresponds to, unless it corresponds to another one.
 */
async function suggestByParents(
  clock: Clock,
  pairs: Pairs,
  first: readonly Compared[],
  second: readonly Compared[],
): Promise<void> {
  const byId = (types: readonly Compared[]) => new Map(types.map((type) => [`${type.kind} ${type.typeId}`, type]))
  const [firstById, secondById] = [byId(first), byId(second)]
  const few = (ids: ReadonlySet<string> | undefined) => [...(ids ?? [])].slice(0, mostOfKey)
  await inTurns(clock, first.length, (at) => {
    const type = first[at]!
    if (type.parentId === null || pairs.ofFirst.has(type.typeId)) return
    for (const id of few(pairs.ofFirst.get(type.parentId))) {
      const other = secondById.get(`${type.kind} ${id}`)
      if (other) pairs.add(type, other, 'parent', 'narrower')
    }
  })
  await inTurns(clock, second.length, (at) => {
    const type = second[at]!
    if (type.parentId === null || pairs.ofSecond.has(type.typeId)) return
    for (const id of few(pairs.ofSecond.get(type.parentId))) {
      const other = firstById.get(`${type.kind} ${id}`)
      if (other) pairs.add(other, type, 'parent', 'broader')
    }
  })
}
