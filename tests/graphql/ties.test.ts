import {
  getNamedType,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isObjectType,
  isUnionType,
} from 'graphql'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resolvers } from '../../src/areas.js'
import { buildGraphSchema } from '../../src/graphql/schema/schema.js'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { makeEverything } from './everything.js'

const schema: GraphQLSchema = await buildGraphSchema(resolvers)
let api: TestApi
let admin: Person
let ids: Record<string, string>

/** So many rows of one instant are in every list (TIES). */
const count = Number(process.env['TIES'] ?? 25)
/** Cursors have milliseconds: a column with more of them would hide rows. */
const instant = '2026-11-20T03:04:05.123456Z'

/** The n-th row that was cloned in a table, from 1 on. */
const cloneOf = (table: string) => `(select id from clones where of = '${table}' and clones.n = numbers.n)`
const text = (word: string) => `'${word}' || numbers.n`

/**
 * Makes rows like the one that the condition selects; `differing` gives the columns in which they differ from it, as
 * SQL over `numbers.n`. Constraints between tables and triggers are off.
 */
async function clone(table: string, where: string, differing: Record<string, string> = {}): Promise<void> {
  await api.app.services.db.transaction().execute(async (tx) => {
    const run = (statement: string) => sql.raw(statement).execute(tx)
    await run('set local session_replication_role = replica')
    await run('create table if not exists clones (of text, n int, id text)')
    const { rows } = await sql<{ list: string; isUuid: boolean }>`
      select string_agg(quote_ident(attname), ', ') as list, bool_or(attname = 'id' and atttypid = 'uuid'::regtype) as is_uuid
        from pg_attribute where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = ''`.execute(
      tx,
    )
    const { list } = rows[0]!
    await run(`delete from clones where of = '${table}'`)
    await run(`insert into clones select '${table}', n, gen_random_uuid()::text from generate_series(1, ${count}) n`)
    const members = Object.entries({ id: cloneOf(table), ...differing }).map(([name, value]) => `'${name}', ${value}`)
    await run(`insert into ${table} (${list}) select ${list} from generate_series(1, ${count}) numbers(n)
      cross join lateral (select (json_populate_record(null::${table},
        (to_jsonb(t) || jsonb_build_object(${members.join(', ')}))::json)).* from ${table} t where ${where} limit 1) made`)
  })
}

/** Gives all rows one time, in every column that says when something was. */
async function atOneInstant(): Promise<void> {
  await api.app.services.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    const { rows } = await sql<{ name: string; columns: string[] }>`
      select c.table_name as name, array_agg(c.column_name::text) as columns
        from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
       where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.data_type = 'timestamp with time zone'
         and c.column_name !~ 'expires|until|retry_at|deleted_at|archived_at|declined_at'
       group by 1`.execute(tx)
    for (const { name, columns } of rows) {
      const set = columns.map(
        (column) => `"${column}" = case when "${column}" is not null then '${instant}'::timestamptz end`,
      )
      await sql.raw(`update "${name}" set ${set.join(', ')}`).execute(tx)
    }
  })
}

beforeAll(async () => {
  api = await startApi()
  admin = await api.admin()
  ids = await makeEverything(api, admin)
  const is = (id: string | undefined) => `t.id = '${id}'`
  const mine = (column: string) => `t.${column} = '${admin.id}'`
  await clone('users', is(ids['userId']), {
    username: text('user-'),
    spelling: text('user-'),
    email: text('user@example.org-'),
  })
  await clone('videos', is(ids['videoId']), { path: text('/nowhere/'), filename: text('ferry-') })
  await clone('personas', is(ids['personaId']))
  await clone('user_groups', is(ids['groupId']), { slug: text('group-') })
  await clone('projects', is(ids['projectId']), { slug: text('project-') })
  await clone('group_memberships', mine('user_id'), { group_id: cloneOf('user_groups') })
  await clone('group_memberships', `t.group_id = '${ids['groupId']}'`, { user_id: cloneOf('users') })
  await clone('project_memberships', `t.project_id = '${ids['projectId']}' and t.user_id = '${admin.id}'`, {
    user_id: cloneOf('users'),
  })
  await clone('video_summaries', is(ids['summaryId']), { video_id: cloneOf('videos') })
  await clone('claims', is(ids['claimId']))
  await clone('annotations', is(ids['annotationId']), { number: 'numbers.n + 1000000' })
  await clone('sessions', mine('user_id'), { token_hash: text('hash-') })
  await clone('api_tokens', mine('user_id'), { token_hash: text('hash-') })
  await clone('api_keys', mine('user_id'), { provider: text('provider-') })
  await clone('api_keys', 't.user_id is null', { provider: text('provider-') })
  await clone('import_history', is(ids['importId']))
  await clone('frozen_exports', 't.file is not null', { file: text('file-') })
  await clone('jobs', mine('user_id'), { public_id: text('job-') })
  await clone('project_invitations', mine('user_id'), { project_id: cloneOf('projects') })
  await clone('video_assignment_rules', is(ids['ruleId']))
  await clone('project_video_assignments', `t.project_id = '${ids['projectId']}'`, { video_id: cloneOf('videos') })
  await clone('resource_shares', `${mine('shared_by_user_id')} and t.summary_id is not null`, {
    shared_with_user_id: cloneOf('users'),
  })
  await clone('resource_shares', mine('shared_with_user_id'), { shared_by_user_id: cloneOf('users') })
  await clone('webhooks', is(ids['webhookId']))
  await clone('webhook_deliveries', 'true')
  const { db } = api.app.services
  // What a session remembers of its groups is forgotten with a change of them.
  await sql`update group_memberships set role = role`.execute(db)
  // Deleted and changed things, for the trash and a history.
  await sql`delete from annotations where id in (select id::uuid from clones where of = 'annotations')`.execute(db)
  await clone('annotations', is(ids['annotationId']), { number: 'numbers.n + 1000000' })
  for (let n = 0; n < count; n++)
    await sql`update claims set comment = ${`note ${n}`} where id = ${ids['claimId']}`.execute(db)
  await atOneInstant()
}, 120_000)
afterAll(() => api.stop())

