import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { sequenceText } from '../../../annotations/sequences/sequence-text.js'
import { membersOf, number, plain, text } from '../../../database/rows/print.js'
import type { Condition } from '../../../database/rows/conditions.js'
import { labelName } from '../annotations.sql.js'
import type { ExportRows } from '../export-rows.sql.js'
import { inOrder } from '../rows.sql.js'

// `where` is a condition on the alias a: the annotations that become tracks. Statements without parameters become part
// of COPY statements.

type Naming = Pick<ExportRows, 'links' | 'unreadablePersonas'>

/** Returns a join with the name of the label, looked up once for each combination of its inputs (a Memoize node). */
const nameOf = (naming: Naming) => sql`cross join lateral (select ${labelName(naming)} as name offset 0) n`

/** Selects two columns for each track: its members except the sequence as JSON, and the sequence. Video by video. */
export function selectTracks(
  where: RawBuilder<SqlBool>,
  naming: Naming,
  by: 'age' | 'first frame',
): RawBuilder<unknown> {
  const order = by === 'age' ? sql`a.video_id, a.created_at, a.id` : sql`a.first_frame, a.created_at, a.id`
  const members = membersOf({
    id: plain('a.id'),
    number: number('a.number'),
    videoId: text('a.video_id'),
    name: text('n.name'),
    isObject: number('a.is_object'),
    source: text('a.source'),
    confidence: number('a.confidence'),
  })
  return sql`select '{' || ${members} || '}', ${sequenceText}
    from ${inOrder('annotations', 'a', where, order, naming.links?.columns)} ${nameOf(naming)} order by ${order}`
}

/** Selects the members of each track that the list of COCO has, in the order of selectTracks. */
export function selectTrackList(where: RawBuilder<SqlBool>, naming: Naming): RawBuilder<unknown> {
  const members = membersOf({
    id: plain('a.id'),
    number: number('a.number'),
    videoId: text('a.video_id'),
    name: text('n.name'),
    isObject: number('a.is_object'),
  })
  const columns = sql`a.id, a.number, a.video_id, a.created_at, a.persona_id, a.is_object, a.label, a.created_by_user_id,
    a.project_id${naming.links?.columns ?? sql``}`
  return sql`select '{' || ${members} || '}' from (select ${columns} from annotations a where ${where}) a ${nameOf(naming)}
    order by a.video_id, a.created_at, a.id`
}

export interface Label {
  name: string
  isObject: boolean
}

/** Selects the labels of the tracks, each once, in the order of their names. */
export function selectLabels(where: RawBuilder<SqlBool>, naming: Naming) {
  return sql<Label>`select distinct n.name collate "C" as name, a.is_object as "isObject" from (
      select distinct a.persona_id, a.is_object, a.label${naming.links?.columns ?? sql``} from annotations a where ${where}) a
    ${nameOf(naming)} order by 1, 2`
}

/** A video with tracks. Members are null if they are unknown or the caller may not see the video. */
export interface TrackedVideo {
  id: string
  filename: string | null
  width: number | null
  height: number | null
  frameCount: number | null
  /** The last frame of any of its tracks. */
  lastFrame: number
  /** The number of frames of its longest track. */
  longest: number
}

/** Selects the videos with tracks; `visible` is a condition on the alias v (videos). */
export function selectTrackedVideos(where: RawBuilder<SqlBool>, visible: Condition) {
  return sql<TrackedVideo>`select t.id, ${facts}, t.longest, t.last as "lastFrame"
    from (select a.video_id as id, max(a.last_frame) as last, max(a.last_frame - a.first_frame + 1) as longest
            from annotations a where ${where} group by a.video_id) t
    left join videos v on v.id = t.id and ${visible} order by t.id`
}

const ofFile = (column: string) => sql`case when v.probed_version = v.file_version then ${sql.ref(`v.${column}`)} end`
/** Returns SQL for a part of the resolution in the metadata, for a file that has not been read. */
const dimension = (part: number) =>
  sql`case when v.resolution ~ '^[0-9]{1,5}x[0-9]{1,5}$' then split_part(v.resolution, 'x', ${sql.lit(part)})::int end`
const facts = sql`v.filename, coalesce(${ofFile('width')}, ${dimension(1)}) as width, coalesce(${ofFile('height')}, ${dimension(2)}) as height,
  ${ofFile('frame_count')} as "frameCount"`

/** Selects a video without tracks; `visible` is a condition on the alias v (videos). */
export function selectUntrackedVideo(id: string, visible: Condition) {
  return sql<TrackedVideo>`select v.id, ${facts}, 0::float8 as longest, 0::float8 as "lastFrame" from videos v
    where v.id = ${id} and ${visible}`
}

/** Selects, as two columns, the frames of each video that lie between the first and the last box of any track. */
export function selectFrameRanges(where: RawBuilder<SqlBool>): RawBuilder<unknown> {
  return sql`select ${text('r.id')}, lower(f) || ' ' || upper(f) from (
      select a.video_id as id, range_agg(int8range(a.first_frame::int8, a.last_frame::int8, '[]')) as frames
        from annotations a where ${where} and a.first_frame is not null group by a.video_id) r
    cross join lateral unnest(r.frames) f order by r.id, f`
}

export interface AnnotationsLeftOut {
  invalid: number
  boxless: number
  links: number
  confidences: number
}

/**
 * Counts annotations that become no track, because their sequence is invalid or has no boxes, and content that formats
 * of boxes cannot represent: links to objects, and confidences other than 1. `all` is a condition on the alias a.
 */
export function selectAnnotationsLeftOut(all: RawBuilder<SqlBool>) {
  const kept = sql`a.sequence_problems is null and a.first_frame is not null`
  return sql<AnnotationsLeftOut>`select count(a.sequence_problems)::int as invalid,
      (count(*) filter (where a.sequence_problems is null and a.first_frame is null))::int as boxless,
      (count(*) filter (where ${kept} and a.is_object))::int as links,
      (count(*) filter (where ${kept} and a.confidence is distinct from 1))::int as confidences
    from annotations a where ${all}`
}

/** Returns a condition for the annotations that become tracks. */
export const isTrack = (all: RawBuilder<SqlBool>): RawBuilder<SqlBool> =>
  sql`${all} and a.sequence_problems is null and a.first_frame is not null`
