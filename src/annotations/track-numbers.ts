import type pg from 'pg'
import { onPool } from '../database/driver/within-budget.js'
import { gathered } from '../lib/batch.js'

/** How many numbers are taken, by the id of the video. */
type Counts = ReadonlyMap<string, number>

interface Taking {
  counts: Counts
  done: (first: Counts) => void
  fail: (error: unknown) => void
}

/** The name under which requests for numbers take turns with people, because one may be for several people. */
const together = 'numbers of tracks'

/**
 * Raises the counters in a transaction of its own, so that no writer waits for the transaction of another one. Its
 * commit does not wait for the disk: the tracks are committed later, which writes all of the log up to then.
 */
const raise = {
  name: 'take-track-numbers',
  text: `with quick as materialized (select set_config('synchronous_commit', 'off', true) as is_quick)
    insert into track_numbers as n (video_id, last)
    select t.video_id, t.count from quick, unnest($1::text[], $2::int[]) t(video_id, count)
     where quick.is_quick = 'off' order by t.video_id
    on conflict (video_id) do update set last = n.last + excluded.last
    returning n.video_id as video, n.last as last`,
}

async function take(pool: pg.Pool, takings: readonly Taking[], ended: () => void): Promise<void> {
  const counts = new Map<string, number>()
  for (const taking of takings)
    for (const [video, count] of taking.counts) counts.set(video, (counts.get(video) ?? 0) + count)
  try {
    const values = [[...counts.keys()], [...counts.values()]]
    const asked = (client: pg.PoolClient) => client.query<{ video: string; last: number }>({ ...raise, values })
    const { rows } = await onPool(pool, undefined, asked, together)
    ended()
    const next = new Map(rows.map(({ video, last }) => [video, last - counts.get(video)! + 1]))
    for (const taking of takings) {
      taking.done(new Map([...taking.counts.keys()].map((video) => [video, next.get(video)!])))
      for (const [video, count] of taking.counts) next.set(video, next.get(video)! + count)
    }
  } catch (error) {
    ended()
    for (const { fail } of takings) fail(error)
  }
}

const takers = new WeakMap<pg.Pool, (taking: Taking) => void>()

/**
 * Takes numbers for new tracks and returns the first one of each video; the others follow it. Numbers that are not
 * used are lost. Must not be called within a transaction of a request: it would hold one connection and wait for
 * another one. Rows that are inserted without a number get one from a trigger (migration 0402).
 */
export function takeTrackNumbers(pool: pg.Pool, counts: Counts): Promise<Counts> {
  let ask = takers.get(pool)
  if (!ask) {
    ask = gathered((takings: Taking[], ended: () => void) => void take(pool, takings, ended))
    takers.set(pool, ask)
  }
  return new Promise((done, fail) => ask({ counts, done, fail }))
}

/**
 * Keeps these numbers and all below them from being given again, and returns the highest number that each video had
 * before: the caller may give its tracks the numbers above it. Numbers that are not used are lost. Must not be called
 * within a transaction that has taken numbers.
 */
export async function keepTrackNumbers(pool: pg.Pool, highest: Counts): Promise<Counts> {
  const asked = async (client: pg.PoolClient) => {
    const values = [[...highest.keys()], [...highest.values()]]
    const videos = 'unnest($1::text[], $2::int[]) t(video_id, highest)'
    await client.query(
      `insert into track_numbers (video_id, last) select video_id, 0 from ${videos} order by video_id
         on conflict do nothing`,
      values,
    )
    return client.query<{ video: string; last: number }>(
      `update track_numbers n set last = greatest(o.last, o.highest)
         from (select video_id, m.last, t.highest from track_numbers m join ${videos} using (video_id)
                order by video_id for update of m) o
        where n.video_id = o.video_id
        returning n.video_id as video, o.last`,
      values,
    )
  }
  const { rows } = await onPool(pool, undefined, asked, together)
  return new Map(rows.map(({ video, last }) => [video, last]))
}

/** Returns the numbers of new tracks in their order, by the ids of their videos. */
export async function numbersOfTracks(pool: pg.Pool, videos: readonly string[]): Promise<number[]> {
  const counts = new Map<string, number>()
  const places = videos.map((video) => {
    const place = counts.get(video) ?? 0
    counts.set(video, place + 1)
    return place
  })
  const first = await takeTrackNumbers(pool, counts)
  return videos.map((video, i) => first.get(video)! + places[i]!)
}
