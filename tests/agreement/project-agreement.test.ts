import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createWorkers } from '../../src/app.js'
import { newId } from '../../src/lib/uuid.js'
import { python, scriptsFor } from '../clients/scripts.js'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { made, makeVideo, missingId, unique } from '../support/workspace.js'
import { ac1Of, alphaOf } from './reference-figures.js'

let api: TestApi
let workers: { close(): Promise<void> } | undefined
let admin: Person
let ann: Person
let ben: Person

beforeAll(async () => {
  api = await startApi({ JOB_LEASE_SECONDS: '6', WAITING_TIMEOUT_MS: '1000' })
  ;[admin, ann, ben] = [await api.admin(), await api.person('ann'), await api.person('ben')]
})
beforeEach(() => void (workers ??= createWorkers(api.app)))
afterAll(async () => {
  await workers?.close()
  await api.stop()
})

const types = {
  entities: [
    { id: 'car', name: 'Car' },
    { id: 'person', name: 'Person' },
  ],
}

/** Makes a project of Ann with Ben as a viewer, and two personas in it. */
async function makeProject(): Promise<{ id: string; personaIds: [string, string] }> {
  const { id } = await made(ann.post('/api/projects', { name: 'Port', slug: unique('port') }))
  await made(ann.post(`/api/projects/${id}/members`, { userId: ben.id, role: 'viewer' }))
  return { id, personaIds: [await persona(id), await persona(id)] }
}

async function persona(projectId: string, own: object = types): Promise<string> {
  const { id } = await made(
    ann.post('/api/personas', { name: 'Pilot', role: 'Pilot', informationNeed: 'What?', projectId }),
  )
  await made(ann.put(`/api/personas/${id}/ontology`, own))
  return id
}

async function addVideo(projectId: string): Promise<string> {
  const videoId = await makeVideo(api)
  await made(ann.post(`/api/projects/${projectId}/videos`, { videoId }))
  return videoId
}

/** Draws a box of 100 x 50 pixels on frames 0 to 9. */
const draw = (videoId: string, personaId: string, label: string, x: number, more: object = { type: 'type' }) =>
  made(
    ann.post('/api/annotations', {
      ...{ videoId, personaId, label, ...more },
      frames: {
        boxes: [0, 9].map((frameNumber) => ({ frameNumber, x, y: 0, width: 100, height: 50, isKeyframe: true })),
        interpolationSegments: [],
        visibilityRanges: [],
      },
    }),
  )

/** Draws units side by side, each with the label of each persona; null for a persona without a track. */
async function drawUnits(videoId: string, personaIds: readonly string[], ...units: (string | null)[][]): Promise<void> {
  for (const [at, labels] of units.entries())
    for (const [persona, label] of labels.entries())
      if (label !== null) await draw(videoId, personaIds[persona]!, label, 500 * at)
}

const start = (who: Person, projectId: string, body: object) => who.post(`/api/projects/${projectId}/agreement`, body)
const read = (who: Person, id: string) => made(who.get(`/api/agreements/${id}`))

/** Starts an agreement and waits until it has ended. */
async function measured(who: Person, projectId: string, body: object): Promise<any> {
  const { id } = await made(start(who, projectId, body))
  await expect.poll(async () => (await read(who, id)).status, { timeout: 60_000 }).toMatch(/completed|failed/)
  return read(who, id)
}

let giveBack = () => {}
afterEach(() => giveBack())

/** Takes all places for comparisons, so that jobs wait until `giveBack` is called, or the test ends. */
async function takePlaces(): Promise<void> {
  const { admission } = api.app.services
  const places = [await admission.enter('agreement', 'one'), await admission.enter('agreement', 'other')]
  giveBack = () => places.forEach((place) => place.leave())
}

