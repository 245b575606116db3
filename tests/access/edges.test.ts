import {
  getNamedType,
  isAbstractType,
  isObjectType,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
} from 'graphql'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { defaultPermissions } from '../../db/seed.js'
import { resolvers } from '../../src/areas.js'
import { buildGraphSchema } from '../../src/graphql/schema/schema.js'
import { queryOf, waysTo, type ArgumentText, type Step } from '../graphql/generated-query.js'
import { makeEverything } from '../graphql/everything.js'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { made, makeContent } from '../support/workspace.js'
import { may, maySeeVideo, type Grant, type Kind, type Row, type Who } from './model.js'

let api: TestApi
let schema: GraphQLSchema
let ids: Record<string, string>
let people: Record<string, Person>
let owner: Person
/** The rows by id about which the model of the rules (model.ts) is asked; other ids in a response are not judged. */
const rows = new Map<string, { kind: Kind | 'video'; row: Row }>()
let table: Grant[]

const typeOf = {
  persona: 'Persona',
  annotation: 'Annotation',
  summary: 'Summary',
  claim: 'Claim',
  world_state: 'World',
  video: 'Video',
} as const
type Seen = keyof typeof typeOf

beforeAll(async () => {
  schema = await buildGraphSchema(resolvers)
  api = await startApi()
  owner = await api.person()
  const [annotator, recipient, stranger] = [await api.person(), await api.person(), await api.person()]
  people = { annotator, recipient, stranger, 'nobody at all': api.anonymous }
  // The content is in the project, and so is everything that refers to it.
  ids = await makeEverything(api, owner, { inProject: true })
  const { annotationId } = await makeContent(owner, ids['videoId'] ?? '', ids['projectId'])
  await made(owner.delete(`/api/annotations/${ids['videoId']}/${annotationId}`))
  await made(owner.post(`/api/projects/${ids['projectId']}/members`, { userId: annotator.id, role: 'annotator' }))
  await made(
    owner.post('/api/sharing', {
      resourceType: 'claim',
      resourceId: ids['otherClaimId'],
      sharedWithUserId: recipient.id,
    }),
  )
  await made(
    owner.post('/api/sharing', {
      resourceType: 'annotation',
      resourceId: ids['annotationId'],
      sharedWithUserId: recipient.id,
    }),
  )
  // Each row is a copy of another one of its kind, whose reader may differ.
  for (const table of ['personas', 'annotations', 'video_summaries', 'claims'])
    await api.app.services.pool
      .query(`update ${table} t set forked_from = json_build_object('id', n.source, 'version', 1)
      from (select id, coalesce(lead(id) over by_id, first_value(id) over by_id) as source from ${table}
            window by_id as (order by id)) n
     where n.id = t.id`)
  const row = (kind: Kind, id = '', more: Partial<Row> = {}): void =>
    void rows.set(id, { kind, row: { id, kind, ownerId: owner.id, inProject: true, ...more } })
  const { db } = api.app.services
  for (const { id, projectId } of await db
    .selectFrom('personas')
    .select(['id', 'projectId'])
    .where('userId', '=', owner.id)
    .execute())
    row('persona', id, { inProject: projectId !== null })
  for (const { id, projectId } of await db.selectFrom('annotations').select(['id', 'projectId']).execute())
    row('annotation', id, { inProject: projectId !== null })
  for (const { id, projectId } of await db.selectFrom('videoSummaries').select(['id', 'projectId']).execute())
    row('summary', id, { inProject: projectId !== null })
  for (const { id, summaryId, projectId } of await db
    .selectFrom('claims')
    .select(['id', 'summaryId', 'projectId'])
    .execute()) {
    row('claim', id, { inProject: projectId !== null, summary: { id: summaryId, ownerId: owner.id } })
  }
  for (const { id, projectId } of await db
    .selectFrom('worldStates')
    .select(['id', 'projectId'])
    .where('userId', '=', owner.id)
    .execute())
    row('world_state', id, { inProject: projectId !== null })
  rows.set(ids['videoId'] ?? '', { kind: 'video', row: { id: '', kind: 'persona', ownerId: '', inProject: true } })
  table = defaultPermissions().filter(({ scope }) => scope === 'project')
})
afterAll(() => api.stop())

