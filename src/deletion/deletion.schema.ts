import { Type } from '@sinclair/typebox'

export const deletedPersonaParams = Type.Object({ id: Type.String({ format: 'uuid' }) })
export const typeParams = Type.Object({ personaId: Type.String({ format: 'uuid' }), typeId: Type.String() })

/**
 * What becomes of the content of a deleted account. The service checks that `transferTo` is given with `transfer` and
 * with nothing else.
 */
export const userDeletionQuery = Type.Object({
  content: Type.Optional(Type.Union([Type.Literal('keep'), Type.Literal('transfer'), Type.Literal('delete')])),
  transferTo: Type.Optional(Type.String({ format: 'uuid' })),
})
