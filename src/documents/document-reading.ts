import { isDeepStrictEqual } from 'node:util'
import type { TProperties, TSchema } from '@sinclair/typebox'
import { notesOf, type MemberKind } from '../lib/described.js'
import type { FieldError } from '../lib/errors.js'
import { isObject, type JsonObject } from '../lib/json-walk.js'
import { utcOf } from '../lib/moment.js'
import { isGlossType } from '../lib/schema.js'
import { keysOf } from './document-members.js'
import { glossOf } from './gloss.js'
import { withOwner, type GlossOwner } from './gloss-owner.js'

// A document in GraphQL is an object with its documented members, and `extra` with everything else that is stored. What
// has been read can be sent again, and is then stored as it was.

/** Returns the members that GraphQL has as fields. */
const fieldsOf = (members: TProperties) => Object.entries(members).filter(([, schema]) => !notesOf(schema).onlyRest)

const kinds = new WeakMap<TSchema, MemberKind>()

/** Returns how a value of the schema is read. */
export function kindOf(schema: TSchema): MemberKind {
  let kind = kinds.get(schema)
  if (kind === undefined) kinds.set(schema, (kind = kindIn(schema)))
  return kind
}

function kindIn(schema: TSchema): MemberKind {
  const { kind, words } = notesOf(schema)
  if (kind) return kind
  const type = [schema['type'] as unknown].flat()[0]
  if (type === 'string') return words || schema['enum'] ? 'word' : 'text'
  if (type === 'number' || type === 'integer') return 'number'
  if (type === 'boolean') return 'flag'
  if (type === 'object') return 'object'
  if (type !== 'array') return 'json'
  const items = kindOf(schema['items'] as TSchema)
  return items === 'object' ? 'objects' : items === 'number' ? 'numbers' : items === 'text' ? 'texts' : 'json'
}

/**
 * Returns a function that reads a member of a document; null, or an empty list for rich text, if it is absent or does
 * not have the form of the member.
 */
export function memberReader(name: string, schema: TSchema): (document: unknown) => unknown {
  const keys = keysOf(name, schema)
  const isRichText = kindOf(schema) === 'gloss'
  return (document) =>
    (isObject(document) ? readValue(schema, valueUnder(document, keys)) : null) ?? (isRichText ? [] : null)
}

/** Returns a member of a document, as `memberReader` reads it. */
export const readMember = (name: string, schema: TSchema, document: unknown): unknown =>
  memberReader(name, schema)(document)

/** Returns a stored value in the form of the schema; null if it has another form. Odd items of lists are left out. */
export function readValue(schema: TSchema, value: unknown): unknown {
  switch (kindOf(schema)) {
    case 'text':
    case 'id':
    case 'plainText':
      return textIn(value)
    case 'name':
      return textIn(value) ?? (value === undefined || value === null ? null : JSON.stringify(value))
    case 'word':
      return wordsOf(schema).find((one) => one === value) ?? null
    case 'number':
      return schema['type'] === 'integer' && !isInt(value) ? null : numberIn(value)
    case 'flag':
      return typeof value === 'boolean' ? value : null
    case 'moment':
      return typeof value === 'string' ? utcOf(value) : null
    case 'url':
      return typeof value === 'string' && URL.canParse(value) ? value : null
    case 'texts':
      return typeof value === 'string' ? [value] : itemsIn(value, textIn)
    case 'ids':
      return itemsIn(value, idIn)
    case 'numbers':
      return itemsIn(value, numberIn)
    case 'gloss':
      return typeof value === 'string' ? glossOf(value) : itemsIn(value, glossItemIn)
    case 'object':
      return objectIn(schema, value)
    case 'objects':
      return itemsIn(value, (item) => objectIn(schema['items'] as TSchema, item))
    default:
      return value ?? null
  }
}

const wordsOf = (schema: TSchema) => notesOf(schema).words ?? (schema['enum'] as (string | null)[])

const lists: readonly MemberKind[] = ['texts', 'ids', 'numbers', 'gloss', 'objects']

/** Returns an object as it is stored, whose members are read one by one; null if it lacks a required value. */
function objectIn(schema: TSchema, value: unknown): JsonObject | null {
  if (!isObject(value)) return null
  const { required = [], properties = {} } = schema as { required?: string[]; properties?: TProperties }
  const lacks = required.some(
    (name) => !lists.includes(kindOf(properties[name]!)) && readMember(name, properties[name]!, value) === null,
  )
  return lacks ? null : value
}

function valueUnder(document: JsonObject, keys: readonly string[]): unknown {
  for (const key of keys) {
    const value = document[key]
    if (value !== undefined && value !== null) return value
  }
  return undefined
}

const textIn = (value: unknown) => (typeof value === 'string' ? value : null)
/** Returns whether the value is an Int of GraphQL. */
const isInt = (value: unknown) => typeof value === 'number' && (value | 0) === value
const numberIn = (value: unknown) => (typeof value === 'number' && Number.isFinite(value) ? value : null)
/** Returns an id, either the value itself or its `entityId` or `id`, as in participants. */
const idIn = (value: unknown) =>
  textIn(value) ?? (isObject(value) ? (textIn(value['entityId']) ?? textIn(value['id'])) : null)
const glossItemIn = (value: unknown) =>
  isObject(value) && isGlossType(value['type']) && typeof value['content'] === 'string' ? value : null