describe('the agreement of personas on the videos of a project', () => {
  it('has the figures of the report of the video for a project with one', async () => {
    const project = await makeProject()
    const third = await persona(project.id, {
      entities: [
        { id: 'car', name: 'Car' },
        { id: 'auto', name: 'car' },
        { id: 'boat', name: 'Boat' },
      ],
    })
    const personaIds = [...project.personaIds, third]
    const videoId = await addVideo(project.id)
    await drawUnits(
      videoId,
      personaIds,
      ['car', 'car', 'car'],
      ['car', 'person', 'Boat'],
      ['person', 'person', null],
      ['tram', 'Tram', 'boat'],
      ['car', null, null],
    )
    for (const id of personaIds.slice(0, 2))
      await draw(videoId, id, 'ferry', 4000, { type: 'object', linkType: 'entity' })
    await draw(videoId, personaIds[2]!, 'car', 4040)
    await draw(videoId, personaIds[0]!, 'car', 5000, { type: 'object', linkType: 'entity' })
    await draw(videoId, personaIds[1]!, 'lost', 5010, { type: 'object', linkType: 'entity' })
    const { result, ...agreement } = await measured(ann, project.id, { personaIds, minIou: 0.3, seed: 3 })
    const report = await made(
      ann.get(`/api/videos/${videoId}/agreement?personaIds=${personaIds.join()}&minIou=0.3&seed=3`),
    )
    const { confusion: _ofTypes, interval: _ownInterval, ...ofTypes } = report.types
    const { confusion: _ofObjects, interval: _otherInterval, ...ofObjects } = report.object
    expect(report.types).toMatchObject({ alpha: expect.any(Number), units: 4 })
    expect([report.object.units, report.mixed]).toEqual([1, 1])
    expect(result).toEqual({
      videos: 1,
      pairs: report.pairs,
      groups: report.groups,
      types: { ...ofTypes, interval: [ofTypes.alpha, ofTypes.alpha] },
      object: { ...ofObjects, interval: null },
      mixed: report.mixed,
      unmapped: report.unmapped,
      conflicts: report.conflicts,
      perVideo: [
        {
          ...{ videoId, name: `${videoId}.mp4`, tracks: 17, units: report.groups.units, alpha: report.types.alpha },
          f1: expect.any(Number),
        },
      ],
      leftOut: report.leftOut,
    })
    expect(agreement).toMatchObject({
      ...{ projectId: project.id, createdBy: ann.id, status: 'completed', progress: 100, error: null },
      arguments: { personaIds, minIou: 0.3, step: 1, seed: 3, reviewStates: ['open', 'accepted'] },
      position: expect.stringMatching(/^[0-9a-f]{8}-\d+-0$/),
      completedAt: expect.any(String),
    })
  })

  it('weights each video by its tracks, and leaves out those without a figure', async () => {
    const { id, personaIds } = await makeProject()
    const [equal, apart, empty, alone] = [
      await addVideo(id),
      await addVideo(id),
      await addVideo(id),
      await addVideo(id),
    ]
    // 4 tracks, two pairs in the same place.
    await drawUnits(equal, personaIds, ['car', 'car'], ['person', 'car'])
    // 3 tracks; the matched pair shares half of its width: a tube IoU of 50 / 150.
    await drawUnits(apart, personaIds, ['car', null], ['person', null])
    await draw(apart, personaIds[1], 'car', 50)
    await drawUnits(alone, personaIds, ['car', null])
    const { result } = await measured(ann, id, { personaIds, minIou: 0.3 })
    const [pair] = result.pairs
    expect(pair).toMatchObject({ personas: personaIds, first: 5, second: 3, matched: 3, temporalIou: 1 })
    expect(pair.f1).toBeCloseTo((4 * 1 + 3 * (2 / 3) + 1 * 0) / 8, 12)
    expect(pair.tubeIou).toBeCloseTo((4 * 1 + 3 * (1 / 3)) / 7, 12)
    // The thresholds of HOTA up to 0.30 are reached: 6 of 19. 20 boxes, 10 of them, of which 10 are found: 10 / 20.
    expect(pair.detA).toBeCloseTo((4 * 1 + (3 * (6 / 19) * 10) / 20 + 0) / 8, 12)
    expect(pair.idf1).toBeCloseTo(4 / 8, 12)
    expect(result).toMatchObject({ videos: 4, groups: { units: 3, alone: 2 }, mixed: 0 })
    const table = [
      ['car', 'person', 'car'],
      ['car', 'car', 'car'],
    ]
    expect(result.types.alpha).toBeCloseTo(alphaOf(table)!, 12)
    expect(result.types.ac1).toBeCloseTo(ac1Of(table)!, 12)
    expect(result.types).toMatchObject({ observed: 2 / 3, units: 3 })
    const figures = new Map(result.perVideo.map((one: any) => [one.videoId, one]))
    expect(figures.get(equal)).toMatchObject({ tracks: 4, units: 2, f1: 1, alpha: 0 })
    expect(figures.get(apart)).toMatchObject({ tracks: 3, units: 1, f1: 2 / 3, alpha: null })
    expect(figures.get(empty)).toMatchObject({ tracks: 0, units: 0, f1: null, alpha: null })
    expect(figures.get(alone)).toMatchObject({ tracks: 1, units: 0, f1: 0, alpha: null })
  })

  it('has an interval that draws videos, as a second, slow form does', async () => {
    const { id, personaIds } = await makeProject()
    const ofVideos: Record<string, string[][]> = {}
    for (const units of [
      [
        ['car', 'car'],
        ['person', 'person'],
        ['car', 'person'],
      ],
      [['person', 'car']],
      [],
      [
        ['car', 'car'],
        ['person', 'person'],
      ],
      [
        ['person', 'person'],
        ['car', 'person'],
        ['car', 'car'],
        ['car', 'car'],
      ],
    ]) {
      const videoId = await addVideo(id)
      await drawUnits(videoId, personaIds, ...units)
      ofVideos[videoId] = units
    }
    const { result } = await measured(ann, id, { personaIds, seed: 4_294_967_295 })
    const tableOf = (units: readonly string[][]) => [units.map(([one]) => one!), units.map(([, other]) => other!)]
    const videos = Object.keys(ofVideos)
      .sort()
      .map((videoId) => ofVideos[videoId]!)
      .filter((units) => units.length)
    const random = mulberry32(4_294_967_295)
    const found: number[] = []
    for (let draw = 0; draw < 1000; draw++) {
      const alpha = alphaOf(tableOf(videos.flatMap(() => videos[Math.floor(videos.length * random())]!)))
      if (alpha !== null) found.push(alpha)
    }
    found.sort((a, b) => a - b)
    const quantile = (share: number) => {
      const at = (found.length - 1) * share
      const below = found[Math.floor(at)]!
      return below + (found[Math.ceil(at)]! - below) * (at - Math.floor(at))
    }
    expect(result.types.alpha).toBeCloseTo(alphaOf(tableOf(videos.flat()))!, 12)
    expect(result.types.interval[0]).toBeCloseTo(quantile(0.025), 12)
    expect(result.types.interval[1]).toBeCloseTo(quantile(0.975), 12)
    expect(result.perVideo.map((one: any) => one.videoId)).toEqual(Object.keys(ofVideos).sort())
  })

  it('stays as it is, whatever changes, and is the same by GraphQL', async () => {
    const { id, personaIds } = await makeProject()
    const videoId = await addVideo(id)
    await drawUnits(videoId, personaIds, ['car', 'car'], ['person', 'car'])
    const fields = `id status progress error jobId position createdAt completedAt creatorId projectId
      creator { id } job { id } project { id } arguments { personaIds minIou step seed reviewStates }
      result { videos mixed pairs { personas first second matched f1 tubeIou temporalIou hota detA assA locA idf1 }
        groups { units alone } types { alpha ac1 observed interval lenient units } object { alpha units }
        unmapped { personaId typeId name } conflicts { rule types { personaId typeId } }
        perVideo { videoId name tracks units f1 alpha video { id } } leftOut { otherStates withoutBoxes } }`
    const { measureAgreement } = await made(
      ann.graph(
        `mutation ($input: MeasureAgreementInput!) { measureAgreement(input: $input) { projectAgreement { ${fields} } } }`,
        { input: { projectId: id, personaIds, reviewStates: ['OPEN'], step: 3 } },
      ),
    )
    const agreementId = measureAgreement.projectAgreement.id
    expect(measureAgreement.projectAgreement.job.id).toBe(measureAgreement.projectAgreement.jobId)
    await expect.poll(async () => (await read(ann, agreementId)).status, { timeout: 60_000 }).toBe('completed')
    const byRest = await read(ann, agreementId)
    await made(ann.delete(`/api/personas/${personaIds[1]}`))
    await made(ann.delete(`/api/projects/${id}/videos/${videoId}`))
    expect(await read(ann, agreementId)).toEqual(byRest)
    const { node } = await made(
      ann.graph(`query ($id: ID!) { node(id: $id) { ... on ProjectAgreement { ${fields} } } }`, { id: agreementId }),
    )
    expect(node).toMatchObject({
      ...{ id: agreementId, status: 'COMPLETED', position: byRest.position, creator: { id: ann.id }, project: { id } },
      arguments: { ...byRest.arguments, step: 3, reviewStates: ['OPEN'] },
      result: {
        ...{ videos: 1, pairs: byRest.result.pairs, types: byRest.result.types, leftOut: byRest.result.leftOut },
        perVideo: [{ ...byRest.result.perVideo[0], video: { id: videoId } }],
      },
    })
    const { project } = await made(
      ann.graph(`query ($id: ID!) { project(id: $id) { agreements { totalCount nodes { id result { videos } } } } }`, {
        id,
      }),
    )
    expect(project.agreements).toEqual({ totalCount: 1, nodes: [{ id: agreementId, result: { videos: 1 } }] })
    const gone = await made(
      ann.graph('mutation ($id: ID!) { deleteAgreement(input: { id: $id }) { deletedIds } }', { id: agreementId }),
    )
    expect(gone.deleteAgreement.deletedIds).toEqual([agreementId])
    expect((await ann.get(`/api/agreements/${agreementId}`)).status).toBe(404)
  })
})

