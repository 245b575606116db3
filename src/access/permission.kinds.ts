import { kind } from '../database/rows/kind.js'
import { conflict } from '../lib/errors.js'

export const permissionKind = kind('rolePermissions', {
  name: 'permission',
  noun: 'Permission',
  type: 'Permission',
  log: { details: { scope: 'it.scope', role: 'it.role', resourceType: 'it.resource_type', action: 'it.action' } },
  refusals: { role_permissions_once: () => conflict('Permission already exists') },
})
