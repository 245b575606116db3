import { readFileSync } from 'node:fs'
import { buildSchema, getNamedType, isEnumType, isInputObjectType, type GraphQLInputType } from 'graphql'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeEverything } from '../graphql/everything.js'
import { startApi, type GraphError, type Person, type TestApi } from '../support/api.js'
import { settled } from '../support/settled.js'
import { made } from '../support/workspace.js'
import { readState } from './recorded.js'

// Front ends save what they have read, often without a change. Every act that updates is tried: what it is about is read
// and sent back, and afterwards the database must hold just what it held.

type Body = Record<string, unknown>
type Ids = Record<string, string>
/** How the thing that an act updates is read, where not by GET on the same path, and the input of its mutation. */
interface Update {
  read?: (who: Person, ids: Ids) => Promise<Body>
  /** What is sent of what was read; by default all of it. */
  sent?: (read: Body, ids: Ids) => Body
  mutation?: string
  input?: (read: Body, ids: Ids) => Body
}

const found = (list: Body[], id: string | undefined) => list.find((one) => one['id'] === id) ?? {}
const listed = (path: string, id: string) => async (who: Person, ids: Ids) =>
  found(await made(who.get(path.replace(/:(\w+)/g, (_all, name: string) => ids[name] ?? name))), ids[id])
const byId =
  (...names: [input: string, id: string][]) =>
  (read: Body, ids: Ids): Body => ({ ...read, ...Object.fromEntries(names.map(([input, id]) => [input, ids[id]])) })

const keyframesOf = (frames: unknown) =>
  (frames as { boxes: { isKeyframe: boolean }[] }).boxes.filter(({ isKeyframe }) => isKeyframe)

/** Returns an item of an ontology or a world as its input, whose `extra` takes what it does not need. */
const itemIn = ({ id: key, name, ...extra }: any) => ({ key, name, extra })
/** Returns the arrays of an ontology, or of a world, as in inputs. */
function arraysIn(read: any, typed: boolean): Body {
  const { entities, roles, events, relationTypes, ...others } = read
  const items = (list: object[]) => list.map(itemIn)
  if (typed)
    return {
      ...{ entityTypes: items(entities), roleTypes: items(roles), eventTypes: items(events) },
      relationTypes: items(relationTypes),
    }
  const world = ['times', 'entityCollections', 'eventCollections', 'timeCollections', 'relations']
  const lists = { entities, events, ...others }
  return Object.fromEntries(['entities', 'events', ...world].map((name) => [name, items(lists[name])]))
}

const typeOf = (name: string, kind: string): Update => ({
  read: async (who, ids) => (await made(who.get(`/api/personas/${ids['personaId']}/ontology`)))[name][0],
  mutation: 'saveOntologyType',
  input: (type, { personaId }) => ({ personaId, kind, type: itemIn(type) }),
})
const objectIn = (path: string): Update => ({
  read: async (who, ids) => (await made(who.get(path.replace(':projectId', ids['projectId'] ?? ''))))['entities'][0],
  mutation: 'saveWorldObject',
  input: (read, { projectId }) => ({
    object: { entity: itemIn(read) },
    ...(path.includes('projects') && { projectId }),
  }),
})
const member = (of: 'group' | 'project'): Update => ({
  read: async (who, ids) => {
    const { members } = await made(who.get(`/api/${of}s/${ids[`${of}Id`]}`))
    return members.find((one: { userId: string }) => one.userId === ids['userId'])
  },
  mutation: of === 'group' ? 'changeGroupRole' : 'changeProjectRole',
  input: byId([`${of}Id`, `${of}Id`], ['userId', 'userId']),
})
const annotationOf = (id: string): Update => ({
  read: listed('/api/annotations/:videoId', id),
  mutation: 'updateAnnotation',
  input: byId(['id', id]),
})
const claim: Update = {
  read: (who, ids) => made(who.get(`/api/claims/${ids['claimId']}`)),
  mutation: 'updateClaim',
  input: byId(['id', 'claimId']),
}

