import type { Database } from '../../database/driver/client.js'

export async function selectPersistedDocument(db: Database, hash: string): Promise<string | undefined> {
  return (await db.selectFrom('persistedDocuments').select('body').where('hash', '=', hash).executeTakeFirst())?.body
}

/** Adds documents and returns how many were new; those that exist already stay as they are. */
export async function insertPersistedDocuments(
  db: Database,
  rows: { hash: string; body: string; createdAt: Date }[],
): Promise<number> {
  if (!rows.length) return 0
  const insert = db
    .insertInto('persistedDocuments')
    .values(rows)
    .onConflict((same) => same.column('hash').doNothing())
  const { numInsertedOrUpdatedRows } = await insert.executeTakeFirst()
  return Number(numInsertedOrUpdatedRows ?? 0)
}
