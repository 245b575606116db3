import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { blockOf } from '../pages/blocks.js'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { annotationOf, made, makeVideo } from '../support/workspace.js'
import { draw, makePersona } from './drawn.js'

interface Row {
  kind: string
  state: string
  decision: Record<string, unknown> | null
  things: { id: string; personaId: string; version: number }[]
}

let api: TestApi
let ann: Person
let ben: Person

beforeAll(async () => {
  api = await startApi()
  ann = await api.person('ann')
  ben = await api.person('ben')
})
afterAll(() => api.stop())

const list = (person: Person, videoId: string, personaIds: readonly string[], more = '') =>
  person.get(`/api/videos/${videoId}/agreement/disagreements?personaIds=${personaIds.join()}${more}`)

/** Two personas that call the same track a car and a van, and a third one without tracks. */
async function carOrVan(types: readonly string[] = []) {
  const videoId = await makeVideo(api)
  const [one, two] = [await makePersona(ann), await makePersona(ann)]
  const into = await makePersona(ann, types)
  const car = await draw(ann, videoId, one, 'car', 0, 0, 49)
  const van = await draw(ann, videoId, two, 'van', 0, 0, 49)
  const compared = [one, two]
  const [row] = (await made(list(ann, videoId, compared))) as Row[]
  const about = { kind: row!.kind, things: row!.things.map(({ id, version }) => ({ id, version })), personaId: into }
  const settle = (more: object, person = ann) =>
    person.post(`/api/videos/${videoId}/agreement/decisions`, { ...about, ...more })
  return { videoId, compared, into, car, van, about, settle }
}

const tracksOf = async (videoId: string, personaId: string) =>
  (await made(ann.get(`/api/annotations/${videoId}`))).filter((one: any) => one.personaId === personaId)

