import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createWorkers } from '../../src/app.js'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { answer, startFaultyModel } from '../support/faulty-model.js'
import { made, makeVideo, unique } from '../support/workspace.js'

let api: TestApi
let ann: Person
let ben: Person
let model: Awaited<ReturnType<typeof startFaultyModel>>
let workers: { close(): Promise<void> }
let projectId: string
let summaryId: string

beforeAll(async () => {
  model = await startFaultyModel()
  api = await startApi({ MODEL_SERVICE_URL: model.url })
  workers = createWorkers(api.app)
  ann = await api.person()
  ben = await api.person()
  projectId = (await made(ann.post('/api/projects', { name: 'Team', slug: unique('team') }))).id
  const persona = await made(ann.post('/api/personas', { name: 'p', role: 'r', informationNeed: 'i', projectId }))
  const summary = { videoId: await makeVideo(api), personaId: persona.id, summary: 'A text.' }
  await joined()
  summaryId = (await made(ben.post('/api/summaries', summary))).id
  await made(ann.post(`/api/summaries/${summaryId}/claims`, { text: 'A claim of the team.' }))
})
afterAll(async () => {
  await workers.close()
  await api.stop()
  await model.stop()
})

const joined = () => made(ann.post(`/api/projects/${projectId}/members`, { userId: ben.id, role: 'annotator' }))
const removed = () => made(ann.delete(`/api/projects/${projectId}/members/${ben.id}`))
const textsIn = async () =>
  (await made(ann.get(`/api/summaries/${summaryId}/claims`))).map((one: { text: string }) => one.text)
const summaryText = async () =>
  (await made(ann.graph('query ($id: ID!) { summary(id: $id) { summary { type content } } }', { id: summaryId })))
    .summary.summary

async function ended(person: Person, jobId: string): Promise<any> {
  let job: any
  const hasEnded = async () => {
    job = await made(person.get(`/api/jobs/${jobId}`))
    return ['completed', 'failed'].includes(job.status)
  }
  await expect.poll(hasEnded, { timeout: 25_000 }).toBe(true)
  return job
}

const claims = answer(200, {
  summary_id: 's',
  claims: [{ text: 'Of the model.', confidence: 0.9, sentence_index: 0, char_start: 0, char_end: 7, subclaims: [] }],
  model_used: 'm',
  processing_time: 0.1,
})
const synthesis = answer(200, {
  summary_id: 's',
  summary_gloss: [{ type: 'text', content: 'Of the model.' }],
  model_used: 'm',
  processing_time: 0.1,
  claims_used: 1,
  synthesis_metadata: { strategy: 'hierarchical', num_sources: 1, conflicts_detected: 0 },
})

describe('a job whose owner leaves the project while the model works', () => {
  it.each([
    { what: 'claims/extract', wish: {}, behaves: claims },
    { what: 'synthesize', wish: { onEdited: 'replace' }, behaves: synthesis },
  ])('saves nothing: $what (J-01)', async ({ what, wish, behaves }) => {
    const before = [await textsIn(), await summaryText()]
    let release: (() => void) | undefined
    model.behave((request, response, body) => void (release = () => behaves(request, response, body)))
    const { jobId } = await made(ben.post(`/api/summaries/${summaryId}/${what}`, wish))
    await expect.poll(() => release, { timeout: 10_000 }).toBeDefined()
    await removed()
    release?.()
    expect(await ended(ben, jobId)).toMatchObject({ status: 'failed', error: 'Summary not found', result: null })
    expect([await textsIn(), await summaryText()]).toEqual(before)
    // Nor when it is run again.
    model.behave(behaves)
    const again = await made(ben.post(`/api/jobs/${jobId}/retry`))
    expect(await ended(ben, again.jobId)).toMatchObject({ status: 'failed', error: 'Summary not found' })
    expect([await textsIn(), await summaryText()]).toEqual(before)
    await joined()
  })

  it('saves what the model found where the owner is still there', async () => {
    model.behave(claims)
    const { jobId } = await made(ben.post(`/api/summaries/${summaryId}/claims/extract`, {}))
    expect(await ended(ben, jobId)).toMatchObject({ status: 'completed' })
    expect(await textsIn()).toContain('Of the model.')
  })
})

