import { Type, type Static, type TSchema } from '@sinclair/typebox'
import { anyId, keptMember, notesTaken, says, typed, usually } from './described.js'

/** Returns the schema of a string that is one of these words. */
export function choice<const T extends string>(values: readonly T[]) {
  return Type.Unsafe<T>({ type: 'string', enum: [...values] })
}

/** Returns the schema of a string that is one of these words, as a GraphQL enumeration with this name. */
export function enumeration<const T extends string>(name: string, about: string, values: readonly T[]) {
  return typed(name, about, choice(values))
}

/** Returns the schema, with null allowed. */
export function nullable<S extends TSchema>(schema: S) {
  const typed = schema as { type?: string; enum?: unknown[] }
  if (typed.type === undefined) {
    return Type.Unsafe<Static<S> | null>({ ...notesTaken(schema), anyOf: [schema, { type: 'null' }] })
  }
  return Type.Unsafe<Static<S> | null>({
    ...schema,
    type: [typed.type, 'null'],
    ...(typed.enum && { enum: [...typed.enum, null] }),
  })
}

/** Returns the schema of an optional member that may also be null. */
export function optional<S extends TSchema>(schema: S) {
  return Type.Optional(nullable(schema))
}

// The lengths of texts, in characters. A list shows the texts of many rows, possibly by many users, so texts that are
// short by nature have tight limits: otherwise one user could make the lists of others too large to be answered. A
// longer text from before these limits stays readable and is exported; a change without its member keeps it.

/** A name, label, id, word or language. */
const mostOfName = 1_000
/** A description or a note. */
export const mostOfNote = 10_000
/** A text that a user writes or a model returns: of claims, summaries, glosses or transcripts. */
export const mostOfText = 1_000_000
/** A JSON document that the server only stores, such as the settings of a project: its length as JSON. */
export const mostOfDocument = 65_536

export const shortText = Type.String({ maxLength: mostOfName })
export const nameText = Type.String({ minLength: 1, maxLength: mostOfName })
export const noteText = Type.String({ maxLength: mostOfNote })
export const longText = Type.String({ maxLength: mostOfText })
/** An object with any members that the server only stores. */
export const keptDocument = Type.Object({}, { additionalProperties: true, maxJsonLength: mostOfDocument })

/** Returns the schema of the version that a row must have to be changed, in GraphQL inputs. */
export const ifVersion = (sentence = 'Refuse the change with PRECONDITION_FAILED unless the row is at this version.') =>
  optional(says(sentence, Type.Integer()))

export const uuid = Type.String({ format: 'uuid' })
/** A time in ISO 8601. */
export const moment = Type.String({ format: 'date-time' })
/** A number from 0 to 1. */
export const ratio = Type.Number({ minimum: 0, maximum: 1 })

const glossItemTypes = ['text', 'typeRef', 'objectRef', 'annotationRef', 'claimRef'] as const
export const isGlossType = (type: unknown): type is (typeof glossItemTypes)[number] =>
  (glossItemTypes as readonly unknown[]).includes(type)
/** The words for kinds of types and of objects of worlds; some clients write those of objects with `-object`. */
const glossRefTypes = [
  ...(['entity', 'event', 'role', 'relation', 'time', 'location'] as const),
  ...(['entity-object', 'event-object', 'time-object', 'location-object'] as const),
  ...(['entity-collection', 'event-collection', 'time-collection'] as const),
] as const
const glossRefType = usually(
  'GlossRefType',
  'Kind of the type or the world object that an item of rich text refers to. Some clients write those of objects with ' +
    '_OBJECT; a word outside of these reads as null.',
  glossRefTypes,
  shortText,
)

/** Rich text: type and content are required, further keys are kept as sent (RF-33). */
export const glossItem = typed(
  'GlossItem',
  'One item of rich text: a piece of plain text, or a reference.',
  Type.Object(
    {
      type: says(
        'Kind of the item: `text`, or a reference to a type of an ontology (`typeRef`), to a world object ' +
          '(`objectRef`), to an annotation (`annotationRef`) or to a claim (`claimRef`).',
        enumeration('GlossItemType', 'Kind of an item of rich text: plain text, or a reference.', glossItemTypes),
      ),
      content: says(
        'For `text`, the text itself. For a reference, the ID of its target; for a `claimRef` with `refClaimId`, the ' +
          'text to show, such as `[1]`.',
        longText,
      ),
      refType: optional(
        says('Kind of the referenced type or world object, such as `entity`; null if not stated.', glossRefType, {
          asInput: 'Kind of the referenced type or world object, such as `entity`.',
        }),
      ),
      refPersonaId: optional(
        says(
          'For `typeRef`: ID of the persona that defines the type. In the ontology of a persona, null means that persona.',
          anyId(shortText),
          {
            asInput:
              'For `typeRef`: ID of the persona that defines the type. In the ontology of a persona, absence means ' +
              'that persona.',
          },
        ),
      ),
      refClaimId: optional(
        says('For `claimRef`: ID of the claim; null if `content` is that ID.', anyId(shortText), {
          asInput: 'For `claimRef`: ID of the claim, unless `content` is that ID.',
        }),
      ),
    },
    { additionalProperties: true },
  ),
)
export const gloss = keptMember(Type.Array(glossItem), { kind: 'gloss' })