describe('a disagreement', () => {
  it('is settled by adopting a track, which is copied into the persona and names its source', async () => {
    const { videoId, compared, into, car, van, about, settle } = await carOrVan(['Boat', 'Van'])
    const before = [await annotationOf(ann, car), await annotationOf(ann, van)]
    // As the page says, with ids.
    const example = JSON.parse(blockOf('docs/agreement.md', '"adoptId"'))
    const decision = await made(settle({ ...example, ...about, adoptId: van }))
    expect(decision).toMatchObject({
      ...{ videoId, personaId: into, kind: 'type', adoptedId: van, note: 'It has no side windows.', createdBy: ann.id },
      things: [
        { id: car, version: 1 },
        { id: van, version: 1 },
      ],
    })
    // The persona has a type of this name, and the copy shows it.
    expect(await tracksOf(videoId, into)).toMatchObject([
      {
        id: decision.copyId,
        type: 'type',
        label: 'van',
        forkedFrom: { id: van, version: 1 },
        frames: before[1].frames,
      },
    ])
    expect([await annotationOf(ann, car), await annotationOf(ann, van)]).toEqual(before)
    const [row] = (await made(list(ann, videoId, compared))) as Row[]
    expect(row).toMatchObject({ state: 'settled', decision: { id: decision.id, adoptedId: van, personaId: into } })
    expect(await made(list(ann, videoId, compared, '&state=open'))).toEqual([])
    expect(await made(list(ann, videoId, compared, '&state=settled'))).toHaveLength(1)
    expect(await made(list(ann, videoId, compared, `&state=settled&intoPersonaId=${compared[0]}`))).toEqual([])
    expect(await made(ann.get(`/api/agreement-decisions/${decision.id}`))).toEqual(decision)
    expect(await made(ann.get(`/api/videos/${videoId}/agreement/decisions?personaId=${into}`))).toEqual([decision])
  })

  it('brings a type with it that the persona does not have, as exactly the same', async () => {
    const { videoId, compared, into, car, settle } = await carOrVan()
    const { copyId } = await made(settle({ adoptId: car }))
    expect(await annotationOf(ann, copyId)).toMatchObject({ label: 'car' })
    const { entities } = await made(ann.get(`/api/personas/${into}/ontology`))
    expect(entities).toMatchObject([{ id: 'car', name: 'Car' }])
    expect(await made(ann.get(`/api/personas/${into}/type-correspondences`))).toMatchObject([
      {
        firstPersonaId: into,
        firstTypeId: 'car',
        secondPersonaId: compared[0],
        secondTypeId: 'car',
        relation: 'exact',
      },
    ])
    const report = await made(ann.get(`/api/videos/${videoId}/agreement?personaIds=${[into, compared[0]].join()}`))
    expect(report.pairs[0]).toMatchObject({ matched: 1, f1: 1, tubeIou: 1 })
    expect(report.types.confusion[0].counts).toEqual([{ first: 'car', second: 'car', units: 1 }])
  })

  it('is settled by keeping all, with a note that says why', async () => {
    const { videoId, compared, into, settle } = await carOrVan()
    expect(await settle({})).toMatchObject({ status: 400, body: { details: [{ field: 'note' }] } })
    const decision = await made(settle({ note: 'It is a matter of taste.' }))
    expect(decision).toMatchObject({ adoptedId: null, copyId: null, note: 'It is a matter of taste.' })
    expect(await tracksOf(videoId, into)).toEqual([])
    expect(await made(list(ann, videoId, compared, '&state=open'))).toEqual([])
  })

  it('is open again when one of the tracks is changed, and when the copy is deleted', async () => {
    const { videoId, compared, car, van, settle } = await carOrVan()
    const stateOf = async () => ((await made(list(ann, videoId, compared))) as Row[])[0]!.state
    const { copyId } = await made(settle({ adoptId: van }))
    await made(ann.put(`/api/annotations/${copyId}`, { confidence: 0.5 }))
    expect(await stateOf()).toBe('settled')
    await made(ann.delete(`/api/annotations/${videoId}/${copyId}`))
    expect(await stateOf()).toBe('open')
    await made(settle({ adoptId: van }))
    expect(await stateOf()).toBe('settled')
    await made(ann.put(`/api/annotations/${car}`, { confidence: 0.5 }))
    expect(await stateOf()).toBe('open')
    expect(await settle({ adoptId: van })).toMatchObject({ status: 412, body: { currentVersion: 2 } })
  })

  it('is settled in another way by another decision, which takes back a copy that is as it was copied', async () => {
    const { videoId, into, car, van, settle } = await carOrVan()
    const first = await made(settle({ adoptId: van }))
    const second = await made(settle({ adoptId: car }))
    expect(await tracksOf(videoId, into)).toMatchObject([{ id: second.copyId, forkedFrom: { id: car } }])
    expect(await ann.get(`/api/agreement-decisions/${first.id}`)).toMatchObject({ status: 404 })
    await made(ann.put(`/api/annotations/${second.copyId}`, { confidence: 0.5 }))
    await made(settle({ note: 'Both' }))
    expect(await tracksOf(videoId, into)).toMatchObject([{ id: second.copyId, confidence: 0.5 }])
  })

  it('is open again when its decision is deleted, and settled again when that is undone', async () => {
    const { videoId, compared, into, van, settle } = await carOrVan()
    const decision = await made(settle({ adoptId: van }))
    const deletion = `mutation { deleteAgreementDecision(input: { id: "${decision.id}" }) { deletedIds } }`
    const { deletedIds } = (await made(ann.graph(deletion))).deleteAgreementDecision
    expect(new Set(deletedIds)).toEqual(new Set([decision.id, decision.copyId]))
    expect(await tracksOf(videoId, into)).toEqual([])
    expect(((await made(list(ann, videoId, compared))) as Row[])[0]).toMatchObject({ state: 'open', decision: null })
    await made(ann.post(`/api/trash/agreement_decision/${decision.id}/undo`))
    expect(((await made(list(ann, videoId, compared))) as Row[])[0]!.decision).toMatchObject({
      ...{ id: decision.id, copyId: decision.copyId },
    })
    const { history } = await made(ann.get(`/api/history/agreement_decision/${decision.id}`))
    expect(history.map((one: any) => one.operation)).toEqual(['insert', 'delete', 'insert'])
  })

  it('has one copy of a track that is adopted in several disagreements, until the last of these is open again', async () => {
    const videoId = await makeVideo(api)
    const [one, two, into] = [await makePersona(ann), await makePersona(ann), await makePersona(ann)]
    const car = await draw(ann, videoId, one, 'car', 0, 0, 49)
    await draw(ann, videoId, two, 'van', 20, 0, 49)
    const rows = (await made(list(ann, videoId, [one, two]))) as Row[]
    expect(rows.map(({ kind }) => kind).sort()).toEqual(['place', 'type'])
    const settle = (row: Row) => {
      const things = row.things.map(({ id, version }) => ({ id, version }))
      const adopted = { kind: row.kind, things, personaId: into, adoptId: car }
      return made(ann.post(`/api/videos/${videoId}/agreement/decisions`, adopted))
    }
    // At once, so that neither sees the other's copy without waiting.
    const [first, second] = await Promise.all(rows.map(settle))
    expect(second.copyId).toBe(first.copyId)
    expect(await tracksOf(videoId, into)).toHaveLength(1)
    await made(ann.delete(`/api/agreement-decisions/${first.id}`))
    expect(await tracksOf(videoId, into)).toMatchObject([{ id: first.copyId }])
    await made(ann.delete(`/api/agreement-decisions/${second.id}`))
    expect(await tracksOf(videoId, into)).toEqual([])
  })

  it('is settled for the persona that has the track already, without a copy', async () => {
    const { videoId, compared, car, settle } = await carOrVan()
    expect(await made(settle({ personaId: compared[0], adoptId: car }))).toMatchObject({ adoptedId: car, copyId: null })
    expect(await tracksOf(videoId, compared[0]!)).toHaveLength(1)
  })

  it('between claims is settled by copying a claim with what is below it', async () => {
    const videoId = await makeVideo(api)
    const [one, two, into] = [await makePersona(ann), await makePersona(ann), await makePersona(ann)]
    const { id: summaryId } = await made(ann.post('/api/summaries', { videoId, personaId: one, summary: 'Cars wait.' }))
    const claim = async (text: string, parentClaimId?: string) =>
      (await made(ann.post(`/api/summaries/${summaryId}/claims`, { text, ...(parentClaimId && { parentClaimId }) }))).id
    const top = await claim('A dog runs across the road.')
    const below = await claim('It is brown.', top)
    const rows = (await made(list(ann, videoId, [one, two], '&kinds=claim'))) as Row[]
    const row = rows.find(({ things }) => things[0]!.id === top)!
    const settle = `mutation ($input: SettleDisagreementInput!) {
      settleDisagreement(input: $input) { decision { id copyId kind persona { id } creator { id } things { id version } } } }`
    const things = row.things.map(({ id, version }) => ({ id, version }))
    const input = { videoId, kind: 'CLAIM', things, personaId: into, adoptId: top }
    const { decision } = (await made(ann.graph(settle, { input }))).settleDisagreement
    expect(decision).toMatchObject({ kind: 'CLAIM', persona: { id: into }, creator: { id: ann.id }, things })
    const copies = `{ claim(id: "${decision.copyId}") {
      text forkedFrom { id } summary { personaId } subclaims { text forkedFrom { id } } } }`
    expect((await made(ann.graph(copies))).claim).toEqual({
      ...{ text: 'A dog runs across the road.', forkedFrom: { id: top }, summary: { personaId: into } },
      subclaims: [{ text: 'It is brown.', forkedFrom: { id: below } }],
    })
    const query = `query ($id: ID!, $ids: [ID!]!) { video(id: $id) {
      disagreements(personaIds: $ids, kinds: [CLAIM], state: SETTLED) { totalCount nodes { state decision { id copyId } } }
      agreementDecisions(first: 5) { totalCount nodes { id } } } }`
    expect((await made(ann.graph(query, { id: videoId, ids: [one, two] }))).video).toEqual({
      disagreements: {
        totalCount: 1,
        nodes: [{ state: 'SETTLED', decision: { id: decision.id, copyId: decision.copyId } }],
      },
      agreementDecisions: { totalCount: 1, nodes: [{ id: decision.id }] },
    })
  })
})

