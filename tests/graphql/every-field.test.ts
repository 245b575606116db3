import { getNamedType, isCompositeType, isObjectType, type GraphQLSchema } from 'graphql'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resolvers } from '../../src/areas.js'
import { buildGraphSchema } from '../../src/graphql/schema/schema.js'
import { newId } from '../../src/lib/uuid.js'
import { startApi, type GraphError, type Person, type TestApi } from '../support/api.js'
import { settled } from '../support/settled.js'
import { startMisbehavingService, type MisbehavingService } from '../support/model-service.js'
import { made, makeContent, unique } from '../support/workspace.js'
import { annotation, sequence } from '../exchange/lines.js'
import { answerEverything, makeEverything } from './everything.js'
import { makePerspectives } from './perspectives.js'
import { callOf, noteFields, queryOf, waysTo, type ArgumentText, type Reached, type Step } from './generated-query.js'

let api: TestApi
let model: MisbehavingService
let admin: Person
let schema: GraphQLSchema
let ids: Record<string, string>
const reached: Reached = { all: new Set(), filled: new Set() }
const faults: string[] = []

const forkedTables = [
  ...['personas', 'ontologies', 'world_objects', 'annotations', 'video_summaries', 'claims', 'claim_relations'],
]

beforeAll(async () => {
  schema = await buildGraphSchema(resolvers)
  model = await startMisbehavingService()
  answerEverything(model)
  api = await startApi({ MODEL_SERVICE_URL: model.url })
  admin = await api.admin()
  ids = await makeEverything(api, admin)
  ids['eventId'] = `${(await made(admin.get('/api/world'))).id}/event/trip`
  const [perspectiveId, otherPerspectiveId] = await makePerspectives(admin, ids['videoId'] ?? '')
  Object.assign(ids, { perspectiveId, otherPerspectiveId })
  const { db } = api.app.services
  const { projectId = '', otherClaimId = '' } = ids
  // The claim is put into the project, as an import does.
  await db.updateTable('claims').set({ projectId }).where('id', '=', otherClaimId).execute()
  // Everything is a copy, as a fork makes it.
  const source = JSON.stringify({ id: ids['personaId'], version: 1 })
  const updates = forkedTables.map((table) => `update ${table} set forked_from = '${source}';`).join('')
  await api.app.services.pool.query(`begin; set local session_replication_role = replica; ${updates} commit`)
  const content = [ids['annotationId'], ids['summaryId'], otherClaimId]
  await made(admin.post('/api/reviews', { ids: content, state: 'accepted', note: 'Good' }))
  await fillLog()
  await settled(api)
  // A position that something follows.
  ids['position'] = (await admin.request('/api/export/all')).headers.get('x-export-position') ?? ''
  const name = `Renamed ${ids['personaId']}`
  await made(admin.put(`/api/personas/${ids['personaId']}`, { name }))
  await made(admin.put('/api/world/entities/new', { name }))
  await settled(api)
})
afterAll(async () => {
  await api.stop()
  await model.close()
})

/**
 * Gives a claim a history by a job whose model is known, puts a type of a persona in a project into the trash, and has
 * somebody reject a claim of the administrator's.
 */
async function fillLog(): Promise<void> {
  const { pool } = api.app.services
  const { jobId, otherClaimId, videoId = '', projectId } = ids
  await pool.query(`update jobs set result = '{"modelUsed":"a model"}' where public_id = $1`, [jobId])
  await pool.query(
    `update changes set via = 'job', via_id = (select id::text from jobs where public_id = $1)
      where thing = $2 and operation = 'insert'`,
    [jobId, otherClaimId],
  )
  const { personaId, claimId } = await makeContent(admin, videoId, projectId)
  await made(admin.delete(`/api/annotations/${videoId}/${(await makeContent(admin, videoId)).annotationId}`))
  await made(admin.delete(`/api/personas/${personaId}/ontology/entities/ship`))
  const rita = await api.person()
  await made(admin.post(`/api/projects/${projectId}/members`, { userId: rita.id, role: 'reviewer' }))
  await made(rita.post('/api/reviews', { ids: [claimId], state: 'rejected', note: 'Which ship?' }))
}

