import { Type } from '@sinclair/typebox'
import { named, type Answers } from '../http/answers.js'
import { uuid } from '../lib/schema.js'

const text = Type.String()
const time = Type.String({ format: 'date-time' })
const permission = named(
  'Permission',
  Type.Object({
    id: uuid,
    scope: text,
    role: text,
    resourceType: text,
    action: text,
    ownOnly: Type.Boolean(),
    createdAt: time,
    updatedAt: time,
  }),
)

export const permissionAnswers: Answers = {
  'GET /api/admin/permissions': {
    id: 'listPermissions',
    says: 'Lists the table of permissions.',
    200: Type.Array(permission),
  },
  'POST /api/admin/permissions': { id: 'createPermission', says: 'Adds a permission for a role.', 201: permission },
  'PATCH /api/admin/permissions/:id': {
    id: 'updatePermission',
    says: 'Restricts a permission to what the caller made, or lifts that restriction.',
    200: permission,
  },
  'DELETE /api/admin/permissions/:id': { id: 'deletePermission', says: 'Removes a permission from a role.', 204: null },
}
