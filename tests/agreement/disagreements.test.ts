import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { made, makeVideo } from '../support/workspace.js'
import { draw, makePersona } from './drawn.js'

let api: TestApi
let ann: Person
let ben: Person

beforeAll(async () => {
  api = await startApi()
  ann = await api.person('ann')
  ben = await api.person('ben')
})
afterAll(() => api.stop())

async function claim(person: Person, videoId: string, personaId: string, texts: Record<string, number | undefined>) {
  const { id } = await made(person.post('/api/summaries', { videoId, personaId, summary: 'It is.' }))
  const ids: string[] = []
  for (const [text, confidence] of Object.entries(texts))
    ids.push((await made(person.post(`/api/summaries/${id}/claims`, { text, confidence }))).id)
  return { summaryId: id, ids }
}

const list = (person: Person, videoId: string, personaIds: readonly string[], more = '') =>
  person.get(`/api/videos/${videoId}/agreement/disagreements?personaIds=${personaIds.join()}${more}`)

/** Makes three personas who disagree in several ways on 100 frames. */
async function differing() {
  const videoId = await makeVideo(api)
  const [one, two, three] = [await makePersona(ann), await makePersona(ann), await makePersona(ann)]
  const alone = await draw(ann, videoId, one, 'car', 1000, 0, 99)
  const car = [
    await draw(ann, videoId, one, 'car', 0, 0, 49),
    await draw(ann, videoId, two, 'car', 0, 0, 49),
    await draw(ann, videoId, three, 'van', 0, 0, 49),
  ]
  // The second persona sees it 20 pixels further right, and for half the time: 10 of 20 frames.
  const pair = [await draw(ann, videoId, one, 'van', 500, 40, 59), await draw(ann, videoId, two, 'van', 500, 40, 54)]
  return { videoId, personaIds: [one, two, three], alone, car, pair }
}

