import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { random } from '../support/walk.js'
import { made, makeVideo } from '../support/workspace.js'

let api: TestApi
let ann: Person
let ben: Person

beforeAll(async () => {
  api = await startApi()
  ann = await api.person('ann')
  ben = await api.person('ben')
})
afterAll(() => api.stop())

interface Type {
  id: string
  name: string
  wikidataId?: string
}

async function persona(
  person: Person,
  types: { entities?: Type[]; events?: Type[] } = {},
  more: { projectId?: string } = {},
): Promise<string> {
  const body = { name: 'Pilot', role: 'Pilot', informationNeed: 'What?', ...more }
  const { id } = await made(person.post('/api/personas', body))
  await made(person.put(`/api/personas/${id}/ontology`, types))
  return id
}

type Corner = [frame: number, x: number, y: number]

/** Draws a box of 100 x 50 pixels that moves along the corners. */
const draw = async (person: Person, videoId: string, personaId: string, label: string, ...corners: Corner[]) =>
  (
    await made(
      person.post('/api/annotations', {
        videoId,
        personaId,
        type: 'type',
        label,
        frames: {
          boxes: corners.map(([frameNumber, x, y]) => ({
            frameNumber,
            x,
            y,
            width: 100,
            height: 50,
            isKeyframe: true,
          })),
          interpolationSegments: [],
          visibilityRanges: [],
        },
      }),
    )
  ).id as string

const compare = (person: Person, videoId: string, personaIds: readonly string[], more = '') =>
  person.get(`/api/videos/${videoId}/agreement?personaIds=${personaIds.join()}${more}`)

const cars: Type = { id: 'car', name: 'Car' }

