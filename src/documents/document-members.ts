import { Type, type TObject, type TProperties, type TSchema } from '@sinclair/typebox'
import {
  anyId,
  as,
  keptMember,
  notesOf,
  says,
  typed,
  usually,
  type MemberKind,
  type MemberNotes,
} from '../lib/described.js'
import { glossOf, glossText, type GlossItem } from './gloss.js'
import { withOwner, type GlossOwner } from './gloss-owner.js'
import { isObject, type JsonObject } from '../lib/json-walk.js'
import { utcOf } from '../lib/moment.js'
import { gloss as glossSchema, isGlossType, longText } from '../lib/schema.js'

// Documents of clients are stored as they were sent. The schemas of their documented members, which are all optional,
// are built here. They define how a member is read (a value of another form reads as absent), and its description in
// requests and answers.

/** Returns a function that describes a member by a sentence and its special options. */
const described =
  (kind: MemberKind, schema: TSchema) =>
  (sentence: string, special: Omit<MemberNotes, 'kind'> = {}): TSchema =>
    Type.Optional(keptMember(says(sentence, schema), { kind, ...special }))

export const text = described('text', longText)
/** Plain text, even if the document contains rich text. */
export const plainText = described('plainText', longText)
/** One of the words of a vocabulary, as a GraphQL enumeration; any other value reads as absent. */
export const word = (name: string, about: string, words: readonly string[]) =>
  described('word', usually(name, about, words, longText))
export const id = described('id', anyId(longText))
export const number = described('number', Type.Number())
export const flag = described('flag', Type.Boolean())
export const moment = described('moment', as('DateTime', longText))
export const url = described('url', as('Url', longText))
/** Any JSON value. */
export const json = described('json', Type.Unsafe({}))
export const texts = described('texts', Type.Array(longText))
export const ids = described('ids', Type.Array(anyId(longText)))
export const numbers = described('numbers', Type.Array(Type.Number()))
export const gloss = described('gloss', glossSchema)
export const object = (of: TSchema, ...more: Parameters<typeof text>) => described('object', of)(...more)
export const objects = (of: TSchema, ...more: Parameters<typeof text>) => described('objects', Type.Array(of))(...more)

/** Returns the schema of an object with documented members, which may have other members as well. */
export const open = (members: TProperties) => Type.Object(members, { additionalProperties: true })

/**
 * Returns the schema of an item of an array in which each item has a key and a name: the name and description of its
 * GraphQL type, the schema of its name in inputs, and its documented members. In an input, `body` takes members that
 * are not listed.
 */
export const item = (type: string, about: string, name: TSchema, members: TProperties) =>
  typed(
    type,
    about,
    Type.Object({
      key: Type.Optional(
        keptMember(says('ID of the item, unique in its array. Required.', anyId(longText)), { from: ['id'] }),
      ),
      name,
      ...members,
      body: Type.Optional(
        says(
          'Further properties, which have no field in this input. A property that is given in a field as well must ' +
            'have the same value.',
          Type.Object({}),
        ),
      ),
    }),
    `${type}Input`,
  )

/** The name of an item in inputs. */
export const itemName = says('Display name.', longText)

/** Returns the documented members of an item, besides its key and its name. */
export const documented = ({ properties }: TObject): TProperties =>
  Object.fromEntries(Object.entries(properties).filter(([, schema]) => notesOf(schema).kind !== undefined))

/**
 * Returns the keys of the document under which a member may be stored: reading takes the first that has a value,
 * writing uses the first of the list.
 */
export const keysOf = (name: string, schema: TSchema): readonly string[] => notesOf(schema).from ?? [name]

/** Returns the members of the object, or of each object of the list; undefined for other members. */
export const membersOf = (schema: TSchema): TProperties | undefined =>
  ((schema['items'] as TSchema | undefined) ?? schema)['properties'] as TProperties | undefined

