import { type Context, transaction } from '../context.js'
import { noteDeleted } from '../lib/deleted.js'
import { notFound, validation } from '../lib/errors.js'
import type { Listed } from '../lib/page.js'
import { isUuid, newId, normalUuid } from '../lib/uuid.js'
import {
  deletePermission as deleteRow,
  insertPermission,
  selectPermissions,
  updatePermission as updateRow,
  type PermissionFilter,
  type PermissionRow,
} from './permission.sql.js'
import { idleRow, type Row } from './idle-row.js'
import { requireAdmin } from './require.js'
import { rolesOf } from './vocabulary.js'

/**
 * Returns the list of the rows of the permission table that match the filter. A change of the table takes effect with
 * the next request, in every process (PM-08). Throws FORBIDDEN for callers who are not administrators, like all
 * functions here.
 */
export function listPermissions(ctx: Context, filter: PermissionFilter): Listed<PermissionRow> {
  requireAdmin(ctx)
  return {
    name: 'permissions',
    filter,
    kinds: ['text', 'text', 'text', 'text'],
    keyOf: ({ scope, role, resourceType, action }) => [scope, role, resourceType, action],
    select: (page) => selectPermissions(ctx.db, filter, page),
  }
}

export type NewPermission = Omit<Row, 'ownOnly'> & { ownOnly?: boolean }

/**
 * Adds a row to the permission table. Throws CONFLICT when the row exists already (PM-02), and VALIDATION_ERROR for a
 * role outside the scope (PM-07) or, with the reason, for a row that would have no effect (PM-13).
 */
export async function createPermission(ctx: Context, input: NewPermission): Promise<PermissionRow> {
  requireAdmin(ctx)
  const { scope, role, resourceType, action, ownOnly = false } = input
  const roles = rolesOf[scope]
  if (!roles.includes(role)) throw validation([{ field: 'role', message: `must be one of ${roles.join(', ')}` }])
  const row = { scope, role, resourceType, action, ownOnly }
  refuseIdle(row)
  const now = ctx.now()
  return insertPermission(ctx.db, { id: newId(), ...row, createdAt: now, updatedAt: now })
}

/**
 * Changes `ownOnly` of a row. Throws NOT_FOUND for an unknown row, and VALIDATION_ERROR if the row would then have no
 * effect; the row stays as it was in that case.
 */
export async function updatePermission(ctx: Context, id: string, ownOnly: boolean): Promise<PermissionRow> {
  requireAdmin(ctx)
  return transaction(ctx, async (tx) => {
    const updated = isUuid(id) ? await updateRow(tx.db, id, ownOnly, tx.now()) : undefined
    if (!updated) throw notFound('Permission')
    refuseIdle(updated as Row)
    return updated
  })
}

/** Deletes a row of the permission table; throws NOT_FOUND for an unknown one. */
export async function deletePermission(ctx: Context, id: string): Promise<void> {
  requireAdmin(ctx)
  if (!isUuid(id) || !(await deleteRow(ctx.db, id))) throw notFound('Permission')
  noteDeleted(ctx, 'Permission', [normalUuid(id)])
}

function refuseIdle(row: Row): void {
  const reason = idleRow(row)
  if (reason) throw validation([reason])
}