const updates: Record<string, Update> = {
  'PATCH /api/admin/permissions/{id}': {
    read: listed('/api/admin/permissions', 'permissionId'),
    mutation: 'updatePermission',
    input: byId(['id', 'permissionId']),
  },
  'PUT /api/user/profile': {
    read: async (who) => (await made(who.get('/api/auth/me'))).user,
    mutation: 'updateProfile',
  },
  'PUT /api/admin/users/{userId}': { mutation: 'updateUser', input: byId(['id', 'userId']) },
  'PUT /api/api-keys/{keyId}': {
    read: listed('/api/api-keys', 'keyId'),
    mutation: 'updateApiKey',
    input: byId(['id', 'keyId']),
  },
  'PUT /api/admin/api-keys/{keyId}': { read: listed('/api/admin/api-keys', 'sharedKeyId') },
  'PUT /api/admin/groups/{groupId}': {
    read: listed('/api/admin/groups', 'groupId'),
    sent: ({ name, description }) => ({ name, description }),
  },
  'PUT /api/groups/{groupId}': { mutation: 'updateGroup', input: byId(['id', 'groupId']) },
  'PUT /api/groups/{groupId}/members/{userId}': member('group'),
  'PUT /api/projects/{projectId}': { mutation: 'updateProject', input: byId(['id', 'projectId']) },
  'PUT /api/projects/{projectId}/members/{userId}': member('project'),
  'PUT /api/admin/video-assignments/rules/{ruleId}': {
    read: listed('/api/admin/video-assignments/rules', 'ruleId'),
    mutation: 'updateVideoAssignmentRule',
    input: byId(['id', 'ruleId']),
  },
  'PUT /api/admin/detection-vocabulary': { mutation: 'replaceDetectionVocabulary' },
  'PUT /api/personas/{personaId}/ontology/entities/{typeId}': typeOf('entities', 'ENTITY'),
  'PUT /api/personas/{personaId}/ontology/events/{typeId}': typeOf('events', 'EVENT'),
  'PUT /api/personas/{personaId}/ontology/roles/{typeId}': typeOf('roles', 'ROLE'),
  'PUT /api/personas/{personaId}/ontology/relation-types/{typeId}': typeOf('relationTypes', 'RELATION'),
  'PUT /api/personas/{id}': { mutation: 'updatePersona', input: byId(['id', 'personaId']) },
  'PUT /api/personas/{id}/ontology': {
    mutation: 'updateOntology',
    input: (read, { personaId }) => ({ personaId, ...arraysIn(read, true) }),
  },
  'PUT /api/world': { mutation: 'updateWorld', input: (read) => arraysIn(read, false) },
  'PUT /api/projects/{projectId}/world': {
    mutation: 'updateWorld',
    input: (read, { projectId }) => ({ projectId, ...arraysIn(read, false) }),
  },
  'PUT /api/world/{kind}/{objectId}': objectIn('/api/world'),
  'PUT /api/projects/{projectId}/world/{kind}/{objectId}': objectIn('/api/projects/:projectId/world'),
  'PUT /api/ontology': {
    mutation: 'saveOntologyData',
    input: ({ personas, personaOntologies, world }: any) => ({
      personas,
      personaOntologies: personaOntologies.map((one: any) => ({
        ...{ id: one.id, personaId: one.personaId },
        ...arraysIn(one, true),
      })),
      world: arraysIn(world, false),
    }),
  },
  'PUT /api/annotations/{videoId}': annotationOf('annotationId'),
  'PUT /api/annotations/{videoId} of an object': annotationOf('objectAnnotationId'),
  'PUT /api/annotations/{videoId} with a long sequence': annotationOf('longAnnotationId'),
  'PUT /api/annotations/{videoId} with a long sequence alone': {
    ...annotationOf('longAnnotationId'),
    sent: ({ frames }) => ({ frames }),
  },
  ...Object.fromEntries(
    ['annotationId', 'longAnnotationId'].map((id, at): [string, Update] => [
      `PATCH /api/annotations/{id}/sequence${at ? ' of a long one' : ''}`,
      {
        read: listed('/api/annotations/:videoId', id),
        sent: ({ frames }) => ({ upsert: keyframesOf(frames).slice(0, 3) }),
        mutation: 'patchSequence',
        input: byId(['id', id]),
      },
    ]),
  ),
  'PUT /api/videos/{videoId}/summaries/{personaId}': {
    mutation: 'updateSummary',
    input: ({ summary, keyFrames, transcriptJson, ...read }, { summaryId }) => ({
      ...{ ...read, id: summaryId, summary },
      ...{ keyFrames: (keyFrames as object[]).map((extra) => ({ extra })), transcriptJson: { extra: transcriptJson } },
    }),
  },
  'POST /api/summaries': {
    read: (who, ids) => made(who.get(`/api/videos/${ids['videoId']}/summaries/${ids['personaId']}`)),
    mutation: 'saveSummary',
    input: ({ keyFrames, transcriptJson, ...read }) => ({
      ...read,
      ...{ keyFrames: (keyFrames as object[]).map((extra) => ({ extra })), transcriptJson: { extra: transcriptJson } },
    }),
  },
  'PUT /api/claims/{claimId}': claim,
  'PUT /api/summaries/{summaryId}/claims/{claimId}': claim,
  'PUT /api/webhooks/{webhookId}': { mutation: 'updateWebhook', input: byId(['id', 'webhookId']) },
  'POST /api/sharing': {
    read: listed('/api/sharing/sent', 'shareId'),
    sent: ({ resourceType, resourceId, sharedWithUserId, permissionLevel, expiresAt }) => {
      return { resourceType, resourceId, sharedWithUserId, permissionLevel, expiresAt }
    },
  },
}

