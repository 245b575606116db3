import type { Document } from '../lib/documents.js'
import type { Attribute } from './attributes.js'
import type { Thing } from './thing.js'

/** A type that a list, another tool or another persona has: a document, which has a key if others refer to it. */
export interface NewType extends Document {
  name: string
}

/** What is wrong with a text that types are read from; `detail` names the place or quotes the reason. */
export interface SchemaFault {
  what: 'json' | 'xml' | 'noLabels' | 'nameless' | 'attribute' | 'inputType' | 'values'
  detail: string
}

/** What a text contains: types, or a fault. */
export type ReadSchema = { types: readonly NewType[] } | { fault: SchemaFault }

/** Returns a new type with the members that have a value. */
export function newType(
  name: string,
  { definition, colour, attributes }: { definition?: string; colour?: string | undefined; attributes?: Attribute[] },
): NewType {
  return {
    name,
    gloss: definition ? [{ type: 'TEXT', content: definition }] : [],
    ...(colour && { color: colour }),
    ...(attributes?.length && { attributes }),
  }
}

/** A type that was read, and whether it is added. */
export interface PlannedType {
  type: NewType
  state: 'new' | 'exists' | 'twice'
}

/** Returns for each type whether it is added: its name, whatever its case, must neither exist nor come before. */
export function planOf(types: readonly NewType[], existing: readonly Pick<Thing, 'name'>[]): PlannedType[] {
  const here = new Set(existing.map(({ name }) => nameKey(name)))
  const seen = new Set<string>()
  return types.map((type) => {
    const key = nameKey(type.name)
    const state = here.has(key) ? 'exists' : seen.has(key) ? 'twice' : 'new'
    seen.add(key)
    return { type, state }
  })
}

/** Returns the form of a name in which equal names are found. */
export const nameKey = (name: string) => name.trim().toLowerCase()