describe('the agreements of a user', () => {
  it.skipIf(python === undefined)('are measured and read by the Python client', async () => {
    const { id, personaIds } = await makeProject()
    await drawUnits(await addVideo(id), personaIds, ['car', 'car'])
    const body = JSON.stringify({ personaIds, minIou: 0.4 })
    const call = `px.wait(px.start("/api/projects/${id}/agreement", ${body}))`
    const found = await scriptsFor(api.url).valueOf(ann, '', call)
    expect(found).toMatchObject({ status: 'completed', result: { videos: 1, pairs: [{ f1: 1, matched: 1 }] } })
  })

  it('are made of the videos that the user may read, and of no others', async () => {
    const { id, personaIds } = await makeProject()
    const [open, closed] = [await addVideo(id), await addVideo(id)]
    await drawUnits(open, personaIds, ['car', 'car'], ['person', 'car'])
    await drawUnits(closed, personaIds, ['car', 'car'], ['person', 'person'], ['car', null])
    const both = (await measured(ben, id, { personaIds })).result
    // An administrator gives the video to a project that Ben does not know.
    const elsewhere = await made(ann.post('/api/projects', { name: 'Quay', slug: unique('quay') }))
    await made(admin.post(`/api/projects/${elsewhere.id}/videos`, { videoId: closed }))
    expect((await ben.get(`/api/videos/${closed}`)).status).toBe(404)
    const [ofAnn, ofBen] = [await measured(ann, id, { personaIds }), await measured(ben, id, { personaIds })]
    expect(ofAnn.result).toEqual(both)
    expect([ofAnn.result.videos, ofBen.result.videos]).toEqual([2, 1])
    expect(JSON.stringify(ofBen)).not.toContain(`"${closed}`)
    expect(ofBen.result.pairs[0]).toMatchObject({ first: 2, second: 2, matched: 2 })
    expect(ofBen.result.perVideo).toEqual([ofAnn.result.perVideo.find((one: any) => one.videoId === open)])
  })

  it('are read, listed and deleted by that user alone', async () => {
    const { id, personaIds } = await makeProject()
    await addVideo(id)
    const { result: _figures, ...mine } = await measured(ann, id, { personaIds })
    const list = (who: Person) => made(who.get(`/api/projects/${id}/agreements`))
    expect(await list(ann)).toEqual([mine])
    for (const other of [ben, admin]) {
      expect((await other.get(`/api/agreements/${mine.id}`)).status).toBe(404)
      expect((await other.delete(`/api/agreements/${mine.id}`)).status).toBe(404)
      expect(await list(other)).toEqual([])
      const { node, project } = await made(
        other.graph(
          'query ($id: ID!, $of: ID!) { node(id: $id) { id } project(id: $of) { agreements { totalCount nodes { id } } } }',
          { id: mine.id, of: id },
        ),
      )
      expect([node, project.agreements]).toEqual([null, { totalCount: 0, nodes: [] }])
    }
    const stranger = await api.person()
    expect((await stranger.get(`/api/projects/${id}/agreements`)).status).toBe(403)
    expect((await api.anonymous.get(`/api/agreements/${mine.id}`)).status).toBe(401)
    // A token that is limited to another project does not know the agreement.
    const other = await makeProject()
    const robot = async (projectIds: string[]) =>
      api.byToken((await made(ann.post('/api/tokens', { name: unique('r'), scopes: ['read'], projectIds }))).token)
    expect((await (await robot([other.id])).get(`/api/agreements/${mine.id}`)).status).toBe(404)
    expect((await (await robot([id])).get(`/api/agreements/${mine.id}`)).status).toBe(200)
    expect(await made(ann.delete(`/api/agreements/${mine.id}`))).toEqual({ success: true })
    expect(await list(ann)).toEqual([])
  })

  it('are the newest 20 for a project, in parts', async () => {
    const { id, personaIds } = await makeProject()
    const compared = { personaIds, minIou: 0.5, step: 1, seed: 1, reviewStates: ['open'] }
    const row = { projectId: id, createdBy: ann.id, arguments: JSON.stringify(compared), jobId: null }
    const old = Array.from({ length: 20 }, (_, at) => ({ ...row, id: newId(), createdAt: new Date(1000 * at) }))
    await api.app.services.db.insertInto('projectAgreements').values(old).execute()
    const answer = await start(ann, id, { personaIds })
    expect(answer.status).toBe(202)
    expect(answer.headers.get('location')).toBe(`/api/agreements/${answer.body.id}`)
    const listed = await made(ann.get(`/api/projects/${id}/agreements`))
    expect(listed.map((one: any) => one.id)).toEqual([
      answer.body.id,
      ...old
        .slice(1)
        .map((one) => one.id)
        .reverse(),
    ])
    expect(listed[1]).toMatchObject({ status: 'failed', error: 'The job that was to measure it is gone' })
    const part = await ann.get(`/api/projects/${id}/agreements?limit=2`)
    expect(part.body.map((one: any) => one.id)).toEqual(listed.slice(0, 2).map((one: any) => one.id))
    expect(part.headers.get('link')).toContain('rel="next"')
  })
})