/** Acts that do something also when everything is as it was. */
const stillActing: Record<string, string> = {
  'POST /api/reviews': 'somebody looked again, which has a time of its own',
  'PUT /api/webhooks/{webhookId}': 'a webhook that has failed is tried again at once where it is said to be active',
  'POST /api/notifications/seen': 'what has come meanwhile is seen, too',
}

let api: TestApi
let admin: Person
let ids: Ids

beforeAll(async () => {
  api = await startApi({ SEQUENCES_IN_PARTS: 'true' })
  admin = await api.admin()
  ids = await makeEverything(api, admin, { inProject: true })
  await makeMore()
  await settled(api)
}, 120_000)
afterAll(() => api.stop())

/** An annotation with a divided sequence, a webhook that works, and somebody's reviews of everything that can be reviewed. */
async function makeMore(): Promise<void> {
  const { videoId = '', personaId, summaryId = '', projectId } = ids
  const boxes = Array.from({ length: 700 }, (_, i) => ({
    ...{ frameNumber: i, x: i, y: 1, width: 2, height: 2, isKeyframe: i % 10 === 0 },
  }))
  const long = { videoId, personaId, type: 'type', label: 'ship', frames: { boxes, interpolationMode: 'linear' } }
  ids['longAnnotationId'] = (await made(admin.post('/api/annotations', long))).id
  await made(
    admin.patch(`/api/annotations/${ids['longAnnotationId']}/sequence`, {
      upsert: [{ frameNumber: 20, x: 5, y: 5, width: 2, height: 2 }],
    }),
  )
  const annotations = await made(admin.get(`/api/annotations/${videoId}`))
  ids['objectAnnotationId'] = annotations.find((one: Body) => one['linkType'] === 'entity').id
  ids['sharedKeyId'] = (await made(admin.get('/api/admin/api-keys')))[0].id
  await api.app.services.pool.query(
    'update webhooks set note = null, failures = 0, failing_since = null, retry_at = null',
  )
  const reviewer = await api.person()
  await made(admin.post(`/api/projects/${projectId}/members`, { userId: reviewer.id, role: 'reviewer' }))
  const all = [ids['annotationId'], ids['longAnnotationId'], ids['claimId'], ids['otherClaimId'], summaryId]
  await made(reviewer.post('/api/reviews', { ids: all, state: 'accepted', note: 'Good' }))
  const { rows } = await api.app.services.pool.query('select frames_head from annotations where id = $1', [
    ids['longAnnotationId'],
  ])
  expect(rows[0].frames_head).not.toBeNull()
}

/** Everything that a write could change: all rows that the log covers, the words of detectors, and the log itself. */
async function everything() {
  const { pool } = api.app.services
  const { rows } = await pool.query(
    `select (select count(*)::int from changes) as changes, (select count(*)::int from jobs) as jobs,
        (select count(*)::int from webhook_deliveries) as messages, (select json_agg(t order by term) from detection_terms t) as terms`,
  )
  return { counts: rows[0], rows: Object.fromEntries(await readState(pool)) }
}

const document = JSON.parse(readFileSync('openapi.json', 'utf8')) as { paths: Record<string, Record<string, unknown>> }
const pathOf = (route: string) => route.split(' ')[1] ?? ''

