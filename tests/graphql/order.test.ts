import { getNamedType, isEnumType, isInputObjectType, type GraphQLSchema } from 'graphql'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resolvers } from '../../src/areas.js'
import { buildGraphSchema } from '../../src/graphql/schema/schema.js'
import { newId } from '../../src/lib/uuid.js'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { made, makeContent, makeVideo, unique } from '../support/workspace.js'

let api: TestApi
let admin: Person
let schema: GraphQLSchema
let videoId: string
let projectId: string

/** Makes five of everything; the orders of creation, of the last change and of names all differ. */
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
  await makeOwn(names)
  for (const table of [
    'videos',
    'personas',
    'users',
    'userGroups',
    'projects',
    'videoSummaries',
    'claims',
    'annotations',
  ] as const) {
    const rows = await db.selectFrom(table).select('id').orderBy('id').execute()
    for (const [i, { id }] of rows.entries()) {
      const updatedAt = new Date(Date.UTC(2026, 0, 1 + ((i * 3) % rows.length))).toISOString()
      await db
        .updateTable(table)
        .set({ updatedAt })
        .where('id', '=', id as string)
        .execute()
    }
  }
  for (const [i, { id }] of (await db.selectFrom('personas').select('id').orderBy('id').execute()).entries())
    await db
      .updateTable('personas')
      .set({ name: names[i % 5] ?? '' })
      .where('id', '=', id)
      .execute()
})
afterAll(() => api.stop())

/**
 * Makes one object for each name in each list of a user's own things. Times, numbers and words are in different orders,
 * and some are absent.
 */
async function makeOwn(names: readonly string[]): Promise<void> {
  const { db } = api.app.services
  const other = await api.person()
  const at = (n: number) => new Date(Date.UTC(2026, 1, 1 + n)).toISOString()
  projectId = (await made(admin.post('/api/projects', { name: 'zulu', slug: unique('zulu') }))).id
  const world = (await made(other.get('/api/world'))).id
  for (const [i, name] of names.entries()) {
    const [createdAt, later] = [at((i * 2) % 5), i % 2 ? at(10 + ((i * 3) % 5)) : null]
    const common = { createdAt, ipAddress: null, userAgent: name }
    for (const userId of [admin.id, other.id]) {
      await db
        .insertInto('sessions')
        .values({
          ...common,
          id: newId(),
          userId,
          tokenHash: unique('hash'),
          tokenTail: 'tail',
          expiresAt: `2099-01-0${5 - i}T00:00:00Z`,
          lastActivityAt: `2099-02-0${5 - i}T00:00:00Z`,
        })
        .execute()
    }
    const keys = [admin.id, null].map((userId) => ({
      id: newId(),
      userId,
      provider: name,
      keyName: `${5 - i}`,
      encryptedKey: 'x',
      encryptionKeyId: 'x',
      keyMask: '...',
      lastUsed: later,
      usageCount: (i * 3) % 5,
      isActive: i < 2,
      createdAt,
      updatedAt: at(i),
    }))
    await db.insertInto('apiKeys').values(keys).execute()
    const tokens = [admin.id, other.id].map((userId) => ({
      id: newId(),
      userId,
      tokenHash: unique('hash'),
      tokenTail: 'tail',
      name,
      scopes: ['read'],
      createdAt,
    }))
    await db.insertInto('apiTokens').values(tokens).execute()
    await db
      .insertInto('importHistory')
      .values({
        id: newId(),
        importedBy: admin.id,
        filename: `${name}.jsonl`,
        importOptions: '{}',
        result: `{"status":"${name}"}`,
        success: i < 2,
        itemsImported: (i * 3) % 5,
        itemsSkipped: i % 2,
        createdAt,
      })
      .execute()
    await db
      .insertInto('frozenExports')
      .values({
        id: newId(),
        createdBy: admin.id,
        contents: 'all',
        scope: 'own',
        filters: '{}',
        format: 'jsonl',
        createdAt,
        ...(later && {
          file: unique('file'),
          size: i,
          digest: 'ab',
          manifest: '{}',
          completedAt: later,
          expiresAt: later,
        }),
      })
      .execute()
    await db
      .insertInto('jobs')
      .values({
        id: newId(),
        publicId: unique('job'),
        queue: i < 2 ? 'claim-extraction' : 'claim-synthesis',
        userId: admin.id,
        payload: '{}',
        createdAt,
        status: later ? 'completed' : 'queued',
        startedAt: later,
        completedAt: later,
        videoId: i < 2 ? videoId : null,
      })
      .execute()
    await db
      .insertInto('videoAssignmentRules')
      .values({
        id: newId(),
        name,
        conditions: '[]',
        targetType: i < 2 ? 'user' : 'project',
        targetId: projectId,
        isActive: i < 2,
        createdBy: admin.id,
        createdAt,
      })
      .execute()
    await db
      .insertInto('projectVideoAssignments')
      .values({
        id: newId(),
        projectId,
        videoId: await makeVideo(api),
        source: i < 2 ? 'rule' : 'manual',
        assignedUserId: i === 0 ? other.id : null,
        assignedAt: createdAt,
      })
      .execute()
    const claim = await db.selectFrom('claims').select('id').orderBy('id').offset(i).executeTakeFirstOrThrow()
    const shared = {
      permissionLevel: i < 2 ? 'forkable' : 'read_only',
      createdAt,
      expiresAt: later && `2099${later.slice(4)}`,
    }
    const theirs = await api.person()
    await db
      .insertInto('resourceShares')
      .values([
        {
          ...shared,
          id: newId(),
          claimId: claim.id,
          sharedByUserId: admin.id,
          sharedWithUserId: other.id,
          expiresAt: i === 4 ? '2020-01-01T00:00:00Z' : shared.expiresAt,
        },
        i < 2
          ? { ...shared, id: newId(), claimId: claim.id, sharedByUserId: other.id, sharedWithUserId: admin.id }
          : { ...shared, id: newId(), worldStateId: world, sharedByUserId: theirs.id, sharedWithUserId: admin.id },
      ])
      .execute()
    await db
      .updateTable('claims')
      .set({ confidence: ((i * 3) % 5) / 5 })
      .where('id', '=', claim.id)
      .execute()
  }
}

