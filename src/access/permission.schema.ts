import { Type } from '@sinclair/typebox'
import { actions, resourceTypes, scopes } from './vocabulary.js'

const oneOf = <T extends string>(values: readonly T[]) => Type.Unsafe<T>({ type: 'string', enum: [...values] })

/** `role` is checked against the roles of the scope by the service (PM-07). */
export const createPermissionSchema = Type.Object({
  scope: oneOf(scopes),
  role: Type.String(),
  resourceType: oneOf(resourceTypes),
  action: oneOf(actions),
  ownOnly: Type.Optional(Type.Boolean()),
})

export const updatePermissionSchema = Type.Object({ ownOnly: Type.Boolean() })

const text = Type.Optional(Type.String())
export const permissionQuery = Type.Object({ scope: text, role: text, resourceType: text, action: text })

/** Opaque: unknown ones are 404 (G-05). */
export const permissionParams = Type.Object({ id: Type.String() })

export const explainSchema = Type.Object({
  userId: Type.String({ format: 'uuid' }),
  action: oneOf(actions),
  kind: oneOf(resourceTypes),
  id: Type.String({ minLength: 1 }),
})
