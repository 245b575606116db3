import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { made, unique } from '../support/workspace.js'

let api: TestApi
let ann: Person
beforeAll(async () => {
  api = await startApi()
  ann = await api.person('ann')
})
afterAll(() => api.stop())

const fields = { role: 'r', informationNeed: 'i' }
const two = `mutation ($a: CreatePersonaInput!, $b: CreatePersonaInput!) {
  a: createPersona(input: $a) { persona { id name } } b: createPersona(input: $b) { persona { id name } } }`
const names = async () => (await made(ann.get('/api/personas'))).map(({ name }: { name: string }) => name)

describe('an operation of several mutations', () => {
  it('is carried out as a whole, and each of its fields sees what those before it have written', async () => {
    const [a, b] = [unique('a'), unique('b')]
    const made = await ann.graph(two, { a: { name: a, ...fields }, b: { name: b, ...fields } })
    expect(made.errors).toBeUndefined()
    expect([made.data.a.persona.name, made.data.b.persona.name]).toEqual([a, b])
    expect(await names()).toEqual(expect.arrayContaining([a, b]))
    const change = `mutation ($id: ID!) {
      first: updatePersona(input: { id: $id, name: "One" }) { persona { name version } }
      ...More }
      fragment More on Mutation { second: updatePersona(input: { id: $id, details: "Two" }) { persona { name version details } } }`
    const { data } = await ann.graph(change, { id: made.data.a.persona.id })
    expect(data.second.persona).toEqual({ name: 'One', version: data.first.persona.version + 1, details: 'Two' })
  })

  it('of which one is refused has changed nothing, and its answer says so', async () => {
    const before = await names()
    for (const [a, b] of [
      ['kept', ''],
      ['', 'kept'],
    ]) {
      const { data, errors } = await ann.graph(two, { a: { name: a, ...fields }, b: { name: b, ...fields } })
      expect(data).toBeNull()
      expect(errors?.[0]?.extensions).toMatchObject({ code: 'VALIDATION_ERROR' })
    }
    expect(await names()).toEqual(before)
    // No transaction is left open, however many are refused at once.
    const refused = { a: { name: 'kept', ...fields }, b: { name: '', ...fields } }
    await Promise.all(Array.from({ length: 40 }, () => ann.graph(two, refused)))
    expect(await names()).toEqual(before)
    const { rows } = await api.app.services.pool.query(
      "select count(*)::int as open from pg_stat_activity where state like 'idle in transaction%' and datname = current_database()",
    )
    expect(rows).toEqual([{ open: 0 }])
  })

  it('starts the jobs of its fields after it is stored, and none where it is refused', async () => {
    const persona = await made(ann.post('/api/personas', { name: unique('p'), ...fields }))
    const summary = { videoId: 'v', personaId: persona.id, summary: 'A ferry leaves.' }
    const { id } = await made(ann.post('/api/summaries', summary))
    const both = (other: string) =>
      ann.graph(
        `mutation ($id: ID!, $other: ID!) {
          job: extractClaims(input: { summaryId: $id }) { job { id } }
          gone: deleteClaim(input: { id: $other }) { deletedIds } }`,
        { id, other },
      )
    const count = async () =>
      (await api.app.services.pool.query('select count(*)::int as count from jobs')).rows[0].count as number
    const [claim, jobs] = [await made(ann.post(`/api/summaries/${id}/claims`, { text: 'It leaves' })), await count()]
    expect((await both('0193e5a0-0000-7000-8000-000000000000')).data).toBeNull()
    expect(await count()).toBe(jobs)
    const { data, errors } = await both(claim.id)
    expect(errors).toBeUndefined()
    expect((await made(ann.get(`/api/jobs/${data.job.job.id}`))).status).toBe('queued')
  })
})