/** Deletes a type with an annotation of it, whose share does not come back because its user is deleted too. */
async function deleteTypeOf({ personaId, annotationId }: { personaId: string; annotationId: string }) {
  const eva = await api.person()
  const share = { resourceType: 'annotation', resourceId: annotationId, sharedWithUserId: eva.id }
  await made(admin.post('/api/sharing', { ...share, permissionLevel: 'read_only' }))
  await made(admin.delete(`/api/personas/${personaId}/ontology/entities/ship`))
  await made(admin.delete(`/api/admin/users/${eva.id}`))
}

const text = (value: unknown) => JSON.stringify(value)

/** Values for the arguments of queries, by argument name, or by field where the name alone is ambiguous. */
const argumentText: ArgumentText = (parent, field, { name }) => {
  // Entries of many kinds, of which each has some of the fields.
  if (field === 'notifications' && name === 'first') return '1'
  if (name === 'first') return field === 'audit' ? '100' : '5'
  if (field === 'user') return text('admin')
  if (field === 'claims' && parent === 'Query' && name === 'filter') return `{ summaryId: ${text(ids['summaryId'])} }`
  if (field === 'annotations' && parent === 'Query' && name === 'filter') return `{ videoId: ${text(ids['videoId'])} }`
  if (field === 'explainAccess')
    return text({ action: 'read', kind: 'summary', id: ids['projectSummaryId'], userId: ids['userId'] }[name])
  if (field === 'ontologyType' || field === 'typeDeletionPreview')
    return { key: '"ship"', kind: 'ENTITY', personaId: text(ids['personaId']) }[name]
  if (name === 'personaIds' && ['agreement', 'disagreements'].includes(field))
    return text([ids['perspectiveId'], ids['otherPerspectiveId']])
  if (field === 'typeCorrespondenceSuggestions') return text(ids['otherPersonaId'])
  const known: Record<string, string | undefined> = {
    'persona.id': 'personaId',
    'changes.after': 'position',
    'personaDeletionPreview.id': 'personaId',
    'userDeletionPreview.id': 'userId',
    'annotation.id': 'annotationId',
    'claim.id': 'otherClaimId',
    'summary.id': 'summaryId',
    'sameClaims.summaryId': 'summaryId',
    'sameClaims.otherSummaryId': 'projectSummaryId',
    'group.id': 'groupId',
    'job.id': 'repeatedJobId',
    'export.id': 'exportId',
    'history.id': 'otherClaimId',
    'webhook.id': 'webhookId',
    'webhookDeliveries.webhookId': 'webhookId',
    'node.id': 'worldId',
    'project.id': 'projectId',
    'projectMembers.projectId': 'projectId',
    'groupMembers.groupId': 'groupId',
    'account.id': 'userId',
    'video.id': 'videoId',
    'world.projectId': 'projectId',
    'videoAssignmentRule.id': 'ruleId',
    'videoAssignments.projectId': 'projectId',
  }
  const key = known[`${field}.${name}`]
  if (key && parent === 'Query') return text(ids[key])
  if (name === 'ids') return text([...new Set(Object.values(ids))])
  if (field === 'history' && name === 'kind') return 'CLAIM'
  const values: Record<string, string> = {
    'search.query': '"ferry"',
    'exportUrl.file': 'ALL',
    'boxAt.frame': '5',
    'frameAt.time': '0.5',
    'timeOf.frame': '5',
    'boxesAt.time': '0.1',
  }
  return values[`${field}.${name}`]
}

