import { sql, type Insertable, type RawBuilder } from 'kysely'
import type { Database } from '../database/client.js'
import { keyset, newestKey } from '../database/keyset.js'
import type { ImportHistory } from '../database/schema.js'
import type { Page } from '../lib/page.js'

export async function insertImport(db: Database, row: Insertable<ImportHistory>): Promise<void> {
  await db.insertInto('importHistory').values(row).execute()
}

interface Completion {
  result: string | RawBuilder<string>
  success: boolean
  itemsImported: number
  itemsSkipped: number
}

export async function completeImport(db: Database, id: string, done: Completion): Promise<void> {
  await db.updateTable('importHistory').set(done).where('id', '=', id).execute()
}

const listed = ['id', 'filename', 'success', 'itemsImported', 'itemsSkipped', 'createdAt'] as const

/** Newest first (I-43). */
export function selectImports(db: Database, userId: string, limit: number, offset: number) {
  return db.selectFrom('importHistory').select(listed).where('importedBy', '=', userId)
    .orderBy('createdAt', 'desc').orderBy('id', 'desc').limit(limit).offset(offset).execute()
}

export async function countImports(db: Database, userId: string): Promise<number> {
  const { count } = await db.selectFrom('importHistory').select(sql<number>`count(*)`.as('count')).where('importedBy', '=', userId).executeTakeFirstOrThrow()
  return count
}

const whole = [...listed, 'importedBy', 'importOptions', 'result'] as const
export type ImportRow = NonNullable<Awaited<ReturnType<typeof selectImportPage>>>[number]

export function selectImportPage(db: Database, userId: string, page: Page) {
  const { where, orderBy, limit } = keyset(page, newestKey('h'), 'desc')
  return db.selectFrom('importHistory as h').select(whole).where('importedBy', '=', userId).where(where).orderBy(orderBy).limit(limit).execute()
}

export function selectImportsByIds(db: Database, userId: string, ids: readonly string[]) {
  return db.selectFrom('importHistory as h').select(whole).where('importedBy', '=', userId).where('id', 'in', ids).execute()
}