describe('disagreements', () => {
  it('are listed by extent times severity, with what they are about and where', async () => {
    const { videoId, personaIds, alone, car, pair } = await differing()
    const [one, two, three] = personaIds
    const rows = await made(list(ann, videoId, personaIds))
    const open = { state: 'open', decision: null }
    const thing = (id: string | undefined, personaId: string | undefined, text: string) => ({
      ...{ kind: 'annotation', id, personaId, summaryId: null, version: 1, text },
    })
    expect(rows).toEqual([
      {
        ...{ kind: 'missing', weight: 1, extent: 1, severity: 1, first: 0, last: 99 },
        things: [thing(alone, one, 'Car')],
        missing: [two, three],
        ...open,
      },
      {
        ...{ kind: 'missing', weight: 0.2, extent: 0.2, severity: 1, first: 40, last: 59 },
        things: [thing(pair[0], one, 'Van'), thing(pair[1], two, 'Van')],
        missing: [three],
        ...open,
      },
      {
        ...{ kind: 'type', weight: 0.5 * (1 - 2 / 3), extent: 0.5, severity: 1 - 2 / 3, first: 0, last: 49 },
        things: [thing(car[0], one, 'Car'), thing(car[1], two, 'Car'), thing(car[2], three, 'Van')],
        missing: [],
        ...open,
      },
      {
        ...{ kind: 'place', weight: 0.05, extent: 0.2, severity: 0.25, first: 40, last: 59 },
        things: [thing(pair[0], one, 'Van'), thing(pair[1], two, 'Van')],
        missing: [],
        ...open,
      },
      {
        ...{ kind: 'time', weight: 0.05, extent: 0.2, severity: 0.25, first: 40, last: 59 },
        things: [thing(pair[0], one, 'Van'), thing(pair[1], two, 'Van')],
        missing: [],
        ...open,
      },
    ])
  })

  it('are the same in pages of any size, in REST and from both ends in GraphQL', async () => {
    const { videoId, personaIds } = await differing()
    const whole = await made(list(ann, videoId, personaIds))
    const paged: unknown[] = []
    let path: string | null = `/api/videos/${videoId}/agreement/disagreements?personaIds=${personaIds.join()}&limit=2`
    while (path) {
      const answer: { body: unknown[]; headers: Headers } = await ann.get(path)
      paged.push(...answer.body)
      const next: string | undefined = /<([^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1]
      path = next ? new URL(next, 'http://here').pathname + new URL(next, 'http://here').search : null
    }
    expect(paged).toEqual(whole)
    const query = `query ($videoId: ID!, $ids: [ID!]!, $before: String) { video(id: $videoId) {
      disagreements(personaIds: $ids, last: 3, before: $before) {
        totalCount pageInfo { startCursor hasPreviousPage } nodes { kind weight things { id } } } } }`
    const { data } = await ann.graph(query, { videoId, ids: personaIds })
    const { totalCount, pageInfo, nodes } = data.video.disagreements
    expect([totalCount, pageInfo.hasPreviousPage]).toEqual([5, true])
    const before = await ann.graph(query, { videoId, ids: personaIds, before: pageInfo.startCursor })
    const all = [...before.data.video.disagreements.nodes, ...nodes]
    const brief = (rows: typeof nodes) =>
      rows.map((row: { kind: string; weight: number }) => [row.kind.toLowerCase(), row.weight])
    expect(brief(all)).toEqual(brief(whole))
  })

  it('can be narrowed to kinds and to a persona', async () => {
    const { videoId, personaIds, car } = await differing()
    const types = await made(list(ann, videoId, personaIds, '&kinds=type,object'))
    expect(types.map((row: { things: { id: string }[] }) => row.things.map(({ id }) => id))).toEqual([car])
    const ofThird = await made(list(ann, videoId, personaIds, `&personaId=${personaIds[2]}`))
    expect(ofThird.map((row: { kind: string }) => row.kind)).toEqual(['missing', 'missing', 'type'])
    expect(await list(ann, videoId, personaIds.slice(0, 2), `&personaId=${personaIds[2]}`)).toMatchObject({
      status: 400,
      body: { details: [{ field: 'personaId' }] },
    })
    expect(await list(ann, videoId, personaIds, '&kinds=colour')).toMatchObject({ status: 400 })
  })

  it('are about claims too: those that say the opposite, and those that only one persona makes', async () => {
    const videoId = await makeVideo(api)
    const personaIds = [await makePersona(ann), await makePersona(ann)]
    const first = await claim(ann, videoId, personaIds[0]!, {
      'Three cars wait at the crossing in front of the old railway station for a minute.': 1,
      'A dog runs across the road.': 0.4,
      'The shop is open.': undefined,
    })
    const second = await claim(ann, videoId, personaIds[1]!, {
      'Four cars wait at the crossing in front of the old railway station for a minute.': 1,
      'The shop is open.': undefined,
    })
    const rows = await made(list(ann, videoId, personaIds, '&kinds=opposed,claim'))
    expect(rows).toMatchObject([
      { kind: 'opposed', weight: 0.01, severity: 1, missing: [], first: null },
      { kind: 'claim', weight: 0.01 * 0.4, severity: 0.4, missing: [personaIds[1]], last: null },
    ])
    expect(rows[0].things).toEqual([
      expect.objectContaining({
        kind: 'claim',
        id: first.ids[0],
        summaryId: first.summaryId,
        personaId: personaIds[0],
      }),
      expect.objectContaining({
        kind: 'claim',
        id: second.ids[0],
        summaryId: second.summaryId,
        personaId: personaIds[1],
      }),
    ])
    const report = await made(ann.get(`/api/videos/${videoId}/agreement?personaIds=${personaIds.join()}`))
    expect(report.claims.pairs[0]).toMatchObject({
      first: 3,
      second: 2,
      same: 1,
      opposed: 1,
      onlyFirst: 1,
      onlySecond: 0,
    })
  })

  it('holds nothing of what the caller may not read', async () => {
    const { videoId, personaIds } = await differing()
    expect(await list(ben, videoId, personaIds)).toMatchObject({ status: 404, body: { error: 'Persona not found' } })
  })
})
