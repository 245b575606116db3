import { sql, type RawBuilder } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { abilitiesOf, type Abilities } from '../../src/access/abilities.js'
import { candidates } from '../../src/access/candidates.js'
import { keyset, newestKey } from '../../src/database/rows/keyset.js'
import { sentStatement } from '../../src/sharing/share-list.sql.js'
import { videosFrom } from '../../src/videos/video.sql.js'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { made, makeContent, makeVideo, unique } from '../support/workspace.js'

interface Node {
  'Node Type': string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: Node[]
}

/** The rows that the scans of a plan read. */
function rowsRead(node: Node): number {
  const read = (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']
  const below = (node.Plans ?? []).reduce((sum, one) => sum + rowsRead(one), 0)
  return below + (/^(Seq|Index|Index Only|Bitmap Heap) Scan$/.test(node['Node Type']) ? read : 0)
}

const summaries = 600
const claims = 5
const page = { limit: 20, backward: false, after: null, before: null }

/** A page is read from indexes in its order: what it costs does not depend on how much the user may read. */
describe('a page of 20', () => {
  let api: TestApi
  let person: Person
  let projectId: string
  let abilities: Abilities

  beforeAll(async () => {
    api = await startApi()
    person = await api.person()
    projectId = (await made(person.post('/api/projects', { name: 'Port', slug: unique('port') }))).id
    const { db } = api.app.services
    const of = await makeContent(person, await makeVideo(api), projectId)
    const reader = await api.person()
    await sql`with video as (
        insert into videos (id, filename, path, created_at)
        select 'many-' || n, 'many-' || n, 'many-' || n, now() - n * interval '1 minute' from generate_series(1, ${summaries}) n returning id
      ), assigned as (
        insert into project_video_assignments (id, project_id, video_id, video_created_at)
        select gen_random_uuid(), ${projectId}::uuid, id, now() from video
      ), summary as (
        insert into video_summaries (id, video_id, persona_id, summary, created_by, project_id)
        select gen_random_uuid(), id, ${of.personaId}::uuid, '[]', ${person.id}::uuid, ${projectId}::uuid from video returning id)
      insert into claims (id, summary_id, text, created_by, project_id, created_at)
      select gen_random_uuid(), id, 'A ferry leaves', ${person.id}::uuid, ${projectId}::uuid, now() - random() * interval '1 day'
        from summary, generate_series(1, ${claims}) n`.execute(db)
    await sql`insert into resource_shares (id, claim_id, shared_by_user_id, shared_with_user_id, created_at)
      select gen_random_uuid(), c.id, ${person.id}, ${reader.id}, c.created_at from claims c where c.created_by = ${person.id}`.execute(
      db,
    )
    for (const table of ['videos', 'project_video_assignments', 'video_summaries', 'claims', 'resource_shares'])
      await sql`analyze ${sql.table(table)}`.execute(db)
    const actor = { userId: person.id, accessVersion: 1, isAdmin: false } as never
    abilities = await abilitiesOf({ ...api.app.context(), actor })
  })
  afterAll(() => api.stop())

  /** Runs a statement as the server plans it and returns the number of rows that it read. */
  async function cost(statement: RawBuilder<unknown>): Promise<number> {
    const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: Node }] }>`explain (analyze, format json) ${statement}`.execute(
      api.app.services.db,
    )
    return rowsRead(rows[0]!['QUERY PLAN'][0].Plan)
  }

  it('of all claims reads no more of the owner of 600 summaries with 3,000 claims', async () => {
    const cut = keyset(page, newestKey('c'), 'desc')
    const read = await cost(sql`select c.id from ${candidates(abilities, 'claim', 'c', cut)} c
      where ${cut.where} order by ${cut.orderBy} limit ${cut.limit}`)
    expect(read).toBeLessThan(150)
  })

  it('of the videos of a project reads no more of its videos', async () => {
    const key = [
      { column: 'v.created_at', type: 'timestamptz' },
      { column: 'v.id', type: 'text' },
    ] as const
    const cut = keyset(page, key, 'desc')
    const read = await cost(sql`select v.id, v.filename from ${videosFrom({ projectId })} v
      where ${cut.where} order by ${cut.orderBy} limit ${cut.limit}`)
    expect(read).toBeLessThan(60)
  })

  it('of sent shares reads no more of the shares', async () => {
    expect(await cost(sentStatement(abilities, {}, page))).toBeLessThan(150)
  })
})
