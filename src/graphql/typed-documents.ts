import { isDeepStrictEqual } from 'node:util'
import type { TProperties } from '@sinclair/typebox'
import { keysOf } from '../documents/document-members.js'
import { validation, type FieldError } from '../lib/errors.js'
import { noteSentName, plain } from './classes.js'

// Makes documents of the inputs in which they have typed members (documents/document-members.ts).

/** The schema of an item, whose input also has `key` and `body`. */
interface ItemSchema {
  properties: TProperties
}

/**
 * Returns the document of a typed input: its members under the keys of REST, merged with those of `body`. `at` is the
 * path of the input in error messages. Throws VALIDATION_ERROR if two members give different values for one key.
 */
export function documentOf(input: object, item: ItemSchema, at: string): Record<string, unknown> {
  return documentsOf([input], item, () => at)[0]!
}

function documentsOf(
  inputs: readonly object[],
  item: ItemSchema,
  at: (index: number) => string,
): Record<string, unknown>[] {
  const faults: FieldError[] = []
  const keyOf = new Map(Object.entries(item.properties).map(([name, schema]) => [name, keysOf(name, schema)[0]!]))
  const documents = inputs.map((input, i) => {
    const { body, ...fields } = input as Record<string, unknown>
    const document: Record<string, unknown> = { ...(body as object | null | undefined) }
    for (const [name, value] of Object.entries(fields)) {
      if (value === undefined) continue
      const key = keyOf.get(name) ?? name
      const member = plain(value)
      if (Object.hasOwn(document, key) && !isDeepStrictEqual(document[key], member))
        faults.push({ field: `${at(i)}.${name}`, message: `contradicts another value given for ${key}` })
      else document[key] = member
    }
    if (document['id'] === undefined || document['id'] === null)
      faults.push({ field: `${at(i)}.key`, message: 'is required' })
    return document
  })
  if (faults.length) throw validation(faults)
  return documents
}

/**
 * Returns the documents of each array of an input. Throws VALIDATION_ERROR if an array is passed both typed and as
 * documents. `names` maps the names of typed arrays to those of the routes where they differ; `at` is the path of the
 * input in error messages, with a dot at its end.
 */
export function arraysOf(
  arrays: object,
  typed: object | null | undefined,
  items: Readonly<Record<string, ItemSchema>>,
  names: Readonly<Record<string, string>> = {},
  at = '',
): Record<string, unknown> {
  const all: Record<string, unknown> = { ...arrays }
  for (const [argument, inputs] of Object.entries(typed ?? {})) {
    if (inputs === undefined || inputs === null) continue
    const name = names[argument] ?? argument
    if (name !== argument) noteSentName(name, argument)
    if (all[name] !== undefined)
      throw validation([{ field: `${at}typed.${argument}`, message: `must not be given together with ${name}` }])
    all[name] = documentsOf(inputs as object[], items[name]!, (i) => `${at}typed.${argument}.${i}`)
  }
  return all
}
