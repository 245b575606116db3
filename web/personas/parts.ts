import { utcOf } from '../../src/lib/moment.js'
import type { Part } from './thing.js'

type Body = Record<string, unknown>
type Options = Part['options']

/** Returns the name of a member that is in effect: the first alternative that is set, or else the first. */
const memberOf = (body: Body, names: readonly string[]) => names.find((name) => body[name] != null) ?? names[0]!

/** Writes a value to the member that is in effect and removes its alternatives, which would contradict it. */
function written(body: Body, names: readonly string[], value: unknown): Body {
  return { ...Object.fromEntries(names.map((name) => [name, undefined])), [memberOf(body, names)]: value }
}

/** Returns a part with at most one of several options, stored in a member that may have older names. */
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

/** Returns a part with a moment, stored in a member that may have older names. */
export const momentIn = (label: string, names: readonly string[], fits: NonNullable<Part['fits']>): Part => ({
  ...{ label, form: 'moment', options: [], fits },
  read: (body) => textsIn([body[memberOf(body, names)]]).flatMap((text) => utcOf(text) ?? []),
  write: (body, [value]) => written(body, names, value),
})

/**
 * Returns a part that lists keys of other documents, stored in a member that may have older names. A key is a string or
 * a member of an object, which keeps its other members.
 */
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
 * Returns a part that lists keys of other documents, each a string or a member of an object, which keeps its other
 * members. `idNames` are the members of such an object that may contain the key.
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
      const keys = new Set(read(body))
      const inObject = before.find(isObject)
      const made = (key: string) => (inObject ? { [memberOf(inObject, idNames)]: key } : key)
      // Several items may have the same key; items without a key are kept.
      const stay = before.filter((item) => values.includes(keyOf(item) ?? '') || keyOf(item) === undefined)
      return { [name]: [...stay, ...values.filter((key) => !keys.has(key)).map(made)] }
    },
  }
}

/**
 * Returns the part with the kinds that a relation type connects, stored as a list, and the first kind also alone for
 * clients that know only one.
 */
export const kindsIn = (label: string, side: 'source' | 'target', options: Options): Part => ({
  ...{ label, options },
  read: (body) => textsIn(body[memberOf(body, [`${side}Types`, `${side}Type`])]),
  write: (_body, values) => ({ [`${side}Types`]: values, [`${side}Type`]: values[0] }),
})

const isObject = (value: unknown): value is Body => typeof value === 'object' && value !== null

/** Returns the non-empty strings of a list or of a single value, without duplicates. */
function textsIn(value: unknown): string[] {
  const all: unknown[] = Array.isArray(value) ? value : [value]
  return [...new Set(all.filter((one): one is string => typeof one === 'string' && one !== ''))]
}
