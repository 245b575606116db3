import type { TProperties, TSchema } from '@sinclair/typebox'

// A schema has a `description` for people, and notes for which JSON Schema has no keywords. The notes are stored under
// a symbol, which validation and openapi.json ignore.

/** How a member of a stored document is read; a missing member is null. */
export type MemberKind =
  | 'text'
  | 'name'
  | 'word'
  | 'id'
  | 'number'
  | 'flag'
  | 'moment'
  | 'url'
  | 'json'
  | 'texts'
  | 'ids'
  | 'numbers'
  | 'gloss'
  | 'plainText'
  | 'object'
  | 'objects'

/** The options of a member of a document that is stored as it was sent. */
export interface MemberNotes {
  kind?: MemberKind
  /** The keys of the document under which it may be stored, the usual one first; by default its own name. */
  from?: readonly string[]
  /** Set if the member is only written, because another field reads it. */
  onlyWritten?: boolean
}

interface Notes extends MemberNotes {
  /** The name of the GraphQL type of an object or of an enumeration. */
  name?: string
  /** The name of the GraphQL input of an object. */
  inputName?: string
  /** The documented members, if the schema accepts anything. */
  documents?: TSchema
  /** The description of the type itself, if the schema's description is about a member of the type. */
  about?: string
  /** The GraphQL scalar, if it does not follow from the schema. */
  as?: 'ID' | 'JSON' | 'Float' | 'DateTime' | 'Url'
  /** The description in requests, if it differs from that in answers. */
  asInput?: string | undefined
  /** The description in requests that change a row, if it differs from that in other requests. */
  asChange?: string | undefined
  /** The description in GraphQL, if it differs from that in REST. */
  inGraphQL?: string
  /** The words of an enumeration, if the schema also allows other words. */
  words?: readonly string[]
  /** Whether other words may be stored, which GraphQL shows as null. */
  mayBeOther?: boolean
  /** The name of the member in GraphQL, if the document's own name is not in camelCase. */
  called?: string
  /** The name of the member in GraphQL answers, if it differs from that in REST. */
  answeredAs?: string
  /** Whether only REST has the member. */
  onlyRest?: boolean
  /** Whether exactly one member of the GraphQL input is given. */
  isOneOf?: boolean
}

const notes = Symbol('notes')
type Noted = { [notes]?: Notes; description?: string }

export const notesOf = (schema: object): Notes => (schema as Noted)[notes] ?? {}

function noted<S extends TSchema>(schema: S, more: Notes): S {
  return { ...schema, [notes]: { ...notesOf(schema), ...more } }
}

/** Returns the schema with a sentence that explains it, and with the sentences of requests if they differ. */
export function says<S extends TSchema>(
  description: string,
  schema: S,
  inRequests: Pick<Notes, 'asInput' | 'asChange' | 'inGraphQL'> = {},
): S {
  return noted({ ...schema, description }, inRequests)
}

/** Returns the members with the descriptions of the members of the same names, and the same meaning, in `others`. */
export function saidAs<M extends TProperties>(others: TProperties, members: M): M {
  const described = Object.entries(members).map(([name, schema]) => {
    const { description } = others[name] ?? {}
    return [name, description === undefined ? schema : says(description, schema)]
  })
  return Object.fromEntries(described) as M
}

/** Returns the members in their order, one of them under another name. */
export const memberAs = <M extends TProperties, From extends keyof M & string, To extends string>(
  from: From,
  to: To,
  members: M,
) =>
  Object.fromEntries(
    Object.entries(members).map(([name, schema]) => [name === from ? to : name, schema]),
  ) as unknown as Omit<M, From> & Record<To, M[From]>

/** Returns the schema as described in requests; with `change`, in requests that change a row. */
export function asInput<S extends TSchema>(schema: S, change = false): S {
  const { asInput: usual, asChange } = notesOf(schema)
  const sentence = (change ? asChange : undefined) ?? usual
  return sentence === undefined
    ? schema
    : { ...schema, description: sentence, [notes]: { ...notesOf(schema), asInput: undefined } }
}

/** Sets the GraphQL scalar of a schema. */
export const as = <S extends TSchema>(scalar: NonNullable<Notes['as']>, schema: S): S => noted(schema, { as: scalar })

/** Marks text as an ID: GraphQL clients get the type ID. */
export const anyId = <S extends TSchema>(schema: S): S => as('ID', schema)

/** Returns the member with another name in GraphQL, whose names are in camelCase. */
export const called = <S extends TSchema>(name: string, schema: S): S => noted(schema, { called: name })

/**
 * Returns the member with another name in GraphQL answers. A member `id` that names another object than the one that
 * has it needs one, because GraphQL clients keep objects by their `id`.
 */
export const answeredAs = <S extends TSchema>(name: string, schema: S): S => noted(schema, { answeredAs: name })

/** Marks a value that is JSON in GraphQL, although the schema is more specific. */
export const asJson = <S extends TSchema>(schema: S): S => as('JSON', schema)

/** Marks an integer that may be too large for an Int of GraphQL, which has 32 bits. */
export const large = <S extends TSchema>(schema: S): S => as('Float', schema)

/** Marks a member that only REST has. */
export const onlyRest = <S extends TSchema>(schema: S): S => noted(schema, { onlyRest: true })

/**
 * Sets the name and description of the GraphQL type of an object or of a choice of words; an object that inputs contain
 * with typed members has an `inputName` as well.
 */
export const typed = <S extends TSchema>(name: string, about: string, schema: S, inputName?: string): S =>
  noted(schema, { name, about, ...(inputName !== undefined && { inputName }) })

/** Sets the name and description of the GraphQL input of an object that only inputs contain. */
export const input = <S extends TSchema>(inputName: string, about: string, schema: S): S =>
  noted(schema, { inputName, about })

/** Sets the name and description of the GraphQL input of an object of which exactly one member is given (`@oneOf`). */
export const oneOf = <S extends TSchema>(inputName: string, about: string, schema: S): S =>
  noted(schema, { inputName, about, isOneOf: true })

/** Returns the schema of a document that is stored as it was sent, with its documented members. */
export const documents = <S extends TSchema>(members: TSchema, schema: S): S => noted(schema, { documents: members })

/** Returns the schema of a member of such a document, with the options for reading and writing it. */
export const keptMember = <S extends TSchema>(schema: S, special: MemberNotes): S => noted(schema, special)

/**
 * Returns the schema of a text for which GraphQL has an enumeration of the usual words, although other words are
 * allowed.
 */
export const usually = <S extends TSchema>(name: string, about: string, words: readonly string[], schema: S): S =>
  noted(schema, { name, about, words })

/** Returns the same for a text that may be stored with other words: in GraphQL answers, these are null. */
export const mostly = <S extends TSchema>(name: string, about: string, words: readonly string[], schema: S): S =>
  noted(usually(name, about, words, schema), { mayBeOther: true })

/** Returns the properties that a schema copies from the schema that it wraps. */
export function notesTaken(schema: TSchema): object {
  const { description } = schema as Noted
  return { ...(description !== undefined && { description }), [notes]: notesOf(schema) }
}
