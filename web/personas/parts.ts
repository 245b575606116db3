import { utcOf } from '../../src/lib/moment.js'
import type { Part } from './thing.js'

type Body = Record<string, unknown>
type Options = Part['options']

/** The member that counts of those under which something may stand: the first that is there, else the first. */
const memberOf = (body: Body, names: readonly string[]) => names.find((name) => body[name] != null) ?? names[0]!

/** One value in the member that counts; the others of its names go out, or they would say something else. */
function written(body: Body, names: readonly string[], value: unknown): Body {
  return { ...Object.fromEntries(names.map((name) => [name, undefined])), [memberOf(body, names)]: value }
}

/** At most one of several, in a member that may stand under older names too. */
export const choiceIn = (
  label: string,
  names: readonly string[],
  options: Options,
  more: Pick<Part, 'initial'> = {},
): Part => ({
  ...{ label, form: 'at most one', options, ...more },
  read: (body) => textsIn([body[memberOf(body, names)]]),
  write: (body, [value]) => written(body, names, value),
})

/** A moment, in a member that may stand under older names too. */
export const momentIn = (label: string, names: readonly string[], fits: NonNullable<Part['fits']>): Part => ({
  ...{ label, form: 'moment', options: [], fits },
  read: (body) => textsIn([body[memberOf(body, names)]]).flatMap((said) => utcOf(said) ?? []),
  write: (body, [value]) => written(body, names, value),
})

/** Keys of other documents in a list that may stand under older names too, each alone or in an object that stays. */
export function keysIn(label: string, names: readonly string[], options: Options): Part {
  const itemsIn = (body: Body): unknown[] => {
    const all = body[memberOf(body, names)]
    return Array.isArray(all) ? (all as unknown[]) : [all]
  }
  const keyOf = (item: unknown) => (isObject(item) ? item[memberOf(item, ['entityId', 'id'])] : item)
  return {
    ...{ label, options },
    read: (body) => textsIn(itemsIn(body).map(keyOf)),
    write(body, values) {
      const items = itemsIn(body)
      const before = new Map(items.map((item) => [keyOf(item), item] as const))
      const nameless = items.filter((item) => isObject(item) && typeof keyOf(item) !== 'string')
      return written(body, names, [...nameless, ...values.map((key) => before.get(key) ?? key)])
    },
  }
}

/**
 * Keys of other documents in a list, each alone or in an object that may say more, which it keeps. `idNames` are the
 * members of such an object that may hold its key.
 */
export function keysInside(label: string, name: string, idNames: readonly string[], options: Options): Part {
  const itemsIn = ({ [name]: all }: Body) => (Array.isArray(all) ? (all as unknown[]) : [])
  const keyOf = (item: unknown) => {
    if (!isObject(item)) return typeof item === 'string' ? item : undefined
    const key = item[memberOf(item, idNames)]
    return typeof key === 'string' ? key : undefined
  }
  const read = (body: Body) => [...new Set(itemsIn(body).flatMap((item) => keyOf(item) ?? []))]
  return {
    ...{ label, options, read },
    write(body, values) {
      const before = itemsIn(body)
      const known = new Set(read(body))
      const inObject = before.find(isObject)
      const made = (key: string) => (inObject ? { [memberOf(inObject, idNames)]: key } : key)
      // One key may stand in several of them, and some may have none that is known here.
      const stay = before.filter((item) => values.includes(keyOf(item) ?? '') || keyOf(item) === undefined)
      return { [name]: [...stay, ...values.filter((key) => !known.has(key)).map(made)] }
    },
  }
}

/** What a relation type joins: all kinds in a list, the first of them for those who know of one alone. */
export const kindsIn = (label: string, side: 'source' | 'target', options: Options): Part => ({
  ...{ label, options },
  read: (body) => textsIn(body[memberOf(body, [`${side}Types`, `${side}Type`])]),
  write: (_body, values) => ({ [`${side}Types`]: values, [`${side}Type`]: values[0] }),
})

const isObject = (value: unknown): value is Body => typeof value === 'object' && value !== null

/** The texts of a list, or the one that stands alone, each once. */
function textsIn(value: unknown): string[] {
  const all: unknown[] = Array.isArray(value) ? value : [value]
  return [...new Set(all.filter((one): one is string => typeof one === 'string' && one !== ''))]
}
