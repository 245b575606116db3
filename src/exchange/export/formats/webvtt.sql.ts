import { sql } from 'kysely'
import type { Condition } from '../../../database/rows/conditions.js'

/** Evidence for a claim: its text and its place in the video. Times in seconds, null if the evidence has none. */
export interface TimedEvidence {
  id: string
  text: string
  start: number | null
  end: number | null
  /** The numbers of the first and the last of its frames. */
  firstFrame: number | null
  lastFrame: number | null
}

const numberOf = (member: string) =>
  sql`case when json_typeof(e.value -> ${sql.lit(member)}) = 'number' then (e.value ->> ${sql.lit(member)})::float8 end`

/** Selects the evidence of the claims of a video; `claims` is a condition on the alias c. */
export function selectEvidence(claims: Condition, videoId: string) {
  return sql<TimedEvidence>`select c.id, c.text, ${numberOf('startTime')} as start, ${numberOf('endTime')} as "end",
      f.first as "firstFrame", f.last as "lastFrame"
    from claims c
    cross join lateral json_array_elements(case when json_typeof(c.evidence) = 'array' then c.evidence else '[]' end) e
    cross join lateral (select min((x ->> 'frameNumber')::float8) as first, max((x ->> 'frameNumber')::float8) as last
      from json_array_elements(case when json_typeof(e.value -> 'frames') = 'array' then e.value -> 'frames' else '[]' end) x
     where json_typeof(x -> 'frameNumber') = 'number') f
    where ${claims} and ${ofVideo(videoId)} order by c.created_at, c.id`
}

const ofVideo = (videoId: string) =>
  sql`c.summary_id in (select s.id from video_summaries s where s.video_id = ${sql.lit(videoId)})`
