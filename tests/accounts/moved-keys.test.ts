import { createCipheriv, createHash, randomBytes } from 'node:crypto'
import { Writable } from 'node:stream'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rotateKeys } from '../../src/accounts/key-rotation.service.js'
import { createWorkers } from '../../src/app.js'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { answer, startFaultyModel } from '../support/faulty-model.js'
import { made, makeContent, makeVideo } from '../support/workspace.js'

const lines: Record<string, unknown>[] = []
const log = pino(
  { level: 'info' },
  new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(JSON.parse(chunk.toString()) as Record<string, unknown>)
      done()
    },
  }),
)

let model: Awaited<ReturnType<typeof startFaultyModel>>
let api: TestApi
let workers: ReturnType<typeof createWorkers>
let admin: Person
let seen: Record<string, unknown>[] = []
beforeAll(async () => {
  model = await startFaultyModel()
  api = await startApi({ MODEL_SERVICE_URL: model.url }, { log })
  workers = createWorkers(api.app)
  admin = await api.admin()
  model.behave((request, response, body) => {
    if (request.method === 'POST') seen.push(request.headers)
    answer(200, { id: 'one', persona_id: 'p', target_category: 'entity', suggestions: [], reasoning: '' })(
      request,
      response,
      body,
    )
  })
})
afterAll(async () => {
  await workers.close()
  await api.stop()
  await model.stop()
})

const own = '/api/api-keys'
const keyOf = (person: Person, provider: string, key: string): Promise<{ id: string }> =>
  made(person.post(own, { provider, keyName: provider, key }))
const stored = (id: string) =>
  api.app.services.db.selectFrom('apiKeys').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const overwrite = (id: string, values: Record<string, unknown>) =>
  api.app.services.db.updateTable('apiKeys').set(values).where('id', '=', id).executeTakeFirstOrThrow()

async function augment(person: Person) {
  const persona = await made(person.post('/api/personas', { name: 'Scout', role: 'Scout', informationNeed: 'Who?' }))
  seen = []
  return person.post('/api/ontology/augment', { personaId: persona.id, prompt: 'ships' })
}

const refusedText = (provider: string) =>
  `Your API key of ${provider} cannot be decrypted. Store it again or deactivate it`

describe('a provider key that was moved in the database', () => {
  it('is refused, said in the log and shown as unusable when two ciphertexts were swapped', async () => {
    const [ann, ben] = [await api.person(), await api.person()]
    const [one, two] = [await keyOf(ann, 'openai', 'sk-of-ann'), await keyOf(ben, 'openai', 'sk-of-ben')]
    expect((await augment(ann)).status).toBe(200)
    expect(seen[0]?.['x-provider-api-key-openai']).toBe('sk-of-ann')
    const [first, second] = [await stored(one.id), await stored(two.id)]
    await overwrite(one.id, { encryptedKey: second.encryptedKey })
    await overwrite(two.id, { encryptedKey: first.encryptedKey })

    for (const person of [ann, ben]) {
      lines.length = 0
      const refused = await augment(person)
      expect([refused.status, refused.body.code, refused.body.error]).toEqual([409, 'CONFLICT', refusedText('openai')])
      expect(seen).toEqual([])
      expect(lines.find((line) => line['level'] === 50)).toMatchObject({
        ownerId: person.id,
        provider: 'openai',
        msg: expect.stringContaining('an API key cannot be decrypted'),
      })
      expect((await person.get(own)).body).toMatchObject([{ isUsable: false }])
      const listed = await person.graph('{ apiKeys { nodes { provider isUsable } } }')
      expect(listed.data.apiKeys.nodes).toEqual([{ provider: 'openai', isUsable: false }])
    }
    expect((await stored(one.id)).usageCount).toBe(1)

    const mended = await made(ann.put(`${own}/${one.id}`, { key: 'sk-again' }))
    expect(mended.isUsable).toBe(true)
    expect((await augment(ann)).status).toBe(200)
    expect(seen[0]?.['x-provider-api-key-openai']).toBe('sk-again')
    await made(ben.put(`${own}/${two.id}`, { isActive: false }))
    expect((await augment(ben)).status).toBe(200)
    expect(seen[0]?.['x-provider-api-key-openai']).toBeUndefined()
  })

  it('is refused when its row was given to another user or another provider', async () => {
    const [ann, ben] = [await api.person(), await api.person()]
    const { id } = await keyOf(ann, 'openai', 'sk-of-ann')
    await overwrite(id, { userId: ben.id })
    expect((await augment(ben)).body.error).toBe(refusedText('openai'))
    await overwrite(id, { userId: ann.id, provider: 'anthropic' })
    expect((await augment(ann)).body.error).toBe(refusedText('anthropic'))
    await overwrite(id, { userId: null })
    expect((await augment(ben)).body.error).toBe(
      'The shared API key of anthropic cannot be decrypted. An administrator must store it again or deactivate it',
    )
    expect((await admin.get('/api/admin/api-keys')).body).toMatchObject([{ id, isUsable: false }])
    await made(admin.delete(`/api/admin/api-keys/${id}`))
    expect((await augment(ben)).status).toBe(200)
  })

  it('fails a job at its first attempt, with the same words', async () => {
    const ann = await api.person()
    const content = await makeContent(ann, await makeVideo(api))
    const [one, two] = [await keyOf(ann, 'openai', 'sk-1-of-ann'), await keyOf(ann, 'anthropic', 'sk-2-of-ann')]
    const [first, second] = [await stored(one.id), await stored(two.id)]
    await overwrite(one.id, { encryptedKey: second.encryptedKey })
    await overwrite(two.id, { encryptedKey: first.encryptedKey })
    const { jobId } = await made(ann.post(`/api/summaries/${content.summaryId}/claims/extract`, {}))
    await expect
      .poll(async () => (await ann.get(`/api/jobs/${jobId}`)).body, { timeout: 30_000 })
      .toMatchObject({
        status: 'failed',
        error: expect.stringMatching(/^Your API key of (openai|anthropic) cannot be/),
      })
  })
})

describe('a provider key that was stored before ciphertexts knew their user and provider', () => {
  it('is still read, and rotate-keys binds it', async () => {
    const ann = await api.person()
    const { id } = await keyOf(ann, 'openai', 'x')
    const key = api.app.services.config.encryption.key
    const iv = randomBytes(12)
    const cipher = createCipheriv('aes-256-gcm', Buffer.from(key, 'hex'), iv)
    cipher.setAAD(Buffer.from(id, 'utf8'))
    const body = Buffer.concat([cipher.update('sk-old', 'utf8'), cipher.final()])
    const encryptedKey = Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64')
    const encryptionKeyId = createHash('sha256').update(`parallax api keys ${key}`).digest('hex').slice(0, 16)
    await overwrite(id, { encryptedKey, encryptionKeyId })

    expect((await augment(ann)).status).toBe(200)
    expect(seen[0]?.['x-provider-api-key-openai']).toBe('sk-old')
    expect((await ann.get(own)).body).toMatchObject([{ isUsable: true }])
    expect((await stored(id)).encryptionKeyId).toBe(encryptionKeyId)

    expect(await rotateKeys(api.app.context())).toEqual({ rotated: 1, unreadable: expect.not.arrayContaining([id]) })
    expect((await stored(id)).encryptionKeyId).toBe(`v2:${encryptionKeyId}`)
    expect((await augment(ann)).status).toBe(200)
    expect(seen[0]?.['x-provider-api-key-openai']).toBe('sk-old')
    await overwrite(id, { provider: 'anthropic' })
    expect((await augment(ann)).status).toBe(409)
  })
})
