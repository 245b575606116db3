import { createHash } from 'node:crypto'
import type { Database } from '../../database/driver/client.js'
import type { ExportRows } from './export-rows.sql.js'

/**
 * Returns a digest of the conditions that decide which rows an export has: the rights of the caller, and the rows of
 * others that the caller's rows refer to. If two digests are equal, the lines of two exports differ only by rows that
 * have changed in between. It is part of a position in the feed of changes, so it also depends on how claims are sorted
 * (`olderChild`).
 */
export function frameOf(db: Database, rows: ExportRows, olderChild: boolean): string {
  const { personas, objects, summaries, claims, relations, annotations, links, names } = rows
  const parts = [personas, objects, summaries, claims, relations, annotations, links?.where, links?.order, names?.where]
  const texts = parts.map((part) => (part ? part.compile(db).sql : null))
  const hash = createHash('sha256').update(JSON.stringify([texts, rows.unreadablePersonas, rows.authors]))
  return hash.digest('hex').slice(0, 16) + (olderChild ? 'b' : 'a')
}
