import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Person } from '../support/api.js'
import { answer } from '../support/faulty-model.js'
import { startWorkingApi, type WorkingApi } from '../support/models.js'
import { startScriptedApi, summaryAnswer, type ScriptedApi } from '../support/scripted-model.js'
import { made } from '../support/workspace.js'

const frames = [60, 62]
const ids = (matches: { typeId: string }[]) => matches.map(({ typeId }) => typeId)

async function personaWith(person: Person, ontology: object): Promise<string> {
  const { id } = await made(person.post('/api/personas', { name: 'Scout', role: 'Scout', informationNeed: 'Who?' }))
  await made(person.put(`/api/personas/${id}/ontology`, ontology))
  return id
}

describe('types that the detector of the model service has a class for', () => {
  let api: WorkingApi
  let ann: Person
  let video: string

  beforeAll(async () => {
    api = await startWorkingApi()
    copyFileSync('tests/fixtures/videos/pedestrians.webm', join(api.folder, 'videos', 'pedestrians.webm'))
    await made((await api.admin()).post('/api/videos/sync'))
    ann = await api.person('ann')
    const all = (await made(ann.get('/api/videos'))) as { id: string; filename: string }[]
    video = all.find(({ filename }) => filename === 'pedestrians.webm')!.id
  })
  afterAll(() => api.stop())

  const ontology = {
    entities: [
      { id: 'moving', name: 'Organism' },
      { id: 'car-1', name: 'Vehicle' },
      { id: 'walker', name: 'Pedestrian' },
    ],
    roles: [{ id: 'passer', name: 'Passer-by', synonyms: ['person'] }],
    events: [{ id: 'people', name: 'People' }],
  }

  it('are named by every detection, all that fit and the closest first, in REST and GraphQL', async () => {
    const personaId = await personaWith(ann, ontology)
    const found = await made(ann.post(`/api/videos/${video}/detect`, { personaId, frameNumbers: frames }))
    const detections = found.frames.flatMap((one: any) => one.detections)
    const people = detections.filter(({ label }: any) => label === 'person')
    expect(people.length).toBeGreaterThan(3)
    for (const one of people) {
      expect(one).toMatchObject({ typeId: 'passer', typeName: 'Passer-by' })
      expect(ids(one.typeMatches)).toEqual(['passer', 'walker', 'moving'])
    }
    for (const one of detections) if (!people.includes(one)) expect(one.typeId).toBe('car-1')
    const query = `mutation ($input: DetectObjectsInput!) { detectObjects(input: $input) {
      frames { detections { label typeId typeName typeMatches { typeId typeName typeKind } } } } }`
    const graph: any = await ann.graph(query, { input: { videoId: video, personaId, frameNumbers: frames } })
    expect(graph.errors).toBeUndefined()
    const same = ({ label, typeId, typeName, typeMatches }: any) => {
      const matches = typeMatches.map((one: any) => ({ ...one, typeKind: one.typeKind.toUpperCase() }))
      return { label, typeId, typeName, typeMatches: matches }
    }
    expect(graph.data.detectObjects.frames.flatMap((one: any) => one.detections)).toEqual(detections.map(same))
  })

  it('are named for a query in words as well, and by nothing without a persona', async () => {
    const personaId = await personaWith(ann, { entities: [{ id: 'walker', name: 'Pedestrians' }] })
    const ask = { manualQuery: 'people', frame: 60 }
    const path = `/api/videos/${video}/detect`
    const [first] = (await made(ann.post(path, { ...ask, personaId }))).frames[0].detections
    expect(first).toMatchObject({ label: 'person', typeId: 'walker', typeName: 'Pedestrians' })
    const [plain] = (await made(ann.post(path, ask))).frames[0].detections
    expect(plain).toMatchObject({ label: 'person', typeId: null, typeName: null, typeMatches: [] })
  })

  it('are named in other words: synonyms, plurals, lists, words of the vocabulary that administrators wrote', async () => {
    const admin = await api.admin()
    await made(admin.put('/api/admin/detection-vocabulary', { terms: [{ term: 'laufende', classes: ['person'] }] }))
    const words: [type: object, fits: boolean][] = [
      [{ name: 'Fußgänger', synonyms: ['pedestrian'] }, true],
      [{ name: 'Soldiers' }, true],
      [{ name: 'Men and women' }, true],
      [{ name: 'Laufende' }, true],
      [{ name: '__proto__', aliases: ['persons'] }, true],
      [{ name: 'Lorry' }, false],
      [{ name: 'Dust storm' }, false],
    ]
    const entities = words.map(([type], at) => ({ id: `type-${at}`, ...type }))
    const personaId = await personaWith(ann, { entities })
    const found = await made(ann.post(`/api/videos/${video}/detect`, { personaId, frame: 60 }))
    const fitting = words.flatMap(([, fits], at) => (fits ? [`type-${at}`] : []))
    expect(ids(found.frames[0].detections[0].typeMatches).sort()).toEqual(fitting)
    await made(admin.put('/api/admin/detection-vocabulary', { terms: [] }))
  })

  it('become the labels of adopted boxes, and are refused where the persona does not have them', async () => {
    const personaId = await personaWith(ann, ontology)
    const path = `/api/videos/${video}/detections/adopt`
    const found = await made(ann.post(`/api/videos/${video}/detect`, { personaId, frame: 60 }))
    const size = { videoWidth: found.videoWidth, videoHeight: found.videoHeight }
    const input = { ...size, type: 'type', personaId, frames: found.frames }
    const { annotationIds } = await made(ann.post(path, input))
    const mine = async () => (await made(ann.get(`/api/annotations/${video}`))) as any[]
    expect(annotationIds).toHaveLength(found.frames[0].detections.length)
    const types = found.frames[0].detections.map(({ typeId }: any) => typeId)
    expect(types).toContain('passer')
    expect((await mine()).map(({ label }) => label).sort()).toEqual(types.sort())
    for (const id of annotationIds) await made(ann.delete(`/api/annotations/${video}/${id}`))

    const { frameNumber } = found.frames[0]
    const detections = found.frames[0].detections.filter(({ label }: any) => label === 'person')
    const foreign = [{ frameNumber, detections: [detections[0], { ...detections[1], typeId: 'nobody' }] }]
    expect(await ann.post(path, { ...input, frames: foreign })).toMatchObject({
      status: 400,
      body: { details: [{ field: 'frames.0.detections.1.typeId', message: 'is no type of the persona' }] },
    })
    expect(await mine()).toEqual([])
    // Annotations of other sorts keep the label under which the box was detected.
    const sight = { ...input, type: 'sight', frames: [{ frameNumber, detections }] }
    const [id] = (await made(ann.post(path, sight))).annotationIds
    expect((await mine()).find((one) => one.id === id)).toMatchObject({ label: 'person' })

    const adopt = `mutation ($input: AdoptDetectionsInput!) { adoptDetections(input: $input) { annotations { id } } }`
    const one = ({ label, boundingBox, confidence, typeId }: any) => ({ label, boundingBox, confidence, typeId })
    const typed = { ...input, videoId: video, frames: [{ frameNumber, detections: [one(detections[0])] }] }
    const graph: any = await ann.graph(adopt, { input: typed })
    expect(graph.errors).toBeUndefined()
    const [kept] = graph.data.adoptDetections.annotations
    expect((await mine()).find((each) => each.id === kept.id)).toMatchObject({ label: 'passer' })
  })

  it('are named by the result of a tracking job and by the evidence and key frames of a summary', async () => {
    const personaId = await personaWith(ann, ontology)
    const found = await made(ann.post(`/api/videos/${video}/detect`, { personaId, frame: 60 }))
    const people = found.frames[0].detections.filter(({ label }: any) => label === 'person')
    const [{ boundingBox }] = people.sort((a: any, b: any) => b.confidence - a.confidence)
    const { x, y, width, height } = boundingBox
    const box = { x: x * 768, y: y * 576, width: width * 768, height: height * 576 }
    const body = { type: 'type', label: 'walker', personaId, frame: 60, endFrame: 66, box }
    const { jobId } = await made(ann.post(`/api/videos/${video}/track`, body))
    const { result } = await api.ended(ann, jobId)
    expect(result).toMatchObject({ recognisedAs: 'person', typeId: 'passer', typeName: 'Passer-by' })
    expect(ids(result.typeMatches)).toEqual(['passer', 'walker', 'moving'])

    const asked = await made(ann.post('/api/videos/summaries/generate', { videoId: video, personaId, maxFrames: 4 }))
    const summarized = await api.ended(ann, asked.jobId)
    expect(summarized.status).toBe('completed')
    const { evidence, keyFrames } = summarized.result
    const boxes = [
      ...evidence.flatMap((one: any) => (one.frames ?? []).flatMap((frame: any) => frame.boxes ?? [])),
      ...keyFrames.flatMap((frame: any) => frame.objects ?? []),
    ]
    const shownPeople = boxes.filter(({ label }) => label === 'person')
    expect(shownPeople.length).toBeGreaterThan(3)
    for (const one of shownPeople) expect(one).toMatchObject({ typeId: 'passer', typeName: 'Passer-by' })
    const query = `query ($id: ID!) { summary(id: $id) { evidence { frames { boxes { label typeId typeName } } } } }`
    const graph: any = await ann.graph(query, { id: summarized.result.id })
    expect(graph.errors).toBeUndefined()
    const shown = graph.data.summary.evidence.flatMap((one: any) => one.frames.flatMap((frame: any) => frame.boxes))
    expect(shown).toContainEqual({ label: 'person', typeId: 'passer', typeName: 'Passer-by' })
  }, 120_000)
})