const byNames = [
  'videos',
  'personas',
  'accounts',
  'groups',
  'allGroups',
  'projects',
  'summaries',
  'claims',
  'annotations',
]
const own = [
  'sessions',
  'allSessions',
  'tokens',
  'allTokens',
  'apiKeys',
  'sharedApiKeys',
  'imports',
  'exports',
  'sharesReceived',
  'sharesSent',
  'videoAssignments',
  'videoAssignmentRules',
  'jobs',
]
const lists = [...byNames, ...own]
/** The field that a value of an order enum names, such as `createdAt` for CREATED_AT. */
const columnOf = (word: string) =>
  word.toLowerCase().replace(/_([a-z])/g, (_all, letter: string) => letter.toUpperCase())
/** The required arguments of a list. */
const needed = (list: string) =>
  list === 'annotations'
    ? `filter: { videoId: "${videoId}" }, `
    : list === 'videoAssignments'
      ? `projectId: "${projectId}", `
      : ''

/** Lists with one order: what the log of changes tells, and webhooks. */
const ownOrder = ['audit', 'changes', 'history', 'trash', 'notifications', 'webhooks', 'webhookDeliveries']
/** Members come in the order in which they joined, types and objects in the order of their document. */
const ofOneThing = [
  ...['groupMembers', 'projectMembers', 'ontologyTypes', 'entities', 'events', 'times'],
  ...['entityCollections', 'eventCollections', 'timeCollections', 'worldRelations'],
]

function fieldsOf(list: string): { name: string; words: string[] } {
  const type = schema
    .getQueryType()
    ?.getFields()
    [list]?.args.find(({ name }) => name === 'orderBy')?.type
  const order = type && getNamedType(type)
  const words = isInputObjectType(order) ? order.getFields()['field']?.type : undefined
  const named = words && getNamedType(words)
  return { name: String(order), words: isEnumType(named) ? named.getValues().map(({ name }) => name) : [] }
}

async function page(list: string, order: string, variables: Record<string, unknown>, field: string) {
  const query = `query ($first: Int, $after: String, $last: Int, $before: String, $orderBy: ${order}) {
    ${list}(${needed(list)}first: $first, after: $after, last: $last, before: $before, orderBy: $orderBy) { nodes { ${list === 'accounts' ? 'id: userId' : 'id'} ${field} } pageInfo { startCursor endCursor hasNextPage hasPreviousPage } } }`
  const { data, errors } = await admin.graph(query, variables)
  return { ...data?.[list], errors }
}

