import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { writeBackup, formatName, formatVersion, type BackupHead } from './backup-file.js'
import { connecting, textOptions } from '../driver/client.js'
import { onConnection } from '../driver/on-connection.js'

export interface Dumped {
  tables: number
  rows: number
  /** The size of all rows in bytes, before compression. */
  bytes: number
  sha256: string
}

/**
 * Writes every table of a database into a new file, as of one moment, without blocking writers. The queue (schema
 * `bullmq`) is left out: due rows of `jobs` are enqueued again after a restore.
 */
export function dump(url: string, path: string, about: Pick<BackupHead, 'key' | 'secrets'>): Promise<Dumped> {
  return onConnection({ ...connecting(url, textOptions), application_name: 'backup' }, async (client) => {
    await client.query("begin isolation level repeatable read read only; set local statement_timeout = '0'")
    const head: BackupHead = {
      format: formatName,
      version: formatVersion,
      createdAt: new Date().toISOString(),
      migrations: (await client.query('select name, checksum from schema_migrations order by name')).rows,
      tables: await storedTables(client),
      ...about,
    }
    const file = await writeBackup(path, head)
    try {
      const totals = { tables: head.tables.length, rows: 0, bytes: 0 }
      for (const { name, columns } of head.tables) {
        const stream = client.query(
          copyTo(`copy (select ${columns.map(quoted).join(', ')} from ${quoted(name)}) to stdout`),
        )
        const { rows, bytes } = await file.table(name, stream, () => stream.rowCount)
        totals.rows += rows
        totals.bytes += bytes
      }
      return { ...totals, sha256: await file.end() }
    } catch (error) {
      await file.abandon()
      throw error
    }
  })
}

/** Returns an identifier quoted for SQL. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** Returns the tables with their stored columns; a restore computes generated columns again. */
export async function storedTables(client: pg.ClientBase): Promise<{ name: string; columns: string[] }[]> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(
    `select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
       from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname <> 'schema_migrations'
        and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      group by c.relname order by c.relname`,
  )
  return rows
}
