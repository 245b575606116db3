import { sql, type Insertable, type RawBuilder, type SqlBool } from 'kysely'
import type { Database } from '../../database/driver/client.js'
import { contains } from '../../database/rows/contains.js'
import { deleteInBatches } from '../../database/rows/delete-in-batches.js'
import { equal } from '../../database/rows/equal.js'
import { keyset, newestKey } from '../../database/rows/keyset.js'
import type { ImportHistory } from '../../database/schema.js'
import { utcOf } from '../../lib/moment.js'
import type { Page } from '../../lib/page.js'

export async function insertImport(db: Database, row: Insertable<ImportHistory>): Promise<void> {
  await db.insertInto('importHistory').values(row).execute()
}

/** Deletes a row that still has the result `interrupted`. */
export async function deleteImport(db: Database, id: string): Promise<void> {
  await db.deleteFrom('importHistory').where('id', '=', id).where(isOpen).execute()
}

export async function updateImportOptions(db: Database, id: string, importOptions: string): Promise<void> {
  await db.updateTable('importHistory').set({ importOptions }).where('id', '=', id).execute()
}

/** The result of a row from the first byte of its file until the import has ended. */
export const interrupted = { success: false, status: 'interrupted' }
const isOpen = sql<SqlBool>`result ->> 'status' = ${interrupted.status}`

/** Deletes the history before this time, in batches. Returns how many rows were deleted. */
export function deleteImportsBefore(db: Database, before: Date): Promise<number> {
  return deleteInBatches(db, 'importHistory', sql<SqlBool>`created_at < ${before}`)
}

/** Selects the id of the current transaction, with which its outcome can be read later. */
export async function selectTransactionNumber(db: Database): Promise<string> {
  const { rows } = await sql<{ xid: string }>`select pg_current_xact_id()::text as xid`.execute(db)
  return rows[0]?.xid ?? ''
}

/** Selects the outcome of a transaction: `committed`, `aborted` or `in progress`; null if it is too old. */
export async function selectOutcome(db: Database, xid: string): Promise<string | null> {
  const { rows } = await sql<{ status: string | null }>`select pg_xact_status(${xid}::xid8) as status`.execute(db)
  return rows[0]?.status ?? null
}

/** Takes an advisory lock until the end of the transaction, so that a user's imports run one at a time. */
export async function lockImportsOf(db: Database, userId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`import ${userId}`}, 0))`.execute(db)
}

interface Completion {
  result: string | RawBuilder<string>
  success: boolean
  itemsImported: number
  itemsSkipped: number
}

/** Records the outcome in a row that still has the result `interrupted`. */
export async function completeImport(db: Database, id: string, done: Completion): Promise<void> {
  await db.updateTable('importHistory').set(done).where('id', '=', id).where(isOpen).execute()
}

const listed = ['id', 'filename', 'success', 'itemsImported', 'itemsSkipped', 'createdAt'] as const

/** Selects imports of the user, newest first (I-43). */
export function selectImports(db: Database, userId: string, limit: number, offset: number) {
  return db
    .selectFrom('importHistory')
    .select(listed)
    .where('importedBy', '=', userId)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
}

export interface ImportFilter {
  success?: boolean | null
  /** Text that the file's name contains. */
  search?: string | null
  /** Only imports started at this time or later. */
  since?: string | null
  /** Only imports started before this time. */
  until?: string | null
}

function filtered(db: Database, userId: string, { success, search, since, until }: ImportFilter) {
  const begun = (operator: '>=' | '<', at: string | null | undefined) =>
    at ? sql<SqlBool>`h.created_at ${sql.raw(operator)} ${utcOf(at)}` : sql<SqlBool>`true`
  return db
    .selectFrom('importHistory as h')
    .where('importedBy', '=', userId)
    .where(equal({ success }, { success: 'h.success' }))
    .where(contains(search, ['h.filename']))
    .where(begun('>=', since))
    .where(begun('<', until))
}

/** The columns of a list: without the report, which may be as large as the imported file. */
const described = [...listed, 'importedBy', 'importOptions'] as const
export type ImportRow = NonNullable<Awaited<ReturnType<typeof selectImportPage>>>[number]

export function selectImportPage(db: Database, userId: string, filter: ImportFilter, page: Page) {
  const { where, orderBy, limit } = keyset(page, newestKey('h'), 'desc')
  return filtered(db, userId, filter).select(described).where(where).orderBy(orderBy).limit(limit).execute()
}

export async function countImports(db: Database, userId: string, filter: ImportFilter = {}): Promise<number> {
  return (
    await filtered(db, userId, filter)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  ).count
}

export function selectImportsByIds(db: Database, userId: string, ids: readonly string[]) {
  return db
    .selectFrom('importHistory as h')
    .select(described)
    .where('importedBy', '=', userId)
    .where('id', 'in', ids)
    .execute()
}

/** Selects the reports of the user's imports with these ids. */
export function selectImportResults(db: Database, userId: string, ids: readonly string[]) {
  return db
    .selectFrom('importHistory')
    .select(['id', 'result'])
    .where('importedBy', '=', userId)
    .where('id', 'in', ids)
    .execute()
}
