import type { TSchema } from '@sinclair/typebox'
import { getNamedType, type GraphQLObjectType } from 'graphql'
import type { FieldKind } from '../../database/rows/record.js'
import { notesOf, type MemberKind } from '../../lib/described.js'
import { keysOf, membersOf } from '../../documents/document-members.js'
import { finderOf, pickOf, starts, type Finder, type Pick } from './picks.js'
import type { SelectedField } from '../documents/selection.js'

/** A column whose value becomes a member of the object that resolvers get. */
export interface SeenColumn {
  name: string
  column: number
  kind: FieldKind
}

/** How the members of a stored document that a selection asks for are read from its bytes. */
export interface StoredMembers {
  /** The column that holds the document. */
  column: number
  /** Finds every key of every selected member. */
  finder: Finder
  /** The columns of which an object is made where the bytes of a document cannot be printed as they are. */
  seen: readonly SeenColumn[]
}

/** How one member is printed from the bytes of its document. */
export interface MemberForm {
  /** Its keys in the document; the first whose value is not null counts. */
  keys: readonly string[]
  /** Where each key stands among those of the finder. */
  places: number[]
  /** Which first bytes a value has that is printed as it is stored. Any other value reads as absent. */
  starts: Uint8Array
  /** First bytes of values that must be parsed to be read. */
  parsed: Uint8Array | null
  /** What is picked of an object, or of each object of a list. */
  pick: Pick | null
  isNumber: boolean
}

const array = tableOf('[')
const anything = tableOf('"tf[{-0123456789')

function tableOf(bytes: string): Uint8Array {
  const table = new Uint8Array(256)
  for (const byte of Buffer.from(bytes)) table[byte] = 1
  return table
}

/** By kind: which values are printed as they are stored, and which must be parsed. Other kinds are always parsed. */
const leaves: Partial<Record<MemberKind, { starts: Uint8Array; parsed?: Uint8Array }>> = {
  text: { starts: starts['String']! },
  id: { starts: starts['ID']! },
  number: { starts: starts['Float']! },
  flag: { starts: starts['Boolean']! },
  json: { starts: anything },
  plainText: { starts: starts['String']!, parsed: array },
}

/**
 * Null where the field is not simply a member of the document: its arguments or its resolver decide, or its kind has
 * to be parsed, such as a moment that is written in UTC.
 */
export function formOf(schema: TSchema, field: SelectedField): MemberForm | null {
  const { kind } = notesOf(schema)
  const keys = keysOf(field.name, schema)
  const leaf = kind && leaves[kind]
  const isNumber = kind === 'number'
  if (leaf) return { keys, places: [], starts: leaf.starts, parsed: leaf.parsed ?? null, pick: null, isNumber }
  if (kind !== 'gloss' && kind !== 'object' && kind !== 'objects') return null
  const type = getNamedType(field.definition.type) as GraphQLObjectType
  const names = new Set(field.below(type).fields.map(({ name }) => name))
  // Items without a type or a content are left out of rich text: both must be looked at.
  if (kind === 'gloss' && !(names.has('type') && names.has('content'))) return null
  const isPlain = ([name, one]: [string, TSchema]) => {
    const { kind, from } = notesOf(one)
    return !names.has(name) || (!from && kind !== undefined && kind in leaves && kind !== 'plainText')
  }
  if (kind !== 'gloss' && !Object.entries(membersOf(schema)!).every(isPlain)) return null
  const pick = pickOf(field, type)
  return pick && { keys, places: [], starts: anything, parsed: null, pick, isNumber }
}

/** Looks for the keys of all forms; notes in each form where its keys stand among them. */
export function finderOfForms(forms: readonly MemberForm[]): Finder {
  const keys = [...new Set(forms.flatMap((form) => form.keys))]
  for (const form of forms) form.places = form.keys.map((key) => keys.indexOf(key))
  return finderOf(keys)
}
