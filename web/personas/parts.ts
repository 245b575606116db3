import { changed, type Document } from '../lib/documents.js'
import type { Part } from './thing.js'

type Options = Part['options']

/** Returns a part with at most one of several options, in a field that documents store under `names`. */
export const choiceIn = (
  label: string,
  field: string,
  options: Options,
  { names = [field], ...more }: Pick<Part, 'initial'> & { names?: readonly string[] } = {},
): Part => ({
  ...{ label, form: 'at most one', options, ...more },
  read: ({ [field]: value }) => textsIn([value]).map((text) => optionFor(text, options)),
  write: (document, [value = null]) => changed(document, { [field]: value }, names),
})

/** Returns the option for a value; those of enums are in upper case. */
const optionFor = (text: string, options: Options) =>
  options.find(({ value }) => value.toUpperCase() === text)?.value ?? text

/** Returns a part with a moment, in a field that documents store under `names`. */
export const momentIn = (
  label: string,
  field: string,
  names: readonly string[],
  fits: NonNullable<Part['fits']>,
): Part => ({
  ...{ label, form: 'moment', options: [], fits },
  read: ({ [field]: value }) => textsIn([value]),
  write: (document, [value = null]) => changed(document, { [field]: value }, names),
})

/**
 * Returns a part that lists keys of other documents, in a field that documents store under `names`. Where they store a
 * key as a member of an object, under one of `idNames`, the object keeps its other members.
 */
export function keysIn(
  label: string,
  field: string,
  names: readonly string[],
  idNames: readonly string[],
  options: Options,
): Part {
  const nameIn = ({ extra }: Document) => names.find((name) => Array.isArray(extra?.[name]))
  const storedIn = (document: Document) => document.extra?.[nameIn(document) ?? ''] as unknown[] | undefined
  const itemsIn = (document: Document) => storedIn(document) ?? ((document[field] ?? []) as unknown[])
  const idIn = (item: Record<string, unknown>) => idNames.find((name) => item[name] != null) ?? idNames[0]!
  const keyOf = (item: unknown) => {
    const key = isObject(item) ? item[idIn(item)] : item
    return typeof key === 'string' ? key : undefined
  }
  const read = (document: Document) => [...new Set(itemsIn(document).flatMap((item) => keyOf(item) ?? []))]
  return {
    ...{ label, options, read },
    write(document, values) {
      const stored = storedIn(document)
      if (!stored) return changed(document, { [field]: values }, names)
      const keys = new Set(read(document))
      const inObject = stored.find(isObject)
      const made = (key: string) => (inObject ? { [idIn(inObject)]: key } : key)
      // Several items may have the same key; items without a key are kept.
      const stay = stored.filter((item) => values.includes(keyOf(item) ?? '') || keyOf(item) === undefined)
      const all = [...stay, ...values.filter((key) => !keys.has(key)).map(made)]
      return changed(document, { [field]: null, extra: { [nameIn(document)!]: all } }, names)
    },
  }
}

/**
 * Returns the part with the kinds that a relation type connects, stored as a list, and the first kind also alone for
 * clients that know only one.
 */
export const kindsIn = (label: string, side: 'source' | 'target', options: Options): Part => ({
  ...{ label, options },
  read: ({ [`${side}Types`]: kinds, [`${side}Type`]: kind }) => textsIn(kinds ?? [kind]),
  write: (document, values) =>
    changed(document, { [`${side}Types`]: values, [`${side}Type`]: values[0] ?? null }, [
      ...[`${side}Types`, `${side}Type`],
    ]),
})

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** Returns the non-empty strings of a list, without duplicates. */
const textsIn = (value: unknown): string[] => [
  ...new Set(((value ?? []) as unknown[]).filter((one): one is string => typeof one === 'string' && one !== '')),
]