describe('a job of a token that is limited to a project', () => {
  it.each([
    { by: 'the token', ends: { status: 'failed', error: 'Summary not found', result: null } },
    { by: 'the session of its user', ends: { status: 'completed' } },
  ])('reaches only what is in the project when it saves: by $by', async ({ by, ends }) => {
    const persona = await made(ann.post('/api/personas', { name: 'p', role: 'r', informationNeed: 'i', projectId }))
    const summary = { videoId: await makeVideo(api), personaId: persona.id, summary: 'A text.' }
    const { id } = await made(ann.post('/api/summaries', summary))
    const body = { name: 'Robot', scopes: ['write'], projectIds: [projectId] }
    const robot = api.byToken((await made(ann.post('/api/tokens', body))).token)
    let release: (() => void) | undefined
    model.behave((request, response, sent) => void (release = () => claims(request, response, sent)))
    const { jobId } = await made((by === 'the token' ? robot : ann).post(`/api/summaries/${id}/claims/extract`, {}))
    await expect.poll(() => release, { timeout: 10_000 }).toBeDefined()
    const move = 'mutation ($input: UpdateSummaryInput!) { updateSummary(input: $input) { summary { id } } }'
    await made(ann.graph(move, { input: { id, projectId: null } }))
    release?.()
    expect(await ended(ann, jobId)).toMatchObject(ends)
  })
})

describe('a failed job that an administrator has done again', () => {
  it('stays the job of the person who asked for it, and so does what comes of it (J-06)', async () => {
    const admin = await api.admin()
    const persona = await made(ben.post('/api/personas', { name: 'own', role: 'r', informationNeed: 'i' }))
    const own = await made(
      ben.post('/api/summaries', { videoId: await makeVideo(api), personaId: persona.id, summary: 'A text.' }),
    )
    model.behave(answer(422, { detail: 'too long' }))
    const first = await made(ben.post(`/api/summaries/${own.id}/claims/extract`, {}))
    expect(await ended(ben, first.jobId)).toMatchObject({ status: 'failed' })
    model.behave(claims)
    const again = await made(admin.post(`/api/jobs/${first.jobId}/retry`))
    expect(await ended(ben, again.jobId)).toMatchObject({ status: 'completed', result: { count: 1 } })
    const query = 'query ($id: ID!) { summary(id: $id) { claims { creatorId } } }'
    expect((await made(ben.graph(query, { id: own.id }))).summary.claims).toEqual([{ creatorId: ben.id }])
  })
})

describe('GET /api/jobs', () => {
  it('lists the jobs of the caller alone, newest first, in pages and by their state', async () => {
    const carl = await api.person()
    const ids: string[] = []
    for (let i = 0; i < 3; i++) ids.unshift((await made(carl.post('/api/exports', { contents: 'personas' }))).jobId)
    const first = await made(carl.get('/api/jobs?first=2&totalCount=true'))
    expect([first.jobs.map(({ id }: any) => id), first.totalCount]).toEqual([ids.slice(0, 2), 3])
    const rest = await made(carl.get(`/api/jobs?first=2&after=${first.pageInfo.endCursor}`))
    expect([rest.jobs.map(({ id }: any) => id), rest.pageInfo.hasNextPage]).toEqual([ids.slice(2), false])
    for (const id of ids) expect((await ended(carl, id)).status).toBe('completed')
    expect((await made(carl.get('/api/jobs?status=completed&queue=export-writing'))).jobs).toHaveLength(3)
    expect((await made(carl.get('/api/jobs?status=failed'))).jobs).toEqual([])
    expect((await made((await api.person()).get('/api/jobs'))).jobs).toEqual([])
  })

  it("lists everybody's to administrators who ask for them, and to nobody else", async () => {
    const [dina, admin] = [await api.person(), await api.admin()]
    const { jobId } = await made(dina.post('/api/exports', { contents: 'personas' }))
    const ids = async (query: string) =>
      (await made(admin.get(`/api/jobs?first=100${query}`))).jobs.map(({ id }: { id: string }) => id)
    expect(await ids('')).not.toContain(jobId)
    expect(await ids('&everyones=true')).toContain(jobId)
    expect((await dina.get('/api/jobs?everyones=true')).status).toBe(403)
    const query = '{ jobs(filter: { everyones: true }, first: 100) { nodes { id } } }'
    const nodes = (await made(admin.graph(query))).jobs.nodes as { id: string }[]
    expect(nodes.map(({ id }) => id)).toContain(jobId)
    expect((await dina.graph(query)).errors?.[0]?.extensions.code).toBe('FORBIDDEN')
    expect((await ended(dina, jobId)).status).toBe('completed')
  })

  it.each(['status=lost', 'queue=cleaning', 'first=0', 'colour=red'])('refuses %s by its name', async (query) => {
    const refused = await ann.get(`/api/jobs?${query}`)
    expect([refused.status, refused.body.code]).toEqual([400, 'VALIDATION_ERROR'])
    expect(refused.text).toContain(query.split('=')[0])
  })
})