describe('orderBy', () => {
  it('is there on every list, but for a search, which has the best first, and logs, which have one order', () => {
    const query = schema.getQueryType()
    const sortable = Object.values(query?.getFields() ?? {})
      .filter(({ args }) => args.some(({ name }) => name === 'orderBy'))
      .map(({ name }) => name)
    expect(sortable.sort()).toEqual([...lists].sort())
    const pages = Object.values(query?.getFields() ?? {})
      .filter(({ args }) => args.some(({ name }) => name === 'first'))
      .map(({ name }) => name)
    expect(pages.filter((name) => !lists.includes(name))).toEqual([
      ...['invitations', 'search', ...ownOrder, 'users', ...ofOneThing],
    ])
  })

  it.each(lists)('sorts %s by each column in both directions, page by page, forward and backward', async (list) => {
    const { name, words } = fieldsOf(list)
    const all = (await page(list, name, { first: 100 }, '__typename')).nodes.map(({ id }: { id: string }) => id)
    expect(all.length).toBeGreaterThanOrEqual(5)
    expect(words.length).toBeGreaterThanOrEqual(2)
    for (const word of words) {
      const column = columnOf(word)
      const whole: Record<string, { known: string[]; unknown: string[] }> = {}
      for (const direction of ['ASC', 'DESC']) {
        const orderBy = { field: word, direction }
        const forward: { id: string; [column: string]: string | number | null }[] = []
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
        const ids = forward.map(({ id }) => id)
        expect([...ids].sort()).toEqual([...all].sort())
        expect(backward.map(({ id }) => id)).toEqual(ids)
        const known = forward.filter((one) => one[column] !== null)
        whole[direction] = { known: known.map(({ id }) => id), unknown: ids.slice(known.length) }
        expect(
          forward.slice(known.length).every((one) => one[column] === null),
          'what is unknown comes last',
        ).toBe(true)
        const values = known.map((one) => one[column] ?? '')
        const comparable = word.endsWith('_AT') || typeof values[0] === 'number'
        if (comparable)
          expect(values).toEqual(
            [...values].sort((a, b) => (direction === 'ASC' ? 1 : -1) * (a < b ? -1 : a > b ? 1 : 0)),
          )
      }
      expect(whole['ASC']?.known.reverse()).toEqual(whole['DESC']?.known)
      expect(whole['ASC']?.unknown.reverse()).toEqual(whole['DESC']?.unknown)
    }
  })

  it.each(['accounts', 'groups', 'allGroups', 'projects', 'personas', 'videos'])(
    'stands beside a search over names: %s',
    async (list) => {
      const field = list === 'accounts' ? 'username' : list === 'videos' ? 'filename' : 'name'
      const found = async (search: string) => {
        const { data, errors } = await admin.graph(
          `query ($search: String) { ${list}(filter: { search: $search }) { totalCount nodes { ${field} } } }`,
          { search },
        )
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
    },
  )

  /** Lists with conditions, and how many rows these leave. */
  const filters: [list: string, filter: string, left: number][] = [
    ['sessions', 'activeSince: "2099-02-03T00:00:00Z"', 3],
    ['allSessions', 'activeSince: "2099-02-03T00:00:00Z"', 6],
    ['allSessions', 'search: "delta-PERS"', 1],
    ['apiKeys', 'provider: "ECHO"', 1],
    ['apiKeys', 'isActive: true', 2],
    ['sharedApiKeys', 'isActive: false', 3],
    ['imports', 'success: true', 2],
    ['imports', 'search: "BRAVO"', 1],
    ['imports', 'since: "2026-02-02T00:00:00Z", until: "2026-02-04T00:00:00Z"', 2],
    ['imports', 'since: "0001-01-01"', 5],
    ['sharesReceived', 'resourceType: CLAIM', 2],
    ['sharesReceived', 'permissionLevel: READ_ONLY', 3],
    ['sharesSent', 'isExpired: true', 1],
    // Two shares were made by the admin, two by another user who shared the admin's claims.
    ['sharesSent', 'permissionLevel: FORKABLE, resourceType: CLAIM', 4],
    ['sharesSent', 'resourceType: PERSONA', 0],
    ['videoAssignments', 'source: RULE', 2],
    ['videoAssignmentRules', 'targetType: PROJECT', 3],
    ['videoAssignmentRules', 'search: "alph"', 1],
    ['videoAssignmentRules', 'isActive: true', 2],
    ['jobs', 'queue: CLAIM_EXTRACTION', 2],
    ['jobs', 'status: COMPLETED', 2],
  ]
  it.each(filters)('stands beside a filter: %s(%s) has %i', async (list, filter, left) => {
    const { data, errors } = await admin.graph(
      `{ ${list}(${needed(list)}filter: { ${filter} }, orderBy: { field: ${fieldsOf(list).words[0]}, direction: DESC }) { totalCount nodes { __typename } } }`,
    )
    expect(errors).toBeUndefined()
    expect(data[list]).toMatchObject({ totalCount: left, nodes: { length: left } })
  })

  it('filters by the users and videos that the rows refer to', async () => {
    const { data, errors } =
      await admin.graph(`{ sharesReceived { nodes { creator { id } } } sharesSent { nodes { sharedWithUser { id } } }
      videoAssignments(projectId: "${projectId}") { nodes { videoId assignedUser { id } } } allSessions { nodes { user { id } } } }`)
    expect(errors).toBeUndefined()
    const count = async (call: string) => {
      const answer = await admin.graph(`{ list: ${call} { totalCount } }`)
      return answer.data?.list?.totalCount ?? answer.errors?.[0]?.extensions?.['code']
    }
    const userId = data.sharesSent.nodes[0].sharedWithUser.id
    expect(await count(`sharesSent(filter: { sharedWithUserId: "${userId}" })`)).toBe(5)
    // An owner's list has every share of what they own, whoever made it.
    expect(await count(`sharesSent(filter: { sharedWithUserId: "${admin.id}" })`)).toBe(2)
    expect(await count(`sharesSent(filter: { sharedWithGroupId: "${userId}" })`)).toBe(0)
    expect(await count(`sharesReceived(filter: { creatorId: "${userId}" })`)).toBe(2)
    for (const list of ['sessions', 'tokens'])
      expect([list, await count(`${list}(filter: { userId: "${userId}" })`)]).toEqual([list, 0])
    expect(await count(`allSessions(filter: { userId: "${userId}" })`)).toBe(
      data.allSessions.nodes.filter(({ user }: any) => user.id === userId).length,
    )
    expect(await count(`videoAssignments(projectId: "${projectId}", filter: { assignedUserId: "${userId}" })`)).toBe(1)
    expect(
      await count(
        `videoAssignments(projectId: "${projectId}", filter: { videoId: "${data.videoAssignments.nodes[0].videoId}" })`,
      ),
    ).toBe(1)
    const nested = await admin.graph(
      `{ project(id: "${projectId}") { videoAssignments(filter: { source: MANUAL }) { totalCount } } }`,
    )
    expect(nested.data.project.videoAssignments.totalCount).toBe(3)
    expect(await count(`jobs(filter: { videoId: "${videoId}" })`)).toBe(2)
    expect(await count('jobs(filter: { summaryId: "nothing" })')).toBe('VALIDATION_ERROR')
  })

  it('has active projects, or archived ones where they are asked for', async () => {
    const [{ id }] = (await admin.graph('{ projects(filter: { search: "bravo" }) { nodes { id } } }')).data.projects
      .nodes
    await made(admin.put(`/api/projects/${id}`, { isArchived: true }))
    const ids = async (isArchived: boolean) =>
      (
        await admin.graph(`{ projects(filter: { isArchived: ${isArchived} }) { nodes { id } } }`)
      ).data.projects.nodes.map((one: { id: string }) => one.id)
    expect(await ids(true)).toEqual([id])
    expect(await ids(false)).not.toContain(id)
    const usual = (await admin.graph(`{ projects { nodes { id } totalCount } }`)).data.projects
    expect(usual.nodes).toEqual((await ids(false)).map((one: string) => ({ id: one })))
    expect(usual.totalCount).toBe(usual.nodes.length)
    await made(admin.put(`/api/projects/${id}`, { isArchived: false }))
  })

  it('by name reads as people sort, and a cursor of one order is none of another', async () => {
    const { nodes, pageInfo } = await page(
      'projects',
      'ProjectOrder',
      { first: 3, orderBy: { field: 'NAME', direction: 'ASC' } },
      'name',
    )
    expect(nodes.map(({ name }: { name: string }) => name)).toEqual(['alpha', 'bravo', 'charlie'])
    const other = await page(
      'projects',
      'ProjectOrder',
      { first: 3, after: pageInfo.endCursor, orderBy: { field: 'NAME', direction: 'DESC' } },
      'name',
    )
    expect(other.errors?.[0]).toMatchObject({
      extensions: {
        code: 'VALIDATION_ERROR',
        details: [{ field: 'after', message: 'belongs to a list with another sort or filter' }],
      },
    })
  })
})