/** Returns a member of a document; null, or an empty list, if it is absent or does not have the form of the member. */
function readMember(name: string, schema: TSchema, document: unknown): unknown {
  const value = valueUnder(asObject(document), keysOf(name, schema))
  const { kind } = notesOf(schema)
  switch (kind) {
    case 'text':
    case 'id':
      return textIn(value)
    case 'word':
      return notesOf(schema).words!.find((one) => one === value) ?? null
    case 'number':
      return numberIn(value)
    case 'flag':
      return typeof value === 'boolean' ? value : null
    case 'moment':
      return momentIn(value)
    case 'url':
      return typeof value === 'string' && URL.canParse(value) ? value : null
    case 'texts':
      return typeof value === 'string' ? [value] : itemsIn(value, textIn)
    case 'ids':
      return itemsIn(value, idIn)
    case 'numbers':
      return itemsIn(value, numberIn)
    case 'gloss':
      return glossIn(value)
    case 'plainText':
      return typeof value === 'string' ? value : Array.isArray(value) ? glossText(glossIn(value)) : null
    case 'object':
      return objectIn(schema, value)
    case 'objects':
      return itemsIn(value, (item) => objectIn(schema, item))
    default:
      return value ?? null
  }
}

function objectIn(schema: TSchema, value: unknown): JsonObject | null {
  if (!isObject(value)) return null
  const members = Object.entries(membersOf(schema)!)
  return Object.fromEntries(members.map(([name, member]) => [name, readMember(name, member, value)]))
}

interface Stored {
  body: unknown
}

/**
 * Returns a subclass whose objects have the members as properties, each read from `body` when it is accessed. `whose`
 * returns the owner in whose worlds references of rich text are looked up.
 */
export function readingMembers<A extends unknown[], T extends Stored>(
  stored: new (...args: A) => T,
  members: TProperties,
  whose: (object: T) => GlossOwner,
): new (...args: A) => T {
  const Base = stored as unknown as new (...args: unknown[]) => Stored
  const reading = class extends Base {}
  for (const [name, schema] of Object.entries(members)) {
    const { kind, onlyWritten } = notesOf(schema)
    if (onlyWritten) continue
    Object.defineProperty(reading.prototype, name, {
      get(this: T) {
        const value = readMember(name, schema, this.body)
        return kind === 'gloss' ? withOwner(value, whose(this)) : value
      },
    })
  }
  return reading as unknown as new (...args: A) => T
}

function valueUnder(document: JsonObject, from: readonly string[]): unknown {
  for (const key of from) {
    const value = document[key]
    if (value !== undefined && value !== null) return value
  }
  return undefined
}

const asObject = (value: unknown): JsonObject => (isObject(value) ? value : {})
const textIn = (value: unknown) => (typeof value === 'string' ? value : null)
const numberIn = (value: unknown) => (typeof value === 'number' && Number.isFinite(value) ? value : null)
/** Returns an id, either the value itself or its `entityId` or `id`, as in participants. */
const idIn = (value: unknown) =>
  textIn(value) ?? (isObject(value) ? (textIn(value['entityId']) ?? textIn(value['id'])) : null)

function itemsIn<T>(value: unknown, read: (item: unknown) => T | null): T[] {
  if (!Array.isArray(value)) return []
  return value.flatMap((item: unknown) => {
    const part = read(item)
    return part === null ? [] : [part]
  })
}

/** Returns a time in UTC with milliseconds; a time without an offset is read as UTC. */
function momentIn(value: unknown): string | null {
  return typeof value === 'string' ? utcOf(value) : null
}

/** Returns rich text; plain text becomes one item, and items without a type of rich text or a content are left out. */
function glossIn(value: unknown): GlossItem[] {
  if (typeof value === 'string') return glossOf(value)
  return itemsIn(value, (item) => {
    if (!isObject(item)) return null
    const { type, content, refType, refPersonaId, refClaimId } = item
    if (!isGlossType(type) || typeof content !== 'string') return null
    return {
      type,
      content,
      ...(typeof refType === 'string' && { refType }),
      ...(typeof refPersonaId === 'string' && { refPersonaId }),
      ...(typeof refClaimId === 'string' && { refClaimId }),
    }
  })
}

/** Returns the schemas of the members by the keys under which documents store them. */
export function storedShapes(members: TProperties): TProperties {
  const schemas: TProperties = {}
  for (const [name, schema] of Object.entries(members)) {
    const key = keysOf(name, schema)[0]!
    const earlier = schemas[key]
    schemas[key] = earlier ? Type.Optional(Type.Unsafe({ anyOf: [earlier, schema] })) : schema
  }
  return schemas
}
