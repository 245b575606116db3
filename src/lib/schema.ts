import { Type, type Static, type TSchema } from '@sinclair/typebox'

/** A string that is one of these words. */
export function choice<const T extends string>(values: readonly T[]) {
  return Type.Unsafe<T>({ type: 'string', enum: [...values] })
}

/** The schema, with null allowed. */
export function nullable<S extends TSchema>(schema: S) {
  const given = schema as { type?: string; enum?: unknown[] }
  if (given.type === undefined) return Type.Unsafe<Static<S> | null>({ anyOf: [schema, { type: 'null' }] })
  return Type.Unsafe<Static<S> | null>({
    ...schema,
    type: [given.type, 'null'],
    ...(given.enum && { enum: [...given.enum, null] }),
  })
}

/** An optional member that may also be null. */
export function optional<S extends TSchema>(schema: S) {
  return Type.Optional(nullable(schema))
}

export const uuid = Type.String({ format: 'uuid' })
/** A number from 0 to 1. */
export const ratio = Type.Number({ minimum: 0, maximum: 1 })

/** Rich text: type and content are required, further keys are kept as sent (RF-33). */
export const glossItem = Type.Object(
  {
    type: choice(['text', 'typeRef', 'objectRef', 'annotationRef', 'claimRef']),
    content: Type.String(),
    refType: optional(Type.String()),
    refPersonaId: optional(Type.String()),
    refClaimId: optional(Type.String()),
  },
  { additionalProperties: true },
)
export const gloss = Type.Array(glossItem)