function itemsIn<T>(value: unknown, read: (item: unknown) => T | null): T[] | null {
  if (!Array.isArray(value)) return null
  const items: T[] = []
  for (const item of value as unknown[]) {
    const part = read(item)
    if (part !== null) items.push(part)
  }
  return items
}

/**
 * Returns the stored members that the fields do not show as they are stored: undocumented ones, nulls, values of
 * another form, and values under an older name. Null if every member is shown.
 */
export function extraOf(members: TProperties, document: unknown): JsonObject | null {
  if (!isObject(document)) return null
  const shown = new Set<string>()
  for (const [name, schema] of fieldsOf(members))
    if (isShown(name, schema, document)) shown.add(keysOf(name, schema)[0]!)
  const rest = Object.entries(document).filter(([key]) => !shown.has(key))
  return rest.length ? Object.fromEntries(rest) : null
}

/** Returns whether the field shows the value as it is stored under its key, and would not show it without the key. */
function isShown(name: string, schema: TSchema, document: JsonObject): boolean {
  const [key, ...older] = keysOf(name, schema)
  const stored = document[key!]
  if (stored === undefined || stored === null) return false
  // The field reads these keys alone; the document may have a hundred thousand others.
  const shows = (keys: readonly string[]) => {
    const part = Object.fromEntries(keys.map((one) => [one, document[one]]))
    return isDeepStrictEqual(readMember(name, schema, part), stored)
  }
  return shows([key!]) && !shows(older)
}

/** What an input has of a document: its fields by the names of the members, and everything else. */
export interface SentDocument {
  fields: Readonly<Record<string, unknown>>
  extra: JsonObject | undefined
}

/** A field of an input and where its value is stored. */
interface InputField {
  name: string
  schema: TSchema
  key: string
  /** Whether no other field reads or writes the key, and this field no other key. */
  isAlone: boolean
}

const inputFields = new WeakMap<TProperties, readonly InputField[]>()

/** Returns the fields of an input; one that may have been read from the key of another field follows that field. */
function inputFieldsOf(members: TProperties): readonly InputField[] {
  const kept = inputFields.get(members)
  if (kept) return kept
  const fields = fieldsOf(members).sort(([a, one], [b, other]) => keysOf(a, one).length - keysOf(b, other).length)
  const keys = fields.flatMap(([name, schema]) => keysOf(name, schema))
  const made = fields.map(([name, schema]): InputField => {
    const [key, ...older] = keysOf(name, schema)
    return { name, schema, key: key!, isAlone: !older.length && keys.indexOf(key!) === keys.lastIndexOf(key!) }
  })
  inputFields.set(members, made)
  return made
}

const none: JsonObject = {}

/**
 * Returns the document of an input. A field that is null is not stored, nor one whose value `extra` already contains in
 * the form in which it was stored. Adds a fault for a value that is given twice; `at` is the path of the input. Fields
 * come first, in the order of the members, as most clients write them: box sequences are compared as text to find out
 * whether they have changed.
 */
export function documentOf(
  members: TProperties,
  { fields, extra = none }: SentDocument,
  at: string,
  faults: FieldError[],
): JsonObject {
  const document: JsonObject = { ...extra }
  for (const { name, schema, key, isAlone } of inputFieldsOf(members)) {
    const value = fields[name]
    if (value === undefined || value === null) continue
    if (isAlone && !Object.hasOwn(extra, key)) {
      // Rich text that is missing is read as an empty list.
      if (!isEmpty(value) || kindOf(schema) !== 'gloss') document[key] = value
      continue
    }
    const isKept = isDeepStrictEqual(readMember(name, schema, document), value)
    if (isKept && !(Object.hasOwn(extra, key) && isShown(name, schema, document))) continue
    if (!Object.hasOwn(document, key)) document[key] = value
    else if (Object.hasOwn(extra, key))
      faults.push({ field: `${at}extra.${key}`, message: `must not be given together with ${name}` })
    else faults.push({ field: `${at}${name}`, message: `contradicts another value given for ${key}` })
  }
  if (extra === none) return document
  const own = Object.entries(document).filter(([key]) => !Object.hasOwn(extra, key))
  return { ...Object.fromEntries(own), ...extra }
}

const isEmpty = (value: unknown) => Array.isArray(value) && value.length === 0

interface Stored {
  body: unknown
}

/**
 * Returns a subclass whose objects have the members and `extra` as properties, each read from `body` when it is
 * accessed. `whose` returns the owner in whose worlds references of rich text are looked up.
 */
export function readingMembers<A extends unknown[], T extends Stored>(
  stored: new (...args: A) => T,
  members: TProperties,
  whose: (object: T) => GlossOwner,
): new (...args: A) => T & { readonly extra: JsonObject | null } {
  const Base = stored as unknown as new (...args: unknown[]) => Stored
  const reading = class extends Base {}
  const property = (name: string, get: (this: T) => unknown) => Object.defineProperty(reading.prototype, name, { get })
  for (const [name, schema] of Object.entries(members)) {
    const { kind, onlyWritten } = notesOf(schema)
    if (onlyWritten || kind === undefined || kind === 'name') continue
    const read = memberReader(name, schema)
    property(name, function () {
      const value = read(this.body)
      return kind === 'gloss' ? withOwner(value, whose(this)) : value
    })
  }
  property('extra', function () {
    return extraOf(members, this.body)
  })
  return reading as unknown as new (...args: A) => T & { readonly extra: JsonObject | null }
}