describe('the job of an agreement', () => {
  it('stops when it is cancelled, and when the agreement is deleted', async () => {
    const { id, personaIds } = await makeProject()
    await drawUnits(await addVideo(id), personaIds, ['car', 'car'])
    await takePlaces()
    const stops: ((one: { id: string; jobId: string }) => Promise<unknown>)[] = [
      ({ jobId }) => made(ann.post(`/api/jobs/${jobId}/cancel`)),
      (one) => made(ann.delete(`/api/agreements/${one.id}`)),
    ]
    for (const stop of stops) {
      const agreement = await made(start(ann, id, { personaIds }))
      await expect.poll(async () => (await made(ann.get(`/api/jobs/${agreement.jobId}`))).status).toBe('active')
      await stop(agreement)
      expect(await made(ann.get(`/api/jobs/${agreement.jobId}`))).toMatchObject({
        status: 'failed',
        error: 'Cancelled',
      })
      // Closing waits for the jobs that are running: for ever, if the job, which waits for a place, did not end.
      await workers?.close()
      workers = createWorkers(api.app)
    }
    giveBack()
    const [cancelled, ...others] = await made(ann.get(`/api/projects/${id}/agreements`))
    expect([cancelled, others]).toMatchObject([{ status: 'failed', error: 'Cancelled', completedAt: null }, []])
    expect(await read(ann, cancelled.id)).toMatchObject({ result: null, position: null })
  })

  it('waits for a place as long as it takes', async () => {
    const { id, personaIds } = await makeProject()
    await addVideo(id)
    await takePlaces()
    const agreement = await made(start(ann, id, { personaIds }))
    await new Promise((resolve) => setTimeout(resolve, 5000))
    expect(await read(ann, agreement.id)).toMatchObject({ status: 'active' })
    giveBack()
    await expect.poll(async () => (await read(ann, agreement.id)).status, { timeout: 60_000 }).toBe('completed')
  })

  it('begins anew when its worker was killed', async () => {
    const { id, personaIds } = await makeProject()
    await drawUnits(await addVideo(id), personaIds, ['car', 'car'])
    await workers?.close()
    workers = undefined
    const agreement = await made(start(ann, id, { personaIds }))
    const died = { status: 'active', attempt: 1, progress: 60, leaseOwner: newId(), leaseUntil: new Date(0) }
    await api.app.services.db.updateTable('jobs').set(died).where('publicId', '=', agreement.jobId).execute()
    expect(await read(ann, agreement.id)).toMatchObject({ status: 'active', progress: 60, result: null })
    workers = createWorkers(api.app)
    await expect.poll(async () => (await read(ann, agreement.id)).status, { timeout: 60_000 }).toBe('completed')
    expect(await read(ann, agreement.id)).toMatchObject({ result: { videos: 1, groups: { units: 1 } } })
  })

  it('fails with the name of a video that is too much, at once', async () => {
    const { id, personaIds } = await makeProject()
    const videoId = await addVideo(id)
    const box = { x: 0, y: 0, width: 1, height: 1, isKeyframe: true }
    const boxes = [0, 200_000_001].map((frameNumber) => ({ ...box, frameNumber }))
    await made(
      ann.post('/api/annotations', {
        videoId,
        personaId: personaIds[0],
        type: 'type',
        label: 'car',
        frames: { boxes },
      }),
    )
    const failed = await measured(ann, id, { personaIds })
    expect(failed).toMatchObject({ status: 'failed', result: null })
    expect(failed.error).toMatch(new RegExp(`^Video ${videoId}: .*\`step\``))
  })

  it('fails when the user has lost the project', async () => {
    const { id, personaIds } = await makeProject()
    await addVideo(id)
    await workers?.close()
    workers = undefined
    const agreement = await made(start(ben, id, { personaIds }))
    await made(ann.delete(`/api/projects/${id}/members/${ben.id}`))
    workers = createWorkers(api.app)
    await expect.poll(async () => (await read(ben, agreement.id)).status, { timeout: 60_000 }).toBe('failed')
  })
})