/** Inputs of mutations that return types which no query leads to. Each makes the objects that it uses up. */
const acts: Record<string, () => Promise<Record<string, unknown>>> = {
  detectObjects: async () => ({ videoId: ids['videoId'], personaId: ids['personaId'], enableTracking: true }),
  transcribeVideo: async () => ({ videoId: ids['videoId'], enableDiarization: true }),
  setPresence: async () => {
    const [ben, videoId] = [await api.person(), ids['videoId']]
    const project = `/api/projects/${(await made(admin.post('/api/projects', { name: 'Port', slug: unique('port') }))).id}`
    await made(admin.post(`${project}/members`, { userId: ben.id, role: 'viewer' }))
    await made(admin.post(`${project}/videos`, { videoId }))
    await made(ben.put(`/api/videos/${videoId}/presence`, { page: 'a', frame: 2 }))
    return { videoId, page: 'b', frame: 1 }
  },
  augmentOntology: async () => ({ personaId: ids['personaId'], domain: 'a harbour' }),
  selectModel: async () => ({ taskType: 'object_detection', modelName: 'a' }),
  validateModels: async () => ({}),
  createWebhook: async () => ({ url: 'https://hooks.example/other', kinds: ['user'] }),
  createToken: async () => ({ name: 'Robot', scopes: ['READ'] }),
  evaluateVideoAssignmentRule: async () => ({ id: ids['ruleId'] }),
  evaluateVideoAssignmentRules: async () => ({}),
  syncVideos: async () => ({}),
  saveOntologyData: async () => ({
    personas: [{ id: newId(), name: 'New', role: 'Scout', informationNeed: 'Who?' }],
    personaOntologies: [],
  }),
  clearWorld: async () => ({ userId: ids['otherUserId'] }),
  deletePersona: async () => ({ id: (await makeContent(admin, ids['videoId'] ?? '')).personaId }),
  deleteOntologyType: async () => ({
    personaId: (await makeContent(admin, ids['videoId'] ?? '')).personaId,
    kind: 'ENTITY',
    key: 'ship',
  }),
  saveOntologyType: async () => ({
    personaId: (await makeContent(admin, ids['videoId'] ?? '')).personaId,
    kind: 'ENTITY',
    type: { key: 'ship', name: 'Ship' },
  }),
  saveWorldObject: async () => ({ object: { entity: { key: 'saved', name: 'Saved' } } }),
  deleteWorldObject: async () => {
    await made(admin.put('/api/world/times/gone', {}))
    return { id: `${(await made(admin.get('/api/world'))).id}/time/gone` }
  },
  deleteAnnotation: async () => ({
    id: (await makeContent(admin, ids['videoId'] ?? '')).annotationId,
    videoId: ids['videoId'],
  }),
  restoreVersion: async () => {
    const { personaId } = await makeContent(admin, ids['videoId'] ?? '')
    const { history } = await made(admin.get(`/api/history/entity_type/${personaId}?part=ship`))
    await made(admin.put(`/api/personas/${personaId}/ontology/entities/ship`, { name: 'Vessel' }))
    return { kind: 'ENTITY_TYPE', id: personaId, part: 'ship', to: { position: history[0].position } }
  },
  restoreFromTrash: async () => {
    await deleteTypeOf(await makeContent(admin, ids['videoId'] ?? ''))
    return { id: (await made(admin.get('/api/trash?kind=entity_type&first=1'))).trash[0].id }
  },
  undoDeletion: async () => {
    const content = await makeContent(admin, ids['videoId'] ?? '')
    await deleteTypeOf(content)
    return { kind: 'ENTITY_TYPE', id: content.personaId, part: 'ship' }
  },
  forkShare: async () => {
    const eva = await api.person()
    const resourceId = (await makeContent(eva, 'another-video')).personaId
    const share = { resourceType: 'persona', resourceId, sharedWithUserId: admin.id, permissionLevel: 'forkable' }
    return { shareId: (await made(eva.post('/api/sharing', share))).id }
  },
}

async function ask(query: string, variables?: Record<string, unknown>): Promise<void> {
  note(query, await admin.graph(query, variables))
}

function note(query: string, { data, errors }: { data?: unknown; errors?: GraphError[] }): void {
  for (const { message, path, extensions } of errors ?? [])
    faults.push(`${query.slice(0, 300)}: ${extensions?.['code']} ${message} at ${path?.join('.')}`)
  noteFields(data, reached)
}

const fieldsOf = (types: readonly string[]) =>
  types.flatMap((type) => {
    const found = schema.getType(type)
    return isObjectType(found) ? Object.keys(found.getFields()).map((name) => `${type}.${name}`) : []
  })
const isReached = (type: string) => fieldsOf([type]).every((one) => reached.all.has(one))
/** Types of errors: tests/support/graph-errors.ts validates every error of the test run against them. */
const ofErrors = ['ErrorExtensions', 'FieldFault', 'RefusedCost']
const objectTypes = () =>
  Object.values(schema.getTypeMap())
    .filter((type) => isObjectType(type) && !type.name.startsWith('__') && !ofErrors.includes(type.name))
    .map(({ name }) => name)
    // What a mutation returns is the subject of its own tests.
    .filter((name) => !name.endsWith('Payload'))

