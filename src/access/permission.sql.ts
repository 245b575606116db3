import type { Insertable } from 'kysely'
import type { Database } from '../database/driver/client.js'
import { keyset, type KeyColumn } from '../database/rows/keyset.js'
import type { RolePermissions } from '../database/schema.js'
import type { Page } from '../lib/page.js'
import { permissionRecord } from './permission.shape.js'

const { names: columns } = permissionRecord

export type PermissionRow = Awaited<ReturnType<typeof selectPermissions>>[number]

export interface PermissionFilter {
  scope?: string
  role?: string
  resourceType?: string
  action?: string
}

const key: KeyColumn[] = ['scope', 'role', 'resource_type', 'action'].map((column) => ({ column, type: 'text' }))

/** Reads the rows that match the filter, sorted by scope, role, resource type and action (PM-01). */
export function selectPermissions(db: Database, filter: PermissionFilter, page: Page) {
  const { where, orderBy, limit } = keyset(page, key, 'asc')
  const { scope, role, resourceType, action } = filter
  let query = db.selectFrom('rolePermissions').select(columns)
  if (scope !== undefined) query = query.where('scope', '=', scope)
  if (role !== undefined) query = query.where('role', '=', role)
  if (resourceType !== undefined) query = query.where('resourceType', '=', resourceType)
  if (action !== undefined) query = query.where('action', '=', action)
  return query.where(where).orderBy(orderBy).limit(limit).execute()
}

export function insertPermission(db: Database, row: Insertable<RolePermissions>) {
  return db.insertInto('rolePermissions').values(row).returning(columns).executeTakeFirstOrThrow()
}

export function updatePermission(db: Database, id: string, ownOnly: boolean, at: Date) {
  return db
    .updateTable('rolePermissions')
    .set({ ownOnly, updatedAt: at })
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirst()
}

export async function deletePermission(db: Database, id: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('rolePermissions').where('id', '=', id).executeTakeFirst()
  return numDeletedRows > 0n
}
