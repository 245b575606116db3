import { sql, type Insertable, type SqlBool } from 'kysely'
import type { Actor } from '../../access/actor.js'
import type { Database } from '../../database/driver/client.js'
import { all, isAny, type Condition } from '../../database/rows/conditions.js'
import { keyset, newestKey } from '../../database/rows/keyset.js'
import type { FrozenExports } from '../../database/schema.js'
import type { Page } from '../../lib/page.js'

const columns = [
  'x.id',
  'x.createdBy',
  'x.contents',
  'x.scope',
  'x.worldProjectId',
  'x.filters',
  'x.format',
  'x.file',
  'x.size',
  'x.digest',
  'x.manifest',
  'x.createdAt',
  'x.completedAt',
  'x.expiresAt',
  'j.publicId',
  'j.status',
  'j.progress',
  'j.error',
] as const

/** Returns a query for exports with the state of their jobs. */
const withJobs = (db: Database) => db.selectFrom('frozenExports as x').leftJoin('jobs as j', 'j.id', 'x.jobId')

/** The owner of exports: a user; for an actor who is limited to projects only the exports of these projects. */
export type ExportOwner = Pick<Actor, 'userId' | 'onlyProjects'>

function ownedBy({ userId, onlyProjects }: ExportOwner): Condition {
  const scopes = onlyProjects?.map((id) => `project:${id}`)
  return all(sql<SqlBool>`x.created_by = ${userId}`, scopes && isAny('x.scope', scopes, 'text'))
}

export type FrozenExportRow = NonNullable<Awaited<ReturnType<typeof selectFrozenExport>>>

export function selectFrozenExport(db: Database, owner: ExportOwner, id: string) {
  return withJobs(db).select(columns).where(ownedBy(owner)).where('x.id', '=', id).executeTakeFirst()
}

/** Selects the exports of a user, newest first. */
export function selectFrozenExports(db: Database, owner: ExportOwner, page: Page) {
  const { where, orderBy, limit } = keyset(page, newestKey('x'), 'desc')
  return withJobs(db).select(columns).where(ownedBy(owner)).where(where).orderBy(orderBy).limit(limit).execute()
}

export async function countFrozenExports(db: Database, owner: ExportOwner): Promise<number> {
  const { count } = await db
    .selectFrom('frozenExports as x')
    .where(ownedBy(owner))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Takes an advisory lock until the end of the transaction, so that a user requests one export at a time. */
export async function lockExportsOf(db: Database, userId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`frozen exports ${userId}`}, 0))`.execute(db)
}

export async function insertFrozenExport(db: Database, row: Insertable<FrozenExports>): Promise<void> {
  await db.insertInto('frozenExports').values(row).execute()
}

export async function updateJobOfExport(db: Database, id: string, jobId: string): Promise<void> {
  await db.updateTable('frozenExports').set({ jobId }).where('id', '=', id).execute()
}

type Written = Required<Pick<Insertable<FrozenExports>, 'file' | 'size' | 'digest' | 'manifest'>> & {
  completedAt: Date
  expiresAt: Date
}

/** Records the file of an export; returns false if the export has been deleted, or has a file already. */
export async function updateWrittenExport(db: Database, id: string, written: Written): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('frozenExports')
    .set(written)
    .where('id', '=', id)
    .where('file', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Deletes an export of a user; returns its file and job, or undefined if it does not exist. */
export function deleteFrozenExport(db: Database, userId: string, id: string) {
  return db
    .deleteFrom('frozenExports')
    .where('createdBy', '=', userId)
    .where('id', '=', id)
    .returning(['file', 'jobId'])
    .executeTakeFirst()
}

/** Deletes the expired exports, and those without a file that were requested before `orderedBefore`. */
export async function deleteExpiredExports(db: Database, now: Date, orderedBefore: Date): Promise<string[]> {
  const rows = await db
    .deleteFrom('frozenExports')
    .where(sql<SqlBool>`expires_at <= ${now} or (file is null and created_at < ${orderedBefore})`)
    .returning('file')
    .execute()
  return rows.flatMap(({ file }) => (file === null ? [] : [file]))
}

/** Selects those of the names that belong to no export. */
export async function selectUnknownFiles(db: Database, names: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select n.name from unnest(${names}::text[]) n(name)
    where not exists (select from frozen_exports x where x.file = n.name)`.execute(db)
  return rows.map(({ name }) => name)
}
