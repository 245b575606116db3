import { groupBy } from '../../lib/group-by.js'
import { normalName } from '../../lib/normal-name.js'

/** A type of a compared persona; a label that names no type of its persona is a type whose `kind` is empty. */
export interface ComparedType {
  personaId: string
  typeId: string
  kind: string
  name: string
  /** Its id in a knowledge base; empty if it has none. */
  kbId: string
}

/** What people said about two types. */
export interface Correspondence {
  firstPersonaId: string
  firstTypeId: string
  secondPersonaId: string
  secondTypeId: string
  relation: string
}

export type TypeRule = 'exact' | 'kbId' | 'name'

/** Types that a rule would make the same although two of them belong to one persona. */
export interface TypeConflict {
  rule: TypeRule
  types: { personaId: string; typeId: string }[]
}

export type NamedType = Pick<ComparedType, 'personaId' | 'typeId' | 'name'>

export interface TypeClasses {
  /** The class of each type, as a number; types of one class are the same. */
  classes: Int32Array
  conflicts: TypeConflict[]
  /** Pairs of classes of which a correspondence calls one broader or narrower than the other. */
  lenient: [one: number, other: number][]
}

const keyOf = (personaId: string, typeId: string) => `${personaId} ${typeId}`

type Link = readonly [one: number, other: number]

/**
 * Returns which types of different personas are the same: those that a confirmed correspondence calls exact, then those
 * with the same `kbId`, then those with the same name. The last two hold between types of one kind, if exactly one type
 * of each persona has the kbId (name), if no correspondence of the two is stored, and if neither has an exact
 * correspondence with a type of the other's persona; names also only if the two have not different kbIds.
 *
 * A class that a rule would make is a conflict if two types of one persona meet in it that no earlier rule had joined:
 * it loses the links of this rule, except those of exact correspondences.
 */
export function classesOf(types: readonly ComparedType[], correspondences: readonly Correspondence[]): TypeClasses {
  const numbers = new Map(types.map(({ personaId, typeId }, at) => [keyOf(personaId, typeId), at]))
  const spoken = correspondences.flatMap((one) => {
    const first = numbers.get(keyOf(one.firstPersonaId, one.firstTypeId))
    const second = numbers.get(keyOf(one.secondPersonaId, one.secondTypeId))
    return first === undefined || second === undefined ? [] : [{ first, second, relation: one.relation }]
  })
  const exact = spoken.filter(({ relation }) => relation === 'exact')
  const decided = new Set(spoken.flatMap(({ first, second }) => [`${first} ${second}`, `${second} ${first}`]))
  /** The types with an exact correspondence, each with the personas of the other types. */
  const linked = new Set(
    exact.flatMap(({ first, second }) => [
      `${first} ${types[second]!.personaId}`,
      `${second} ${types[first]!.personaId}`,
    ]),
  )
  const isOpen = (one: number, other: number) =>
    types[one]!.kind === types[other]!.kind &&
    !decided.has(`${one} ${other}`) &&
    !linked.has(`${one} ${types[other]!.personaId}`) &&
    !linked.has(`${other} ${types[one]!.personaId}`)
  const haveOtherIds = (one: number, other: number) =>
    types[one]!.kbId !== '' && types[other]!.kbId !== '' && types[one]!.kbId !== types[other]!.kbId
  const levels: [TypeRule, Link[]][] = [
    ['exact', exact.map(({ first, second }) => [first, second] as const)],
    ['kbId', linksBy(types, ({ kbId }) => kbId, isOpen)],
    [
      'name',
      linksBy(
        types,
        ({ name }) => normalName(name),
        (a, b) => isOpen(a, b) && !haveOtherIds(a, b),
      ),
    ],
  ]
  let classes: Int32Array = Int32Array.from(types, (_, at) => at)
  const conflicts: TypeConflict[] = []
  for (const [rule, links] of levels) {
    const next = joined(classes, links)
    const broken = new Set<number>()
    for (const [root, members] of groupBy(types.keys(), (at) => next[at]!)) {
      if (members.length < 2 || !meet(types, classes, members)) continue
      conflicts.push({ rule, types: members.map((at) => nameOf(types[at]!)) })
      if (rule !== 'exact') broken.add(root)
    }
    classes = broken.size
      ? joined(
          classes,
          links.filter(([one]) => !broken.has(next[one]!)),
        )
      : next
  }
  const wide = spoken.filter(({ relation }) => relation === 'broader' || relation === 'narrower')
  const pairs = wide.map(({ first, second }): [number, number] => {
    const [a, b] = [classes[first]!, classes[second]!]
    return a < b ? [a, b] : [b, a]
  })
  const different = pairs.filter(([a, b]) => a !== b)
  return { classes, conflicts, lenient: [...new Map(different.map((pair) => [pair.join(' '), pair])).values()] }
}

const nameOf = ({ personaId, typeId }: ComparedType) => ({ personaId, typeId })

/** Returns the links between types of different personas with the same key, if it is the key of one type of each. */
function linksBy(
  types: readonly ComparedType[],
  key: (type: ComparedType) => string,
  holds: (one: number, other: number) => boolean,
): Link[] {
  const withKey = [...types.keys()].filter((at) => key(types[at]!) !== '')
  return [...groupBy(withKey, (at) => key(types[at]!)).values()].flatMap((members) => {
    const ofPersona = groupBy(members, (at) => types[at]!.personaId)
    const only = members.filter((at) => ofPersona.get(types[at]!.personaId)!.length === 1)
    return only.flatMap((one, at) =>
      only.slice(at + 1).flatMap((other): Link[] => (holds(one, other) ? [[one, other]] : [])),
    )
  })
}

/** Returns the classes after the links have joined some of them; each is named by its first type. */
function joined(classes: Int32Array, links: readonly Link[]): Int32Array {
  const parents = Int32Array.from(classes)
  const rootOf = (type: number) => {
    let at = type
    while (parents[at] !== at) at = parents[at]!
    return at
  }
  for (const [one, other] of links) {
    const [a, b] = [rootOf(one), rootOf(other)]
    parents[Math.max(a, b)] = Math.min(a, b)
  }
  return parents.map((_, at) => rootOf(at))
}

/** Returns whether two types of one persona are among the members that were not the same before. */
function meet(types: readonly ComparedType[], before: Int32Array, members: readonly number[]): boolean {
  const classOf = new Map<string, number>()
  return members.some((at) => {
    const { personaId } = types[at]!
    const known = classOf.get(personaId)
    classOf.set(personaId, before[at]!)
    return known !== undefined && known !== before[at]!
  })
}

/** Returns the personas that have a type of each class. */
export function personasOfClasses(types: readonly ComparedType[], classes: Int32Array): Map<number, Set<string>> {
  const personas = new Map<number, Set<string>>()
  types.forEach(({ personaId }, type) => {
    const own = personas.get(classes[type]!) ?? new Set()
    personas.set(classes[type]!, own.add(personaId))
  })
  return personas
}

/** Returns which of the used types are the same as no type of another persona, in the order of the types. */
export function unmappedOf(
  types: readonly ComparedType[],
  classes: Int32Array,
  personas: ReadonlyMap<number, ReadonlySet<string>>,
  used: Iterable<number>,
): NamedType[] {
  return [...used]
    .sort((a, b) => a - b)
    .filter((type) => personas.get(classes[type]!)!.size < 2)
    .map((type) => ({ personaId: types[type]!.personaId, typeId: types[type]!.typeId, name: types[type]!.name }))
}
