import { sql, type RawBuilder } from 'kysely'
import type { Condition } from '../../database/rows/conditions.js'
import {
  boolean,
  membersOf,
  number,
  objectOf,
  plain,
  text,
  type Printed,
  type Value,
} from '../../database/rows/print.js'
import { anyOf } from './rows.sql.js'

/** Selects the ids of the videos, or of those of a project, that meet a condition on the alias v (videos). */
export function selectExportedVideoIds(videos: Condition, projectId?: string) {
  const assigned = sql`v.id in (select a.video_id from project_video_assignments a where a.project_id = ${projectId})`
  return sql<{ id: string }>`select v.id from videos v where ${projectId ? assigned : sql`true`} and ${videos}`
}

/** Returns SQL for a column that is valid only if the file has been read and has not changed since; otherwise null. */
const ofCurrentFile = (column: string): Value =>
  sql`case when v.probed_version = v.file_version then ${sql.ref(`v.${column}`)} end`
const ratio = (of: string) =>
  sql<string>`case when v.probed_version = v.file_version and ${sql.ref(`v.${of}_denominator`)} is not null then
    ${objectOf({ numerator: number(`v.${of}_numerator`), denominator: number(`v.${of}_denominator`) })} end`

/** The members of a video, including those that convert its frame numbers to times. On the alias v (videos). */
const videoData: Printed = membersOf({
  id: text('v.id'),
  filename: text('v.filename'),
  frameCount: number(ofCurrentFile('frame_count')),
  frameRate: ratio('rate'),
  isVariableRate: boolean(ofCurrentFile('is_variable_rate')),
  timeBase: ratio('tick'),
  firstTick: number(ofCurrentFile('first_tick')),
  duration: number(ofCurrentFile('probed_duration')),
  width: number(ofCurrentFile('width')),
  height: number(ofCurrentFile('height')),
  sha256: plain(ofCurrentFile('sha256')),
})

/** Selects a line for each of these videos, in the order of their file names. */
export function selectVideoLines(ids: readonly string[]): RawBuilder<unknown> {
  return sql`select '{"type":"video","data":{' || ${videoData} || '}}' from videos v
    where v.id = ${anyOf(ids, 'text')} order by v.filename collate "C", v.id`
}