const text = (value: unknown) => JSON.stringify(value)
const argumentText: ArgumentText = (parent, field, { name }) => {
  const known: Record<string, string | undefined> = {
    'annotation.id': ids['annotationId'],
    'claim.id': ids['otherClaimId'],
    'summary.id': ids['summaryId'],
    'persona.id': ids['personaId'],
    'video.id': ids['videoId'],
    'project.id': ids['projectId'],
    'group.id': ids['groupId'],
    'annotations.videoId': ids['videoId'],
    'videoAssignments.projectId': ids['projectId'],
    'world.projectId': ids['projectId'],
    'search.query': 'ferry or more',
    'node.id': ids['worldId'],
    'job.id': ids['jobId'],
    'videoAssignmentRule.id': ids['ruleId'],
  }
  if (name === 'ids') return text([...rows.keys()])
  return parent === 'Query' && known[`${field}.${name}`] !== undefined
    ? text(known[`${field}.${name}`])
    : ({ first: '20', time: '0.1' } as Record<string, string>)[name]
}

/** Query fields that are left out: they tell about rows without returning them, or are for administrators. */
const closed =
  /^(changes|explainAccess|exportUrl|exportStats|account|user|ontologyType|typeDeletionPreview|personaDeletionPreview|userDeletionPreview)$/

/** Paths from Query to the type, by edge (`Type.field`): the last step of each path is that edge. */
function edgesTo(type: GraphQLObjectType): Map<string, Step[][]> {
  const query = schema.getQueryType()
  if (!query) throw new Error('no queries')
  const starts = waysTo(schema, query, 40, ({ field }) => !closed.test(field.name))
  const found = new Map<string, Step[][]>()
  for (const parent of [query, ...[...starts.keys()].map((name) => schema.getType(name))]) {
    if (!isObjectType(parent) || /(Connection|Edge)$/.test(parent.name)) continue
    for (const field of Object.values(parent.getFields())) {
      const [first, ...more] = lastSteps(parent, field, type)
      if (!first || closed.test(field.name)) continue
      found.set(
        `${parent.name}.${field.name}`,
        (parent === query ? [[]] : (starts.get(parent.name) ?? [])).map((way) => [...way, first, ...more]),
      )
    }
  }
  return found
}

/**
 * The steps by which a field leads to the type: directly, or through the nodes of a connection; [] when it does not.
 */
function lastSteps(parent: GraphQLObjectType, field: GraphQLField<unknown, unknown>, type: GraphQLObjectType): Step[] {
  const named = getNamedType(field.type)
  if (named === type || (isAbstractType(named) && schema.isSubType(named, type)))
    return [{ parent: parent.name, field, type }]
  if (!isObjectType(named) || !named.name.endsWith('Connection')) return []
  const nodes = named.getFields()['nodes']
  const below = nodes ? lastSteps(named, nodes, type) : []
  return below.length ? [{ parent: parent.name, field, type: named }, ...below] : []
}

/** Collects the ids of all objects of the type in a response. */
function idsIn(value: unknown, type: string, found: Set<string> = new Set()): Set<string> {
  if (Array.isArray(value)) for (const one of value) idsIn(one, type, found)
  else if (typeof value === 'object' && value !== null) {
    const object = value as Record<string, unknown>
    if (object['__typename'] === type && typeof object['id'] === 'string') found.add(object['id'])
    for (const one of Object.values(object)) idsIn(one, type, found)
  }
  return found
}

/** Queries a path as a person; returns the ids of the type that it shows. */
async function shown(who: Person, way: readonly Step[]): Promise<Set<string>> {
  const { data } = await who.graph(queryOf(way, 'query', argumentText, '__typename id'))
  return idsIn(data, way.at(-1)?.type.name ?? '')
}

