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
import { gloss as glossSchema, longText } from '../lib/schema.js'

// Documents of clients are stored as they were sent. The schemas of their documented members, which are all optional,
// are built here. They define how a member is read (document-reading.ts), and its description in requests and answers.

/** Returns a function that describes a member by a sentence and its special options. */
const described =
  (kind: MemberKind, schema: TSchema) =>
  (sentence: string, special: Omit<MemberNotes, 'kind'> = {}): TSchema =>
    Type.Optional(keptMember(says(sentence, schema), { kind, ...special }))

export const text = described('text', longText)
/** Plain text in a member that may contain rich text as well. */
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
 * GraphQL type, the schema of its name in inputs, and its documented members.
 */
export const item = (type: string, about: string, name: TSchema, members: TProperties) =>
  typed(
    type,
    about,
    open({
      key: keptMember(says('ID of the item, unique in its array.', anyId(longText)), { from: ['id'] }),
      name,
      ...members,
    }),
  )

/** The name of an item in inputs. The server stores the name apart, as a text even if it is another value. */
export const itemName = keptMember(says('Display name.', longText), { kind: 'name' })

/** Returns the documented members of an item, besides its key and its name. */
export const documented = ({ properties }: TObject): TProperties =>
  Object.fromEntries(
    Object.entries(properties).filter(([, schema]) => ![undefined, 'name'].includes(notesOf(schema).kind)),
  )

/**
 * Returns the keys of the document under which a member may be stored: reading takes the first that has a value,
 * writing uses the first of the list.
 */
export const keysOf = (name: string, schema: TSchema): readonly string[] => notesOf(schema).from ?? [name]

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
