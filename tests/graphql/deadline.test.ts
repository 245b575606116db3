import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { silence, startMisbehavingService, type MisbehavingService } from '../support/model-service.js'
import { made } from '../support/workspace.js'

let api: TestApi
let model: MisbehavingService

beforeAll(async () => {
  model = await startMisbehavingService()
  api = await startApi({
    REQUEST_TIMEOUT_MS: '400',
    MODEL_SERVICE_URL: model.url,
    MODEL_SERVICE_TIMEOUT_ONTOLOGY_AUGMENT_MS: '1500',
  })
})
afterAll(async () => {
  await model.close()
  await api.stop()
})

describe('an operation that takes too long', () => {
  it('ends at the deadline, and its statement with it', async () => {
    const blocker = await api.app.services.exportPool.connect()
    let person: Person
    try {
      await blocker.query('begin; lock table personas in access exclusive mode')
      // The user is made after the lock, so that a replica that answers has already replayed the lock.
      person = await api.person()
      // Without a deadline there would be no answer while the table is locked.
      const { errors } = await person.graph('{ personas { nodes { id } } }')
      expect(errors?.[0]?.extensions).toMatchObject({ code: 'SERVER_BUSY', retryAfter: 10 })
      expect(JSON.stringify(errors)).not.toMatch(/statement timeout|select/)
      const running = `select count(*)::int as count from pg_stat_activity where datname = current_database()
          and application_name = 'parallax' and state = 'active' and wait_event_type = 'Lock'`
      await expect.poll(async () => (await blocker.query(running)).rows[0].count, { timeout: 2000 }).toBe(0)
    } finally {
      await blocker.query('rollback')
      blocker.release()
    }
    person = await api.person()
    const errors = async () => (await person.graph('{ personas { nodes { id } } }')).errors
    await expect.poll(errors).toBeUndefined()
  })

  it.each([
    ['get', '/api/personas', undefined],
    ['get', '/api/trash', undefined],
    ['get', '/api/export/stats', undefined],
    ['get', '/api/changes?since=', undefined],
    ['post', '/api/personas', { name: 'p', role: 'r', informationNeed: 'i' }],
  ] as const)('is answered 503 with Retry-After by REST: %s %s', async (method, path, body) => {
    const person = await api.person()
    const since = (await person.get('/api/export/all')).headers.get('x-export-position')
    const blocker = await api.app.services.exportPool.connect()
    try {
      await blocker.query('begin; lock table personas, changes in access exclusive mode')
      const answer = await person[method](path.replace(/=$/, `=${encodeURIComponent(since ?? '')}`), body)
      expect([answer.status, answer.headers.get('retry-after'), answer.body]).toEqual([
        503,
        '10',
        expect.objectContaining({ code: 'SERVER_BUSY', retryAfter: 10 }),
      ])
    } finally {
      await blocker.query('rollback')
      blocker.release()
    }
    await made(person.get('/api/personas'))
  })

  it('has the time that the model service may take, and no more (MS-17)', async () => {
    const person = await api.person()
    const { body: persona } = await person.post('/api/personas', { name: 'p', role: 'r', informationNeed: 'i' })
    const suggestions = {
      id: 'a',
      persona_id: persona.id,
      target_category: 'entity',
      suggestions: [],
      reasoning: 'slow',
    }
    const suggest = () =>
      person.graph('mutation ($input: AugmentOntologyInput!) { augmentOntology(input: $input) { reasoning } }', {
        input: { personaId: persona.id, domain: 'dust' },
      })
    model.on.set('/api/ontology/augment', {
      raw: (_request, response) => void setTimeout(() => response.end(JSON.stringify(suggestions)), 900),
    })
    expect(await suggest()).toMatchObject({ data: { augmentOntology: { reasoning: 'slow' } } })
    model.on.set('/api/ontology/augment', silence)
    expect((await suggest()).errors?.[0]?.extensions['code']).toBe('MODEL_SERVICE_TIMEOUT')
  })

  it('starts no further statement', async () => {
    const { openDeadline } = await import('../../src/graphql/operation/deadline.js')
    const { databaseWithin } = await import('../../src/database/driver/driver.js')
    const { unlimited } = await import('../../src/lib/fairness/budget.js')
    const budget = unlimited()
    const db = databaseWithin(api.app.services.db, budget)
    const deadline = openDeadline(budget, 20)
    const work = new Promise((done) => setTimeout(done, 60)).then(() => db.selectFrom('users').select('id').execute())
    const outcome = work.catch((error: Error) => error.message)
    await expect(deadline.within(work)).rejects.toThrow('longer than 20 ms')
    expect(await outcome).toContain('longer than 20 ms')
  })
})