function readable(who: Who, id: string): boolean | undefined {
  const known = rows.get(id)
  if (!known) return undefined
  return known.kind === 'video' ? maySeeVideo(who, table) : may(who, 'read', known.row, table)
}

async function revoke(kind: Seen): Promise<void> {
  const admin = await api.admin()
  for (const one of await made(admin.get(`/api/admin/permissions?scope=project&role=annotator&resourceType=${kind}`))) {
    if (one.action === 'read' || one.action === 'manage') await made(admin.delete(`/api/admin/permissions/${one.id}`))
  }
  table = table.filter(
    (one) =>
      !(one.role === 'annotator' && one.resourceType === kind && (one.action === 'read' || one.action === 'manage')),
  )
}

const kindsSeen = Object.keys(typeOf) as Seen[]
/** For each kind and edge, the first path that shows the owner something. */
const open = new Map<Seen, Map<string, Step[]>>()

describe('every edge that leads to a row', () => {
  it('shows its owner something', async () => {
    // Nobody shares videos, and neither these nor whole worlds are copied; `node` is asked for the world alone, `nodes` for everything. Notifications tell of acts of
    // others, of which there are none; they read what they name as `Job` does. The audit log and the rules are for
    // administrators.
    const unused = [
      ...['Share.resource: video', 'Notification.persona: persona', 'Notification.video: video'],
      ...kindsSeen.map((kind) => `Notification.thing: ${kind}`),
      ...kindsSeen.flatMap((kind) => [`AuditEntry.thing: ${kind}`, `VideoAssignmentRule.target: ${kind}`]),
      ...kindsSeen.map((kind) => `Query.node: ${kind}`),
      ...['ForkedFrom.node: world_state', 'ForkedFrom.node: video'],
    ]
    const empty: string[] = []
    for (const kind of kindsSeen) {
      const ofKind = new Map<string, Step[]>()
      open.set(kind, ofKind)
      for (const [edge, ways] of edgesTo(schema.getType(typeOf[kind]) as GraphQLObjectType)) {
        for (const way of ways) {
          if ((await shown(owner, way)).size === 0) continue
          ofKind.set(edge, way)
          break
        }
        if (!ofKind.has(edge) && !unused.includes(`${edge}: ${kind}`)) empty.push(`${edge}: ${typeOf[kind]}`)
      }
    }
    expect(empty).toEqual([])
  })

  it('shows other users only what the permission table lets them read, also as read grants are revoked kind by kind', async () => {
    const who = (name: string, role: string | null, shared: (string | undefined)[] = []): Who => ({
      id: people[name]?.id ?? '',
      isAdmin: false,
      role,
      shared: new Set(shared as string[]),
    })
    const known: Record<string, Who> = {
      annotator: who('annotator', 'annotator'),
      recipient: who('recipient', null, [ids['otherClaimId'], ids['annotationId']]),
      stranger: who('stranger', null),
      'nobody at all': who('nobody at all', null),
    }
    const leaks: string[] = []
    let seen = 0
    for (const taken of [undefined, ...kindsSeen]) {
      if (taken) await revoke(taken)
      for (const [name, one] of Object.entries(known)) {
        if (taken && name !== 'annotator') continue
        for (const [kind, ways] of open) {
          for (const [edge, way] of ways) {
            const found = await shown(people[name] as Person, way)
            seen += found.size
            for (const id of found)
              // A shared annotation carries the name of its persona.
              if (readable(one, id) === false && !(edge === 'Annotation.persona' && name === 'recipient'))
                leaks.push(`${edge} shows ${name} a ${kind}${taken ? ` without ${taken}:read` : ''}`)
          }
        }
      }
    }
    expect(leaks).toEqual([])
    expect(seen).toBeGreaterThan(100)
  }, 120_000)
})