describe('every field of every type', () => {
  it('is answered to a query made from the schema, one for each type', async () => {
    const query = schema.getQueryType()
    if (!query) throw new Error('no queries')
    const calls = Object.values(query.getFields()).map(
      (field) =>
        `${callOf('Query', field, argumentText)}${isCompositeType(getNamedType(field.type)) ? ' { __typename }' : ''}`,
    )
    for (let i = 0; i < calls.length; i += 20) await ask(`{ __typename ${calls.slice(i, i + 20).join(' ')} }`)
    for (const [type, ways] of waysTo(schema, query, 12, () => true)) {
      for (const way of ways) {
        if (isReached(type) && fieldsOf([type]).every((one) => reached.filled.has(one))) break
        await ask(queryOf(way, 'query', argumentText))
      }
    }
    expect(faults).toEqual([])
  })

  it('is answered by the act that makes it, where no query leads to it', async () => {
    const mutation = schema.getMutationType()
    if (!mutation) throw new Error('no mutations')
    const ofInput: ArgumentText = (parent, field, argument) =>
      parent === 'Mutation' ? '$input' : argumentText(parent, field, argument)
    const open = ({ parent, field, type }: Step) => (parent === 'Mutation' ? field.name in acts : !isReached(type.name))
    for (const [type, ways] of waysTo(schema, mutation, 5, open)) {
      for (const way of ways) {
        if (isReached(type)) break
        const { field } = way[0] as Step
        const query = queryOf(way, 'mutation', ofInput)
        const input = await acts[field.name]?.()
        await ask(field.args.length ? query.replace('mutation', `mutation ($input: ${field.args[0]?.type})`) : query, {
          input,
        })
      }
    }
    await importFiles()
    const { claimId } = await makeContent(admin, ids['videoId'] ?? '')
    await ask(
      `mutation { deleteClaim(input: { id: "${claimId}" }) { deletedIds deleted { ${everything('DeletedObjects')} } } }`,
    )
    expect(faults).toEqual([])
    expect(
      fieldsOf(objectTypes().filter((type) => type !== 'Mutation')).filter((one) => !reached.all.has(one)),
    ).toEqual([])
  })

  it('has a value somewhere, but for those that need another configuration or ten thousand rows', () => {
    const elsewhere = [
      'VideoUrl.expiresIn', // tests/videos/object-store.test.ts: addresses that are signed
      'KnowledgeBaseConfig.idMapping', // tests/operations/operations.test.ts: offline
      'ExportStats.warning', // tests/exchange/export.test.ts: large exports
      'TypeCorrespondenceSuggestions.note', // tests/personas/suggestions.test.ts: without a model
    ]
    const empty = fieldsOf(objectTypes().filter((type) => type !== 'Mutation')).filter(
      (one) => !reached.filled.has(one),
    )
    expect(empty.sort()).toEqual(elsewhere.sort())
  })
})

/**
 * Imports two files that together fill each part of the report. The second repeats the track of the first, a conflict
 * that stops an import.
 */
async function importFiles(): Promise<void> {
  const issue = '__typename line message type'
  const report = `__typename success errors { ${issue} } warnings { ${issue} } conflicts { __typename line type details resolution originalId existingId existing { __typename } frameRange }
    summary { __typename totalLines processedLines placeholderItems likelyRepeats failedLines excludedLines importedItems { ${everything('ImportedItems')} } skippedItems { ${everything('SkippedItems')} } }`
  const query = `mutation ($file: Upload!) { importFile(input: { file: $file }) { report { ${report} } } }`
  const persona = {
    type: 'persona',
    data: { id: ids['personaId'], name: 'Scout', role: 'Scout', informationNeed: 'Who?' },
  }
  for (let i = 0; i < 2; i++) {
    const lines = [
      persona,
      { type: 'persona', data: {} },
      annotation({
        objectLink: { objectId: 'ferry', objectType: 'entity' },
        boundingBoxSequence: sequence([0, 10], { trackId: 't' }),
      }),
    ]
    const form = new FormData()
    form.append('operations', JSON.stringify({ query, variables: { file: null } }))
    form.append('map', JSON.stringify({ 0: ['variables.file'] }))
    form.append('0', new Blob(lines.map((one) => `${JSON.stringify(one)}\n`)), 'graph.jsonl')
    const response = await admin.request('/graphql', {
      method: 'POST',
      body: form,
      headers: { 'apollo-require-preflight': 'true' },
    })
    note(query, (await response.json()) as { data?: unknown })
  }
}

function everything(type: string): string {
  return ['__typename', ...fieldsOf([type]).map((one) => one.split('.')[1])].join(' ')
}
