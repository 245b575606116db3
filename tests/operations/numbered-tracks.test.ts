import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { migrate, readMigrations } from '../../src/database/migrate/migrate.js'
import { emptyDatabase } from '../support/database.js'

let database: Awaited<ReturnType<typeof emptyDatabase>>
let client: pg.Client

beforeAll(async () => {
  database = await emptyDatabase()
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

const upTo = (last: string) => readMigrations().filter(({ name }) => name <= last)
const insert = (video: string, minute: number) =>
  client.query(
    `insert into annotations (id, video_id, created_by_user_id, type, label, frames, source, has_boxes, box_count,
       keyframe_count, interpolated_count, frames_size, created_at)
     select gen_random_uuid(), $1, id, 'object', $2::text, '{"boxes":[]}', 'manual', false, 0, 0, 0, 12,
       timestamptz '2026-01-01Z' + make_interval(mins => $3) from users`,
    [video, String(minute), minute],
  )

it('numbers the tracks that were there before numbers, oldest first, and goes on after them', async () => {
  await migrate(database.url, undefined, upTo('0402'))
  await client.query(
    `insert into users (id, username, display_name, password_hash) values (gen_random_uuid(), 'ann', 'Ann', 'x')`,
  )
  for (const minute of [3, 1, 2]) await insert('ferry', minute)
  await insert('quay', 7)
  await migrate(database.url, undefined, upTo('0403'))
  // Before the older tracks are numbered.
  await insert('ferry', 4)
  await migrate(database.url)
  await insert('ferry', 5)
  const { rows } = await client.query('select video_id, label, number from annotations order by video_id, number')
  expect(rows.map(({ video_id: video, label, number }) => [video, label, number])).toEqual([
    ...[1, 2, 3, 4, 5].map((minute) => ['ferry', String(minute), minute]),
    ['quay', '7', 1],
  ])
}, 60_000)
