import type { TProperties, TSchema } from '@sinclair/typebox'

// A schema says to people what it means by its `description`, and a little more that JSON Schema has no words for. That
// is kept under a symbol, which neither validation nor openapi.json sees.

/** How a member of a stored document is read: a single value is null where there is none, a list is empty. */
export type MemberKind =
  | 'text'
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

/** What is special about a member of a document that is kept as it was sent. */
export interface MemberNotes {
  kind?: MemberKind
  /** The keys of the document under which it may stand, where they are not its own name, the usual one first. */
  from?: readonly string[]
  /** Set where another field reads it. */
  onlyWritten?: boolean
  /** Another member with the same meaning, which inputs of GraphQL recommend instead. */
  insteadUse?: string
}

interface Notes extends MemberNotes {
  /** The name of the GraphQL type of an object or of an enumeration. */
  name?: string
  /** The name of the GraphQL input of an object. */
  inputName?: string
  /** What the documented members are, where the schema lets pass whatever is sent. */
  documents?: TSchema
  /** The name of the input with the documents of an object typed. */
  typedName?: string
  /** What the type itself is, where the schema's description says what a member of the type means. */
  about?: string
  /** The scalar of GraphQL, where the schema does not tell it. */
  as?: 'ID' | 'JSON' | 'Float' | 'DateTime' | 'Url'
  /** The description in requests, where it differs from that in answers. */
  asInput?: string | undefined
  /** The description in requests that change something, where it differs from that in other requests. */
  asChange?: string | undefined
  /** The words of an enumeration, where the schema allows others too. */
  words?: readonly string[]
  /** The name of the member in inputs of GraphQL, where the document's own is none for GraphQL. */
  called?: string
  /** Whether only REST has the member. */
  onlyRest?: boolean
}

const notes = Symbol('notes')
type Noted = { [notes]?: Notes; description?: string }

export const notesOf = (schema: object): Notes => (schema as Noted)[notes] ?? {}

function noted<S extends TSchema>(schema: S, more: Notes): S {
  return { ...schema, [notes]: { ...notesOf(schema), ...more } }
}

/** Returns the schema with a sentence that explains it, and the sentences of requests where they differ. */
export function says<S extends TSchema>(
  description: string,
  schema: S,
  inRequests: Pick<Notes, 'asInput' | 'asChange'> = {},
): S {
  return noted({ ...schema, description }, inRequests)
}

/** Returns the members with the sentences of those that have the same names among others, and the same meaning. */
export function saidAs<M extends TProperties>(others: TProperties, members: M): M {
  const told = Object.entries(members).map(([name, schema]) => {
    const { description } = others[name] ?? {}
    return [name, description === undefined ? schema : says(description, schema)]
  })
  return Object.fromEntries(told) as M
}

/** Returns the schema as requests describe it; `change` for those that change something. */
export function asInput<S extends TSchema>(schema: S, change = false): S {
  const { asInput: usual, asChange } = notesOf(schema)
  const sentence = (change ? asChange : undefined) ?? usual
  return sentence === undefined
    ? schema
    : { ...schema, description: sentence, [notes]: { ...notesOf(schema), asInput: undefined } }
}

/** Gives a schema its scalar of GraphQL. */
export const as = <S extends TSchema>(scalar: NonNullable<Notes['as']>, schema: S): S => noted(schema, { as: scalar })

/** Marks text as an ID: GraphQL clients get the type ID. */
export const anyId = <S extends TSchema>(schema: S): S => as('ID', schema)

/** Returns the member under another name in inputs of GraphQL, whose names are in camelCase. */
export const called = <S extends TSchema>(name: string, schema: S): S => noted(schema, { called: name })

/** Marks what GraphQL has as JSON, although the schema says more of it. */
export const asJson = <S extends TSchema>(schema: S): S => as('JSON', schema)

/** Marks a whole number that may be too large for an Int of GraphQL, which has 32 bits. */
export const large = <S extends TSchema>(schema: S): S => as('Float', schema)

/** Marks a member that only REST has. */
export const onlyRest = <S extends TSchema>(schema: S): S => noted(schema, { onlyRest: true })

/**
 * Gives an object, or a choice of words, the name and description of its GraphQL type; an object that inputs have with
 * its members typed has an `inputName` as well.
 */
export const typed = <S extends TSchema>(name: string, about: string, schema: S, inputName?: string): S =>
  noted(schema, { name, about, ...(inputName !== undefined && { inputName }) })

/** Gives an object that only inputs have the name and description of its GraphQL input. */
export const input = <S extends TSchema>(inputName: string, about: string, schema: S): S =>
  noted(schema, { inputName, about })

/** Returns the schema of a document that is kept as it was sent, and what its documented members are. */
export const documents = <S extends TSchema>(members: TSchema, schema: S): S => noted(schema, { documents: members })

/** Returns the schema of a member of such a document, and how it is read and written. */
export const keptMember = <S extends TSchema>(schema: S, special: MemberNotes): S => noted(schema, special)

/**
 * Returns the schema of an input whose documents may also be given with typed members, as a member `typed` of this
 * type.
 */
export const withTyped = <S extends TSchema>(typedName: string, schema: S): S => noted(schema, { typedName })

/** Returns a text for which GraphQL has an enumeration of the usual words, although it may be another word. */
export const usually = <S extends TSchema>(name: string, about: string, words: readonly string[], schema: S): S =>
  noted(schema, { name, about, words })

/** What a schema that wraps another one takes over from it. */
export function notesTaken(schema: TSchema): object {
  const { description } = schema as Noted
  return { ...(description !== undefined && { description }), [notes]: notesOf(schema) }
}
