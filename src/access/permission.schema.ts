import { Type } from '@sinclair/typebox'
import { choice, nameText, shortText, uuid } from '../lib/schema.js'
import { actions, resourceTypes, scopes } from './vocabulary.js'

/** `role` is checked against the roles of the scope by the service (PM-07). */
export const createPermissionSchema = Type.Object({
  scope: choice(scopes),
  role: shortText,
  resourceType: choice(resourceTypes),
  action: choice(actions),
  ownOnly: Type.Optional(Type.Boolean()),
})

export const updatePermissionSchema = Type.Object({ ownOnly: Type.Boolean() })

const text = Type.Optional(shortText)
export const permissionQuery = Type.Object({ scope: text, role: text, resourceType: text, action: text })

/** The id is not checked for its form: an unknown one is 404 (G-05). */
export const permissionParams = Type.Object({ id: Type.String() })

export const explainSchema = Type.Object({
  userId: uuid,
  action: choice(actions),
  kind: choice(resourceTypes),
  id: nameText,
})
