import { Type } from '@sinclair/typebox'

export const deletedPersonaParams = Type.Object({ id: Type.String({ format: 'uuid' }) })
export const typeParams = Type.Object({ personaId: Type.String({ format: 'uuid' }), typeId: Type.String() })
