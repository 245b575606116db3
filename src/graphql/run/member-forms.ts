import type { TSchema } from '@sinclair/typebox'
import { getNamedType, isEnumType, type GraphQLObjectType } from 'graphql'
import type { FieldKind } from '../../database/rows/record.js'
import { notesOf, type MemberKind } from '../../lib/described.js'
import { keysOf } from '../../documents/document-members.js'
import { finderOf, type Finder } from './finder.js'
import { pickOf, starts, type Pick } from './picks.js'
import type { SelectedField } from '../documents/selection.js'

/** A column whose value becomes a property of the object that resolvers get. */
export interface SeenColumn {
  name: string
  column: number
  kind: FieldKind
}

/** How the selected members of a stored document are read from its bytes. */
export interface StoredMembers {
  /** The column that contains the document. */
  column: number
  /** Finds every key of every selected member. */
  finder: Finder
  /** The columns of the object that is made if the bytes of a document cannot be printed as they are stored. */
  seen: readonly SeenColumn[]
}

/** How one member is printed from the bytes of its document. */
export interface MemberForm {
  /** Its keys in the document; the value of the first that is not null is printed. */
  keys: readonly string[]
  /** The index of each key in the finder. */
  places: number[]
  /** The first bytes of values that are printed as they are stored. Any other value counts as absent. */
  starts: Uint8Array
  /** The members to pick from an object, or from each object of a list; null for other kinds. */
  pick: Pick | null
  isNumber: boolean
  /** Whether a value that is absent is an empty list. */
  isRichText: boolean
  /** Of a word: the JSON text of the value of its enum; any other word counts as absent. Null for other kinds. */
  words: ReadonlyMap<string, string> | null
}

const anything = tableOf('"tf[{-0123456789')

function tableOf(bytes: string): Uint8Array {
  const table = new Uint8Array(256)
  for (const byte of Buffer.from(bytes)) table[byte] = 1
  return table
}

/** The first bytes of values that are printed as stored, by kind; other leaves are always parsed. */
const leaves: Partial<Record<MemberKind, { starts: Uint8Array }>> = {
  text: { starts: starts['String']! },
  word: { starts: starts['String']! },
  id: { starts: starts['ID']! },
  number: { starts: starts['Float']! },
  flag: { starts: starts['Boolean']! },
  json: { starts: anything },
  plainText: { starts: starts['String']! },
}

/**
 * Returns how a field is printed from the bytes of its document; null if its kind must be parsed, such as a moment,
 * which is printed in UTC, or if a field selected below it cannot be picked.
 */
export function formOf(schema: TSchema, field: SelectedField): MemberForm | null {
  const { kind } = notesOf(schema)
  const keys = keysOf(field.name, schema)
  const leaf = kind && leaves[kind]
  const isNumber = kind === 'number'
  const type = getNamedType(field.definition.type)
  const words = isEnumType(type)
    ? new Map(type.getValues().map(({ name, value }) => [String(value), JSON.stringify(name)]))
    : null
  if (leaf) return { keys, places: [], starts: leaf.starts, pick: null, isNumber, isRichText: false, words }
  if (kind !== 'gloss' && kind !== 'object' && kind !== 'objects') return null
  const pick = pickOf(field, type as GraphQLObjectType)
  return pick && { keys, places: [], starts: anything, pick, isNumber, isRichText: kind === 'gloss', words: null }
}

/** Returns a finder for the keys of all forms, and sets the `places` of each form. */
export function finderOfForms(forms: readonly MemberForm[]): Finder {
  const keys = [...new Set(forms.flatMap((form) => form.keys))]
  for (const form of forms) form.places = form.keys.map((key) => keys.indexOf(key))
  return finderOf(keys)
}
