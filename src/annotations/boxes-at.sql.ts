import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Database } from '../database/client.js'

export interface FrameWanted {
  videoId: string
  /** Counted from 0. */
  frame: number
}

export interface SequenceOnFrame {
  /** Index of the frame that was asked for. */
  at: number
  id: string
  frames: unknown
}

/** The sequences that reach over each of the frames, oldest first, at most `limit` a frame. `access` is over a. */
export async function selectSequencesOn(
  db: Database,
  wanted: readonly FrameWanted[],
  access: RawBuilder<SqlBool>,
  limit: number,
): Promise<SequenceOnFrame[]> {
  const { rows } = await sql<SequenceOnFrame>`
    select w.at::int - 1 as at, f.id, f.frames
      from unnest(${wanted.map(({ videoId }) => videoId)}::text[], ${wanted.map(({ frame }) => frame)}::float8[])
           with ordinality w(video_id, frame, at)
      cross join lateral (
        select a.id, a.frames, a.created_at from annotations a
         where a.video_id = w.video_id and a.first_frame <= w.frame and a.last_frame >= w.frame and ${access}
         order by a.created_at, a.id limit ${limit}) f
     order by w.at, f.created_at, f.id`.execute(db)
  return rows
}
