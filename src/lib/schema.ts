import { Type, type Static, type TSchema } from '@sinclair/typebox'

/** One of these words. */
export function choice<const T extends string>(values: readonly T[]) {
  return Type.Unsafe<T>({ type: 'string', enum: [...values] })
}

/** The schema, or null. */
export function nullable<S extends TSchema>(schema: S) {
  const given = schema as { type?: string; enum?: unknown[] }
  if (given.type === undefined) return Type.Unsafe<Static<S> | null>({ anyOf: [schema, { type: 'null' }] })
  return Type.Unsafe<Static<S> | null>({
    ...schema,
    type: [given.type, 'null'],
    ...(given.enum && { enum: [...given.enum, null] }),
  })
}

/** May be absent, and null. */
export function optional<S extends TSchema>(schema: S) {
  return Type.Optional(nullable(schema))
}

export const uuid = Type.String({ format: 'uuid' })
/** 0 to 1. */
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
