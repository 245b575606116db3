import { createWriteStream } from 'node:fs'
import { mkdir, open, readFile } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import type { Context } from '../../../context.js'
import { newSpoolPath, removeSpooled } from '../spool.js'
import type { ImportReport, ReportHead } from './report.js'
import { selectReport, type ReportForm } from './print.sql.js'

/**
 * Writes the report to a file in the spool folder and returns its path. A report may be larger than the imported file,
 * and its client slow; in a file it takes no memory, and no database connection waits for the client.
 */
export async function writeReport(
  { db, config }: Context,
  client: pg.PoolClient,
  head: ReportHead,
  form: ReportForm,
): Promise<string> {
  await mkdir(config.uploadPath, { recursive: true, mode: 0o700 })
  const path = newSpoolPath(config.uploadPath, 'report')
  try {
    const lines = client.query(
      copyTo(
        `copy (${selectReport(head, form).compile(db).sql}) to stdout with (format csv, quote e'\\x01', delimiter e'\\x02')`,
      ),
    )
    await pipeline(lines, createWriteStream(path, { mode: 0o600 }))
    return path
  } catch (error) {
    await removeSpooled(path)
    throw error
  }
}

/** Opens the file of a report and deletes it immediately, so that nothing is left if the client disconnects. */
export async function openReport(path: string): Promise<Readable> {
  const file = await open(path)
  await removeSpooled(path)
  return file.createReadStream()
}

/** Reads and parses a report and deletes its file; for GraphQL, which selects fields from it. */
export async function readReport(path: string): Promise<ImportReport> {
  const json = await readFile(path, 'utf8')
  await removeSpooled(path)
  return JSON.parse(json) as ImportReport
}
