import type { RawBuilder, SqlBool } from 'kysely'
import type { ExportRows } from '../export-rows.sql.js'
import type { ClockOf } from '../sequence-lines.js'
import type { Label, TrackedVideo } from './tracks.sql.js'

/** The input of a format. All statements see the same state of the database. */
export interface FormatSource {
  /** A condition on the alias a: the annotations that become tracks. */
  where: RawBuilder<SqlBool>
  naming: Pick<ExportRows, 'links' | 'unreadablePersonas'>
  /** The videos of the tracks, in the order of their ids; formats for one video get only that video. */
  videos: readonly TrackedVideo[]
  labels: readonly Label[]
  copy(statement: RawBuilder<unknown>): AsyncIterable<Buffer>
  clockOf: ClockOf
}

/** The formats of other tools, by their names in requests. */
export const formats = ['coco', 'mot', 'mot-labels', 'cvat', 'webvtt'] as const
export type Format = (typeof formats)[number]
/** The server's own formats of lines, which all files support; `jsonl` is another name for `ndjson`. */
export const ownFormats = ['ndjson', 'jsonl'] as const

export const formatHelp =
  'Format of the file: `ndjson` (default; `jsonl` is the same), `coco`, or of one video, which `videoIds` names, `mot`, ' +
  '`mot-labels`, `cvat` or `webvtt`. `X-Export-Left-Out` counts what the format has no place for.'