function urlOf(route: string): string {
  const own: Ids = { kind: 'entities', objectId: 'ferry', ...ids, id: ids['personaId'] ?? '' }
  if (route.includes('/permissions/')) own['id'] = ids['permissionId'] ?? ''
  if (route.startsWith('PUT /api/annotations')) own['videoId'] = ids['annotationId'] ?? ''
  if (route.includes('of an object')) own['videoId'] = ids['objectAnnotationId'] ?? ''
  if (route.includes('long')) own['videoId'] = own['id'] = ids['longAnnotationId'] ?? ''
  else if (route.includes('/sequence')) own['id'] = ids['annotationId'] ?? ''
  if (route.includes('/admin/api-keys')) own['keyId'] = ids['sharedKeyId'] ?? ''
  const types: Ids = { entities: 'ship', events: 'leave', roles: 'pilot', 'relation-types': 'tows' }
  own['typeId'] = types[/ontology\/([\w-]+)\//.exec(route)?.[1] ?? ''] ?? ''
  return pathOf(route).replace(/\{(\w+)\}/g, (_all, name: string) => own[name] ?? name)
}

const readOf = async (route: string, { read }: Update): Promise<Body> => {
  const body = read ? await read(admin, ids) : await made(admin.get(urlOf(route)))
  expect(Object.keys(body).length, route).toBeGreaterThan(0)
  return body
}

/** The value in the form of an input: members that it knows, with enum values in capitals, and others in `extra`. */
function asInput(value: unknown, type: GraphQLInputType): unknown {
  const named = getNamedType(type)
  if (Array.isArray(value)) return value.map((one) => asInput(one, type))
  if (isEnumType(named) && typeof value === 'string') return value.toUpperCase().replaceAll('-', '_')
  if (!isInputObjectType(named) || value === null || typeof value !== 'object') return value
  const fields = named.getFields()
  const known = Object.values(fields).filter(({ name }) => (value as Body)[name] !== undefined)
  const others = Object.entries(value).filter(([name]) => fields['extra'] && !fields[name])
  return {
    ...Object.fromEntries(known.map((field) => [field.name, asInput((value as Body)[field.name], field.type)])),
    ...(others.length && { extra: Object.fromEntries(others) }),
  }
}

const schema = buildSchema(readFileSync('schema.graphql', 'utf8'))
const tried = { rest: 0, graph: 0 }

describe('sending back what was read', () => {
  it.each(Object.entries(updates))('changes nothing by REST: %s', async (route, update) => {
    const read = await readOf(route, update)
    const before = await everything()
    const sent = update.sent?.(read, ids) ?? read
    const answer = await admin.request(urlOf(route), {
      method: route.split(' ')[0] ?? '',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(sent),
    })
    expect(answer.status, await answer.clone().text()).toBeLessThan(300)
    expect(await everything()).toEqual(before)
    expect(await readOf(route, update)).toEqual(read)
    tried.rest++
  })

  const mutations = Object.entries(updates).flatMap(([route, update]) =>
    update.mutation ? [[`${update.mutation} (${route})`, route, update] as const] : [],
  )
  it.each(mutations)('changes nothing by GraphQL: %s', async (_name, route, update) => {
    const field = schema.getMutationType()!.getFields()[update.mutation!]!
    const type = field.args[0]!.type
    const read = await readOf(route, update)
    const input = asInput((update.input ?? byId())(update.sent?.(read, ids) ?? read, ids), type)
    const before = await everything()
    const selection = isLeaf(String(field.type)) ? '' : '{ __typename }'
    const query = `mutation ($input: ${String(type)}) { ${field.name}(input: $input) ${selection} }`
    const { errors } = (await admin.graph(query, { input })) as { errors?: GraphError[] }
    expect(errors).toBeUndefined()
    expect(await everything()).toEqual(before)
    tried.graph++
  })

  it('is found out by all columns of a table, so that no change of one is lost', async () => {
    const { rows } = await api.app.services.pool.query<{ name: string; source: string; columns: string[] }>(
      `select t.tgname as name, p.prosrc as source, array(
          select a.attname::text from pg_attribute a where a.attrelid = t.tgrelid and a.attnum > 0 and not a.attisdropped
            and a.attgenerated = '' and a.attname <> all (array['version', 'updated_at'])) as columns
         from pg_trigger t join pg_proc p on p.oid = t.tgfoid and p.proname like 'keep\\_resaved\\_of\\_%'`,
    )
    expect(rows.length).toBeGreaterThan(10)
    for (const { name, source, columns } of rows)
      expect(
        columns.filter((column) => !new RegExp(`old\\.${column}\\b`).test(source)),
        name,
      ).toEqual([])
  })

  it('was tried with every act that updates', () => {
    const documented = Object.entries(document.paths).flatMap(([path, methods]) =>
      ['put', 'patch'].flatMap((method) => (methods[method] ? [`${method.toUpperCase()} ${path}`] : [])),
    )
    const known = new Set(Object.keys(updates).map((route) => route.split(' ').slice(0, 2).join(' ')))
    // Says where a page is, and stores nothing that is read back.
    known.add('PUT /api/videos/{videoId}/presence')
    expect(documented.filter((route) => !known.has(route))).toEqual([])
    expect(tried).toEqual({ rest: Object.keys(updates).length, graph: mutations.length })
    console.log(`${tried.rest} acts by REST and ${tried.graph} by GraphQL changed nothing, but for:`, stillActing)
  })
})

const isLeaf = (type: string) => ['Boolean', 'ID', 'String'].includes(type.replaceAll(/[![\]]/g, ''))