describe('types where the model service tells nothing of words', () => {
  let api: ScriptedApi
  let ann: Person

  beforeAll(async () => {
    api = await startScriptedApi()
    ann = await api.person('ann')
  })
  afterAll(() => api.stop())

  const bounding_box = { x: 0.1, y: 0.1, width: 0.2, height: 0.2 }

  it('are those of which the label is a name, also in the plural; what was read is no type', async () => {
    const personaId = await personaWith(ann, { entities: [{ id: 'digger', name: 'Digger', synonyms: ['excavator'] }] })
    const video = await api.video()
    const detections = ['digger', 'Excavators', 'crane'].map((label) => ({ label, bounding_box, confidence: 0.9 }))
    api.behaviours.set(
      '/api/detection/detect',
      answer(200, {
        id: 'd',
        query: 'q',
        frames: [{ frame_number: 0, timestamp: 0, detections }],
        total_detections: 3,
        processing_time: 0.1,
      }),
    )
    const found = await made(ann.post(`/api/videos/${video}/detect`, { personaId, frame: 0 }))
    expect(found.frames[0].detections.map(({ typeId }: any) => typeId)).toEqual(['digger', 'digger', null])
    expect(api.sent.get('/api/detection/detect').type_words).toEqual(['Digger', 'excavator'])

    const box = { label: 'Digger', bounding_box, confidence: 0.9 }
    const frame = { frame_number: 0, timestamp: 0, boxes: [box] }
    const evidence = ['seen', 'read'].map((source) => ({ text: `It is ${source}.`, source, frames: [frame] }))
    api.behaviours.set('/api/summarize', summaryAnswer(video, 'It is seen. It is read.', { evidence }))
    const { result } = await api.done(ann, '/api/videos/summaries/generate', { videoId: video, personaId })
    const types = result.evidence.map((one: any) => one.frames[0].boxes[0].typeId ?? null)
    expect(types).toEqual(['digger', null])
  })
})