interface List {
  name: string
  /** The names of its required arguments. */
  needs: readonly string[]
  /** The orders that it has besides the usual one. */
  orders: readonly string[]
  /** The member of a row that tells it from all others. */
  key: string
}

const needed: Record<string, () => string> = {
  id: () => `"${ids['claimId']}"`,
  kind: () => 'claim',
  query: () => '"ferry"',
  projectId: () => `"${ids['projectId']}"`,
  groupId: () => `"${ids['groupId']}"`,
  webhookId: () => `"${ids['webhookId']}"`,
}

/** Types and objects of worlds are sorted by their unique place in a document. */
const stored = ['ontologyTypes', ...['entities', 'events', 'times', 'worldRelations']].concat(
  ...['entityCollections', 'eventCollections', 'timeCollections'],
)

/** Every paged list of Query that can be counted. */
function lists(): List[] {
  return Object.values(schema.getQueryType()!.getFields())
    .filter((field) => {
      const type = getNamedType(field.type)
      return isObjectType(type) && type.name.endsWith('Connection') && 'totalCount' in type.getFields()
    })
    .filter(({ name }) => !stored.includes(name))
    .map((field) => ({
      name: field.name,
      key: keyOf(field),
      needs: field.args.filter((arg) => String(arg.type).endsWith('!')).map(({ name }) => name),
      orders: field.args.filter(({ name }) => name === 'orderBy').flatMap(({ type }) => ordersOf(getNamedType(type))),
    }))
}

function keyOf(field: GraphQLField<unknown, unknown>): string {
  const connection = getNamedType(field.type) as GraphQLObjectType
  const node = getNamedType(connection.getFields()['nodes']!.type)
  if (isUnionType(node)) return 'id'
  const found = ['id', 'position', 'userId', 'thingId'].find((name) => name in (node as GraphQLObjectType).getFields())
  return found ?? '__typename'
}

function ordersOf(type: unknown): string[] {
  if (isEnumType(type)) return type.getValues().map(({ name }) => name)
  if (!isInputObjectType(type)) return []
  const { field, direction } = type.getFields()
  const [fields, directions] = [field, direction].map((one) => ordersOf(getNamedType(one!.type)))
  return fields!.flatMap((name) => directions!.map((way) => `{ field: ${name}, direction: ${way} }`))
}

async function page({ name, key, needs }: List, around: string) {
  const given = needs.map((one) => `${one}: ${needed[one]!()}`)
  const answer = await admin.graph(`{ ${name}(${[...given, around].join(', ')}) {
    edges { cursor node { ${name === 'search' ? `... on Node { ${key} }` : key} } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } totalCount } }`)
  return answer.data[name] as Page
}
interface Page {
  edges: { cursor: string; node: Record<string, string> }[]
  pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; startCursor: string; endCursor: string }
  totalCount: number
}

/** All rows, page by page; backwards from the last one on where `back` says so. */
async function walk(list: List, order: string, size: number, back: boolean): Promise<string[]> {
  const found: string[] = []
  for (let cursor = '', more = true; more;) {
    const from = cursor && `, ${back ? 'before' : 'after'}: "${cursor}"`
    const { edges, pageInfo } = await page(list, `${back ? 'last' : 'first'}: ${size}${order}${from}`)
    const keys = edges.map(({ node }) => node[list.key]!)
    found.splice(back ? 0 : found.length, 0, ...keys)
    cursor = back ? pageInfo.startCursor : pageInfo.endCursor
    more = back ? pageInfo.hasPreviousPage : pageInfo.hasNextPage
    if (found.length > 2_000) throw new Error('The pages do not end')
  }
  return found
}

describe('Pages of a list with many rows of one instant', () => {
  it.each(lists())('have each row once, in both directions: $name', async (list) => {
    const { totalCount } = await page(list, 'first: 1')
    expect(totalCount).toBeGreaterThanOrEqual(count)
    for (const order of ['', ...list.orders.map((one) => `, orderBy: ${one}`)]) {
      const whole = await walk(list, order, 100, false)
      expect([new Set(whole).size, whole.length], order).toEqual([totalCount, totalCount])
      for (const size of order ? [Math.ceil(totalCount / 3)] : [Math.ceil(totalCount / count), 7, count])
        for (const back of [false, true]) expect(await walk(list, order, size, back), `${size}${order}`).toEqual(whole)
    }
  })
})