describe('a decision', () => {
  it('is for those who may read the tracks and change the persona; its readers are those of the persona', async () => {
    const { videoId, van, settle } = await carOrVan()
    const personaOfBen = await makePersona(ben)
    expect(await settle({ adoptId: van }, ben)).toMatchObject({ status: 404 })
    // Ben may change his persona, but not read the tracks.
    expect(await settle({ adoptId: van, personaId: personaOfBen }, ben)).toMatchObject({ status: 404 })
    expect(await settle({ adoptId: van, personaId: personaOfBen })).toMatchObject({ status: 404 })
    const { id } = await made(settle({ adoptId: van }))
    expect(await ben.get(`/api/agreement-decisions/${id}`)).toMatchObject({ status: 404 })
    expect(await ben.delete(`/api/agreement-decisions/${id}`)).toMatchObject({ status: 404 })
    expect(await ben.get(`/api/history/agreement_decision/${id}`)).toMatchObject({ status: 404 })
    expect(await made(ben.get(`/api/videos/${videoId}/agreement/decisions`))).toEqual([])
  })

  it('names the field that is wrong', async () => {
    const { about, car, settle } = await carOrVan()
    const field = async (more: object) => {
      const { status, body } = await settle({ note: 'Both', ...more })
      return [status, body.details?.[0]?.field]
    }
    expect(await field({ adoptId: about.personaId })).toEqual([400, 'adoptId'])
    expect(await field({ things: [about.things[0], about.things[0]] })).toEqual([400, 'things'])
    expect(await field({ things: [] })).toEqual([400, 'things'])
    expect(await field({ kind: 'colour' })).toEqual([400, 'kind'])
    expect(await field({ note: '  ' })).toEqual([400, 'note'])
    // Of a claim with the id of an annotation.
    expect(await field({ kind: 'claim', things: [{ id: car, version: 1 }] })).toEqual([404, undefined])
  })

  it('goes with its persona', async () => {
    const { into, settle } = await carOrVan()
    const { id } = await made(settle({ note: 'Both' }))
    const deletion = `mutation { deletePersona(input: { id: "${into}" }) { deletedIds } }`
    expect((await made(ann.graph(deletion))).deletePersona.deletedIds).toContain(id)
    expect(await ann.get(`/api/agreement-decisions/${id}`)).toMatchObject({ status: 404 })
  })

  it('is the last of those that are made at once', async () => {
    const { videoId, into, car, van, settle } = await carOrVan()
    const answers = await Promise.all([car, van, car, van].map((adoptId) => settle({ adoptId })))
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201])
    const decisions = await made(ann.get(`/api/videos/${videoId}/agreement/decisions`))
    expect(decisions).toHaveLength(1)
    expect((await tracksOf(videoId, into)).map((one: any) => one.id)).toEqual([decisions[0].copyId])
  })
})
