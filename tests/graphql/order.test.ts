import { getNamedType, isEnumType, isInputObjectType, isObjectType, type GraphQLSchema } from 'graphql'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resolvers } from '../../src/areas.js'
import { buildGraphSchema } from '../../src/graphql/schema.js'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { made, makeContent, makeVideo, unique } from '../support/workspace.js'

let api: TestApi
let admin: Person
let schema: GraphQLSchema
let videoId: string

/** Five of everything, changed in another order than made, names in a third one. */
beforeAll(async () => {
  schema = await buildGraphSchema(resolvers)
  api = await startApi()
  admin = await api.admin()
  videoId = await makeVideo(api)
  const names = ['delta', 'alpha', 'echo', 'bravo', 'charlie']
  const { db } = api.app.services
  for (const name of names) {
    await makeVideo(api)
    await makeContent(admin, videoId)
    await api.person(`${name}-person`)
    await made(admin.post('/api/groups', { name, slug: unique(name) }))
    await made(admin.post('/api/projects', { name, slug: unique(name) }))
  }
  for (const table of ['videos', 'personas', 'users', 'userGroups', 'projects', 'videoSummaries', 'claims', 'annotations'] as const) {
    const rows = await db.selectFrom(table).select('id').orderBy('id').execute()
    for (const [i, { id }] of rows.entries()) {
      const updatedAt = new Date(Date.UTC(2026, 0, 1 + ((i * 3) % rows.length))).toISOString()
      await db.updateTable(table).set({ updatedAt }).where('id', '=', id as string).execute()
    }
  }
  for (const [i, { id }] of (await db.selectFrom('personas').select('id').orderBy('id').execute()).entries()) await db.updateTable('personas').set({ name: names[i % 5] ?? '' }).where('id', '=', id).execute()
}, 60_000)
afterAll(() => api.stop())

const lists = ['videos', 'personas', 'users', 'groups', 'allGroups', 'projects', 'summaries', 'claims', 'annotations']
const columns: Record<string, string> = { NAME: 'name', USERNAME: 'username', FILENAME: 'filename', CREATED_AT: 'createdAt', UPDATED_AT: 'updatedAt' }

function fieldsOf(list: string): { name: string; words: string[] } {
  const type = schema.getQueryType()?.getFields()[list]?.args.find(({ name }) => name === 'orderBy')?.type
  const order = type && getNamedType(type)
  const words = isInputObjectType(order) ? order.getFields()['field']?.type : undefined
  const named = words && getNamedType(words)
  return { name: String(order), words: isEnumType(named) ? named.getValues().map(({ name }) => name) : [] }
}

async function page(list: string, order: string, variables: Record<string, unknown>, field: string) {
  const own = list === 'annotations' ? `videoId: "${videoId}", ` : ''
  const query = `query ($first: Int, $after: String, $last: Int, $before: String, $orderBy: ${order}) {
    ${list}(${own}first: $first, after: $after, last: $last, before: $before, orderBy: $orderBy) { nodes { id ${field} } pageInfo { startCursor endCursor hasNextPage hasPreviousPage } } }`
  const { data, errors } = await admin.graph(query, variables)
  return { ...data?.[list], errors }
}

describe('orderBy', () => {
  it('is there on every list of rows that people name or change', () => {
    const query = schema.getQueryType()
    const sortable = Object.values(query?.getFields() ?? {}).filter(({ args }) => args.some(({ name }) => name === 'orderBy')).map(({ name }) => name)
    expect(sortable.sort()).toEqual([...lists].sort())
    for (const list of lists) expect(isObjectType(getNamedType(query?.getFields()[list]?.type as never))).toBe(true)
  })

  it.each(lists)('sorts %s by each column in both directions, page by page, forward and backward', async (list) => {
    const { name, words } = fieldsOf(list)
    const all = (await page(list, name, { first: 100 }, 'id')).nodes.map(({ id }: { id: string }) => id)
    expect(all.length).toBeGreaterThanOrEqual(5)
    expect(words.length).toBeGreaterThanOrEqual(2)
    for (const word of words) {
      const column = columns[word] ?? ''
      const whole: Record<string, string[]> = {}
      for (const direction of ['ASC', 'DESC']) {
        const orderBy = { field: word, direction }
        const forward: { id: string; [column: string]: string }[] = []
        for (let after: string | null = null, more = true; more;) {
          const { nodes, pageInfo }: any = await page(list, name, { first: 3, after, orderBy }, column)
          forward.push(...nodes)
          after = pageInfo.endCursor
          more = pageInfo.hasNextPage
        }
        const backward: { id: string }[] = []
        for (let before: string | null = null, more = true; more;) {
          const { nodes, pageInfo }: any = await page(list, name, { last: 3, before, orderBy }, column)
          backward.unshift(...nodes)
          before = pageInfo.startCursor
          more = pageInfo.hasPreviousPage
        }
        whole[direction] = forward.map(({ id }) => id)
        expect([...whole[direction]].sort()).toEqual([...all].sort())
        expect(backward.map(({ id }) => id)).toEqual(whole[direction])
        const values = forward.map((one) => one[column] ?? '')
        if (word.endsWith('_AT')) expect(values).toEqual([...values].sort((a, b) => (direction === 'ASC' ? 1 : -1) * (a < b ? -1 : a > b ? 1 : 0)))
      }
      expect(whole['ASC']?.reverse()).toEqual(whole['DESC'])
    }
  })

  it.each(['users', 'groups', 'allGroups', 'projects', 'personas', 'videos'])('stands beside a search over names: %s', async (list) => {
    const field = list === 'users' ? 'username' : list === 'videos' ? 'filename' : 'name'
    const found = async (search: string) => {
      const { data, errors } = await admin.graph(`query ($search: String) { ${list}(search: $search) { totalCount nodes { ${field} } } }`, { search })
      expect(errors).toBeUndefined()
      const names = data[list].nodes.map((one: Record<string, string>) => one[field] ?? '')
      expect(data[list].totalCount).toBe(names.length)
      return names
    }
    const word = list === 'videos' ? 'IDEO' : 'ALPHA'
    const names = await found(word)
    expect(names.length).toBeGreaterThan(0)
    for (const name of names) expect(name).toContain(word.toLowerCase())
    expect(await found('%')).toEqual([])
    expect(await found('no such name')).toEqual([])
  })

  it('leaves out archived projects, or all others', async () => {
    const [{ id }] = (await admin.graph('{ projects(search: "bravo") { nodes { id } } }')).data.projects.nodes
    await made(admin.put(`/api/projects/${id}`, { isArchived: true }))
    const ids = async (isArchived: boolean) => (await admin.graph(`{ projects(isArchived: ${isArchived}) { nodes { id } } }`)).data.projects.nodes.map((one: { id: string }) => one.id)
    expect(await ids(true)).toEqual([id])
    expect(await ids(false)).not.toContain(id)
  })

  it('by name reads as people sort, and a cursor of one order is none of another', async () => {
    const { nodes, pageInfo } = await page('projects', 'ProjectOrder', { first: 3, orderBy: { field: 'NAME', direction: 'ASC' } }, 'name')
    expect(nodes.map(({ name }: { name: string }) => name)).toEqual(['alpha', 'bravo', 'charlie'])
    const other = await page('projects', 'ProjectOrder', { first: 3, after: pageInfo.endCursor, orderBy: { field: 'NAME', direction: 'DESC' } }, 'name')
    expect(other.errors?.[0]).toMatchObject({ extensions: { code: 'VALIDATION_ERROR', details: [{ field: 'after', message: 'belongs to a list with another sort or filter' }] } })
  })
})