describe('an agreement that cannot be started', () => {
  it.each([
    ['one persona', (ids: string[]) => ({ personaIds: ids.slice(0, 1) }), 'personaIds'],
    ['a persona named twice', (ids: string[]) => ({ personaIds: [ids[0], ids[0]] }), 'personaIds'],
    ['21 personas', () => ({ personaIds: Array.from({ length: 21 }, () => crypto.randomUUID()) }), 'personaIds'],
    ['no personas', () => ({}), 'personaIds'],
    ['an id that is no UUID', (ids: string[]) => ({ personaIds: [ids[0], 'me'] }), 'personaIds.1'],
    ['minIou 0', (personaIds: string[]) => ({ personaIds, minIou: 0 }), 'minIou'],
    ['minIou above 1', (personaIds: string[]) => ({ personaIds, minIou: 1.1 }), 'minIou'],
    ['step 0', (personaIds: string[]) => ({ personaIds, step: 0 }), 'step'],
    ['a seed that is not whole', (personaIds: string[]) => ({ personaIds, seed: 0.5 }), 'seed'],
    ['a seed that is too great', (personaIds: string[]) => ({ personaIds, seed: 2 ** 32 }), 'seed'],
    ['an unknown state', (personaIds: string[]) => ({ personaIds, reviewStates: ['done'] }), 'reviewStates.0'],
    ['a range of frames', (personaIds: string[]) => ({ personaIds, from: 1 }), 'from'],
  ])('names the field: %s', async (_what, body, field) => {
    const { id, personaIds } = await makeProject()
    const answer = await start(ann, id, body(personaIds))
    expect([answer.status, answer.body.code]).toEqual([400, 'VALIDATION_ERROR'])
    expect(answer.body.details.map((detail: { field: string }) => detail.field)).toContain(field)
  })

  it('is of an unknown project or persona, or of one that the user may not read', async () => {
    const { id, personaIds } = await makeProject()
    const stranger = await api.person()
    const secret = await made(stranger.post('/api/personas', { name: 'Own', role: 'r', informationNeed: 'i' }))
    const answers = [
      await start(ann, missingId, { personaIds }),
      await start(stranger, id, { personaIds }),
      await start(ann, id, { personaIds: [personaIds[0], missingId] }),
      await start(ann, id, { personaIds: [personaIds[0], secret.id] }),
      await start(ann, 'port', { personaIds }),
      await start(api.anonymous, id, { personaIds }),
    ]
    expect(answers.map(({ status, body }) => [status, body.message])).toEqual([
      [404, 'Project not found'],
      [403, 'Insufficient permissions'],
      [404, 'Persona not found'],
      [404, 'Persona not found'],
      [400, expect.any(String)],
      [401, 'Authentication required'],
    ])
  })
})

/** Mulberry32 by Tommy Ettinger, as its author published it. */
function mulberry32(seed: number): () => number {
  let a = seed
  return () => {
    a |= 0
    a = (a + 0x6d2b79f5) | 0
    let t = Math.imul(a ^ (a >>> 15), 1 | a)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}