describe('the agreement of personas about a video', () => {
  it('has 1 for equal tracks of types with equal names, whatever their ids, and says what is left over', async () => {
    const videoId = await makeVideo(api)
    const one = await persona(ann, { entities: [cars, { id: 'person', name: 'Person' }] })
    const other = await persona(ann, {
      entities: [
        { id: 'vehicle-1', name: ' CAR ' },
        { id: 'p', name: 'Pedestrian' },
      ],
    })
    await draw(ann, videoId, one, 'car', [0, 0, 0], [9, 90, 0])
    await draw(ann, videoId, one, 'person', [0, 500, 0], [9, 590, 0])
    await draw(ann, videoId, other, 'vehicle-1', [0, 0, 0], [9, 90, 0])
    await draw(ann, videoId, other, 'p', [0, 500, 0], [9, 590, 0])
    const report = await made(compare(ann, videoId, [one, other]))
    expect(report).toMatchObject({
      videoId,
      personaIds: [one, other],
      frames: { from: 0, to: 9, step: 1, count: 10 },
      minIou: 0.5,
      pairs: [
        {
          personas: [one, other],
          ...{ first: 2, second: 2, matched: 2, f1: 1, tubeIou: 1, temporalIou: 1, idf1: 1 },
          ...{ hota: 1, detA: 1, assA: 1, locA: 1 },
        },
      ],
      groups: { units: 2, alone: 0 },
      mixed: 0,
      unmapped: [
        { personaId: one, typeId: 'person', name: 'Person' },
        { personaId: other, typeId: 'p', name: 'Pedestrian' },
      ],
      conflicts: [],
      object: { alpha: null, ac1: null, observed: null, interval: null, lenient: null, units: 0, confusion: [] },
      time: [{ typeIds: ['car', 'vehicle-1'], name: 'Car', alpha: null, temporalIou: 1 }],
      leftOut: { otherStates: 0, withoutBoxes: 0 },
    })
    expect(report.types).toMatchObject({
      observed: 0.5,
      units: 2,
      confusion: [
        {
          personas: [one, other],
          counts: [
            { first: 'car', second: 'vehicle-1', units: 1 },
            { first: 'person', second: 'p', units: 1 },
          ],
        },
      ],
    })
  })

  it('has figures between 0 and 1 for tracks that differ in place, time and number', async () => {
    const videoId = await makeVideo(api)
    const [one, other] = [await persona(ann, { entities: [cars] }), await persona(ann, { entities: [cars] })]
    await draw(ann, videoId, one, 'car', [0, 0, 0], [9, 0, 0])
    await draw(ann, videoId, one, 'car', [0, 900, 900], [9, 900, 900])
    // Half the width further right: an IoU of 1/3 on each of 5 frames, while the other has 10.
    await draw(ann, videoId, other, 'car', [0, 50, 0], [4, 50, 0])
    const [pair] = (await made(compare(ann, videoId, [one, other], '&minIou=0.1'))).pairs
    // 5 frames with half a box in common; 10 boxes and 5 boxes, of which 2.5 are common.
    expect(pair).toMatchObject({ first: 2, second: 1, matched: 1, f1: 2 / 3, temporalIou: 0.5, idf1: 0 })
    expect(pair.tubeIou).toBeCloseTo(2.5 / 12.5, 12)
    expect(pair.locA).toBeCloseTo((6 / 3 + 13) / 19, 12)
    const none = (await made(compare(ann, videoId, [one, other]))).pairs[0]
    expect(none).toMatchObject({ matched: 0, f1: 0, tubeIou: null, temporalIou: null })
    const later = await made(compare(ann, videoId, [one, other], '&from=5&to=9'))
    expect(later.pairs[0]).toMatchObject({ first: 2, second: 0, f1: 0, hota: 0, locA: null, idf1: 0 })
    expect(later.leftOut).toEqual({ otherStates: 0, withoutBoxes: 1 })
  })

  it('is null, with counts, for a video without content', async () => {
    const videoId = await makeVideo(api)
    const report = await made(compare(ann, videoId, [await persona(ann), await persona(ann)]))
    expect(report).toMatchObject({
      frames: { from: 0, to: null, step: 1, count: 0 },
      pairs: [{ first: 0, second: 0, matched: 0, f1: null, hota: null, idf1: null }],
      groups: { units: 0, alone: 0 },
      types: { alpha: null, ac1: null, units: 0 },
      time: [],
    })
  })

  it('compares only what is in the review states of the request', async () => {
    const videoId = await makeVideo(api)
    const [one, other] = [await persona(ann, { entities: [cars] }), await persona(ann, { entities: [cars] })]
    const rejected = await draw(ann, videoId, one, 'car', [0, 0, 0], [9, 0, 0])
    await draw(ann, videoId, other, 'car', [0, 0, 0], [9, 0, 0])
    await made(ann.post('/api/reviews', { ids: [rejected], state: 'rejected' }))
    const usual = await made(compare(ann, videoId, [one, other]))
    expect(usual.pairs[0]).toMatchObject({ first: 0, second: 1, f1: 0 })
    expect(usual.leftOut).toEqual({ otherStates: 1, withoutBoxes: 0 })
    const all = await made(compare(ann, videoId, [one, other], '&reviewState=open,accepted,rejected'))
    expect(all.pairs[0]).toMatchObject({ first: 1, second: 1, f1: 1 })
  })

  it('has the same figures by GraphQL', async () => {
    const videoId = await makeVideo(api)
    const [one, other] = [await persona(ann, { entities: [cars] }), await persona(ann, { entities: [cars] })]
    await draw(ann, videoId, one, 'car', [0, 0, 0], [9, 40, 0])
    await draw(ann, videoId, other, 'car', [0, 10, 0], [9, 50, 0])
    const { pairs, types } = await made(compare(ann, videoId, [one, other], '&step=2&seed=9'))
    const { data } = await ann.graph(
      `query ($videoId: ID!, $personaIds: [ID!]!) { video(id: $videoId) { agreement(personaIds: $personaIds, step: 2, seed: 9) {
        pairs { personas first second matched f1 tubeIou temporalIou hota detA assA locA idf1 }
        types { alpha ac1 observed interval lenient units confusion { personas counts { first second units } } } } } }`,
      { videoId, personaIds: [one, other] },
    )
    expect(data.video.agreement).toEqual({ pairs, types })
  })

  it('does not depend on the order of the personas', async () => {
    const videoId = await makeVideo(api)
    const all = [await persona(ann, { entities: [cars] }), await persona(ann, { entities: [cars] }), await persona(ann)]
    for (const [at, id] of all.entries()) {
      await draw(ann, videoId, id, 'car', [0, 8 * at, 0], [9, 40, 3 * at])
      await draw(ann, videoId, id, 'boat', [3, 300, 5 * at], [9, 300, 7])
    }
    const forwards = await made(compare(ann, videoId, all))
    const backwards = await made(compare(ann, videoId, [...all].reverse()))
    const keyed = (report: { pairs: { personas: string[] }[] }) =>
      new Map(report.pairs.map(({ personas, ...figures }) => [[...personas].sort().join(), figures]))
    expect(keyed(backwards)).toEqual(keyed(forwards))
    expect(backwards.types.alpha).toBe(forwards.types.alpha)
    expect(backwards.groups).toEqual(forwards.groups)
  })

  it('is near 0 for shuffled labels, and the same for a fork whose types have other ids and names', async () => {
    const videoId = await makeVideo(api)
    const entities = ['Car', 'Van', 'Bus'].map((name) => ({ id: name.toLowerCase(), name }))
    const tracks = async (person: Person, personaId: string, labels: readonly string[]) => {
      const annotations = labels.map((label, n) => {
        const box = { x: 0, y: 0, width: 100, height: 50, isKeyframe: true }
        const boxes = [10 * n, 10 * n + 9].map((frameNumber) => ({ frameNumber, ...box }))
        return { videoId, personaId, type: 'type', label, frames: { boxes } }
      })
      await made(person.post('/api/annotations/bulk', { annotations }))
    }
    const project = await made(ann.post('/api/projects', { name: 'Port', slug: `port-${videoId}` }))
    await made(ann.post(`/api/projects/${project.id}/members`, { userId: ben.id, role: 'annotator' }))
    const one = await persona(ann, { entities }, { projectId: project.id })
    const labels = Array.from({ length: 300 }, (_, n) => entities[n % 3]!.id)
    await tracks(ann, one, labels)
    const { next } = random(7)
    const keyed = labels.map((label) => ({ label, key: next() })).sort((a, b) => a.key - b.key)
    const shuffled = keyed.map(({ label }) => label)
    const own = await persona(ben, { entities })
    await tracks(ben, own, shuffled)
    const { types } = await made(compare(ben, videoId, [one, own]))
    expect(types.units).toBe(300)
    expect(Math.abs(types.alpha)).toBeLessThan(0.1)
    expect(Math.abs(types.ac1)).toBeLessThan(0.1)
    expect(types.interval[0]).toBeLessThan(0)
    expect(types.interval[1]).toBeGreaterThan(0)

    const share = { resourceType: 'persona', resourceId: one, sharedWithUserId: ben.id, permissionLevel: 'forkable' }
    const { id } = await made(ann.post('/api/sharing', share))
    const { resourceId: fork } = await made(ben.post(`/api/sharing/${id}/fork`, {}))
    const forked = (await made(ben.get(`/api/personas/${fork}/ontology`))).entities as Type[]
    const idOf = new Map(forked.map((type) => [type.name.toLowerCase(), type.id]))
    const renamed = forked.map((type) => ({ ...type, name: `Kind of ${type.name}` }))
    await made(ben.put(`/api/personas/${fork}/ontology`, { entities: renamed }))
    const inFork = shuffled.map((label) => idOf.get(label)!)
    await tracks(ben, fork, inFork)
    const ofFork = await made(compare(ben, videoId, [one, fork]))
    const { confusion: _named, ...figures } = types
    expect(ofFork.types).toMatchObject(figures)
    expect(ofFork.unmapped).toEqual([])
  })

  it('holds nothing of annotations and personas that the caller may not read', async () => {
    const videoId = await makeVideo(api)
    const [one, other] = [await persona(ann, { entities: [cars] }), await persona(ann, { entities: [cars] })]
    await draw(ann, videoId, one, 'car', [0, 0, 0], [9, 0, 0])
    const unknown = '0193e5a0-0000-7000-8000-000000000000'
    const answers = [await compare(ben, videoId, [one, other]), await compare(ben, videoId, [unknown, other])]
    expect(answers.map(({ status, body }) => [status, body.error])).toEqual([
      [404, 'Persona not found'],
      [404, 'Persona not found'],
    ])
    expect(await compare(ann, 'nowhere', [one, other])).toMatchObject({
      status: 404,
      body: { error: 'Video not found' },
    })
  })

  it.each([
    ['one persona', (ids: string[]) => `personaIds=${ids[0]}`, 'personaIds'],
    ['a persona named twice', (ids: string[]) => `personaIds=${ids[0]},${ids[0]}`, 'personaIds'],
    ['21 personas', () => `personaIds=${Array.from({ length: 21 }, () => crypto.randomUUID()).join()}`, 'personaIds'],
    ['an id that is no UUID', (ids: string[]) => `personaIds=${ids[0]},me`, 'personaIds.1'],
    ['minIou 0', (ids: string[]) => `personaIds=${ids.join()}&minIou=0`, 'minIou'],
    ['minIou above 1', (ids: string[]) => `personaIds=${ids.join()}&minIou=1.1`, 'minIou'],
    ['step 0', (ids: string[]) => `personaIds=${ids.join()}&step=0`, 'step'],
    ['half a step', (ids: string[]) => `personaIds=${ids.join()}&step=1.5`, 'step'],
    ['a negative frame', (ids: string[]) => `personaIds=${ids.join()}&from=-1`, 'from'],
    ['a range that ends first', (ids: string[]) => `personaIds=${ids.join()}&from=5&to=4`, 'from'],
    ['a seed that is not whole', (ids: string[]) => `personaIds=${ids.join()}&seed=0.5`, 'seed'],
    ['an unknown state', (ids: string[]) => `personaIds=${ids.join()}&reviewState=done`, 'reviewState.0'],
  ])('refuses %s and names the parameter', async (_what, query, field) => {
    const videoId = await makeVideo(api)
    const answer = await ann.get(`/api/videos/${videoId}/agreement?${query([await persona(ann), await persona(ann)])}`)
    expect(answer.status).toBe(400)
    expect(answer.body.details.map((detail: { field: string }) => detail.field)).toContain(field)
  })

  it('is refused for more than 200 million boxes, and the refusal names the step', async () => {
    const videoId = await makeVideo(api)
    const [one, other] = [await persona(ann), await persona(ann)]
    await draw(ann, videoId, one, 'car', [0, 0, 0], [200_000_001, 0, 0])
    const answer = await compare(ann, videoId, [one, other])
    expect(answer).toMatchObject({ status: 413, body: { code: 'COST_LIMIT' } })
    expect(answer.body.error).toContain('`step`')
    const list = await ann.get(`/api/videos/${videoId}/agreement/disagreements?personaIds=${one},${other}`)
    expect(list).toMatchObject({ status: 413, body: { code: 'COST_LIMIT' } })
    expect((await compare(ann, videoId, [one, other], '&step=1000')).status).toBe(200)
  })
})
