import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkParts } from '../../src/commands/doctor-checks.js'
import type { Finding } from '../../src/commands/finding.js'
import { freePort } from '../../src/database/launch/postmaster.js'
import { newId } from '../../src/lib/uuid.js'
import { startApi, type TestApi } from '../support/api.js'
import { made } from '../support/workspace.js'
import { startObjectServer } from '../support/s3-server.js'

let api: TestApi

beforeAll(async () => {
  api = await startApi()
  mkdirSync(api.app.services.config.files.root, { recursive: true })
})
afterAll(() => api.stop())

async function examine(change: Partial<TestApi['app']['services']['config']> = {}): Promise<Finding[]> {
  const findings: Finding[] = []
  await checkParts({ ...api.app.services.config, ...change }, true, (finding) => findings.push(finding))
  return findings
}
const faults = (findings: Finding[]) => findings.filter(({ state }) => state === 'fault').map(({ text }) => text)

describe('parallax doctor', () => {
  it('finds a fresh installation sound and names the version of its database (CF-14)', async () => {
    const findings = await examine()
    expect(faults(findings).filter((text) => !text.startsWith('model service'))).toEqual([])
    expect(findings.map(({ text }) => text)).toContainEqual(expect.stringMatching(/^database: PostgreSQL \d+/))
    expect(findings).toContainEqual({ state: 'ok', text: 'schema: up to date' })
    expect(findings).toContainEqual({ state: 'ok', text: 'queue: PostgreSQL answers' })
  })

  it('finds functions of the log of changes that JIT would slow down', async () => {
    expect(await examine()).toContainEqual({ state: 'ok', text: 'log of changes: it is written without JIT' })
    const { pool } = api.app.services
    await pool.query('alter function log_updates_of_claims reset jit')
    expect(faults(await examine())).toContainEqual(
      expect.stringMatching(/^log of changes: JIT slows down log_updates_of_claims; /),
    )
    await pool.query('alter function log_updates_of_claims set jit = off')
  })

  it('says which parts do not answer', async () => {
    const port = await freePort()
    const { modelService } = api.app.services.config
    const findings = await examine({
      redis: { host: '127.0.0.1', port, password: undefined },
      modelService: { ...modelService, url: `http://127.0.0.1:${port}` },
      uploadPath: '/nowhere',
    })
    expect(faults(findings)).toEqual([
      `queue: Redis at 127.0.0.1:${port} does not answer; jobs wait in the database`,
      `model service: http://127.0.0.1:${port} does not answer; jobs, thumbnails and detections fail`,
      expect.stringContaining('UPLOAD_PATH: /nowhere cannot be written to'),
    ])
  })

  it('says that the database cannot be reached, without its password', async () => {
    const { database } = api.app.services.config
    const url = `postgres://someone:hidden-word@127.0.0.1:${await freePort()}/x`
    const findings = await examine({ database: { ...database, url, directUrl: url } })
    expect(faults(findings)[0]).toMatch(/^database: .*ECONNREFUSED/)
    expect(JSON.stringify(findings)).not.toContain('hidden-word')
  })

  it('finds provider keys that the encryption key does not open', async () => {
    const person = await api.person()
    expect(
      (await person.post('/api/api-keys', { provider: 'openai', keyName: 'k', apiKey: 'sk-1234567890' })).status,
    ).toBe(201)
    expect((await examine()).map(({ text }) => text)).toContain('provider keys: all 1 stored ones can be decrypted')
    const other = await examine({ encryption: { key: 'ef'.repeat(32), previousKey: null } })
    expect(faults(other)).toContain('provider keys: 1 of 1 cannot be decrypted with API_KEY_ENCRYPTION_KEY')
  })

  it('finds secrets of webhooks that the encryption key does not open, and that the password of admin will change', async () => {
    const person = await api.person()
    const { id: projectId } = await made(person.post('/api/projects', { name: 'Port', slug: 'port-of-doctor' }))
    await made(person.post('/api/webhooks', { url: 'https://hooks.example.org/x', projectId }))
    const texts = (await examine()).map(({ text }) => text)
    expect(texts).toContain('secrets of webhooks: all 1 stored ones can be decrypted')
    expect(texts.filter((text) => text.startsWith('administrator: '))).toEqual([])
    const other = await examine({ encryption: { key: 'ef'.repeat(32), previousKey: null } })
    expect(faults(other)).toContain('secrets of webhooks: 1 of 1 cannot be decrypted with API_KEY_ENCRYPTION_KEY')
    expect(other.map(({ text }) => text)).toContainEqual(
      expect.stringMatching(/^administrator: ADMIN_PASSWORD or API_KEY/),
    )
  })

  it('lists the videos, in a bucket too, and says what a bucket answers', async () => {
    expect((await examine()).map(({ text }) => text)).toContain('videos: 0 in STORAGE_PATH')
    const store = await startObjectServer('films')
    store.objects.set('a.mp4', Buffer.from('x'))
    const { files } = api.app.services.config
    const bucket = {
      region: 'r',
      accessKeyId: 'a',
      secretAccessKey: 's',
      endpoint: store.endpoint,
      publicBucket: false,
    }
    expect(
      (await examine({ files: { ...files, type: 'objstore', objects: { ...bucket, bucket: 'films' } } })).map(
        ({ text }) => text,
      ),
    ).toContain('videos: 1 in bucket films')
    expect(
      faults(await examine({ files: { ...files, type: 'objstore', objects: { ...bucket, bucket: 'none' } } })),
    ).toContainEqual(expect.stringMatching(/^videos: bucket none cannot be listed/))
    await store.close()
  })

  it('reads the identifiers of the offline knowledge base and asks the collector', async () => {
    const { kb, telemetry } = api.app.services.config
    const path = join(api.folder, 'map.json')
    writeFileSync(path, '{"Q1":"x","Q2":"y"}')
    const endpoint = `http://127.0.0.1:${await freePort()}`
    const findings = await examine({
      kb: { ...kb, mode: 'offline', idMappingPath: path },
      telemetry: { ...telemetry, endpoint },
    })
    expect(findings).toContainEqual({ state: 'ok', text: 'KB_ID_MAPPING_PATH: 2 identifiers' })
    expect(findings).toContainEqual({
      state: 'note',
      text: `collector: ${endpoint} does not answer; an empty OTEL_EXPORTER_OTLP_ENDPOINT switches it off`,
    })
    writeFileSync(path, '[]')
    expect(faults(await examine({ kb: { ...kb, mode: 'offline', idMappingPath: path } }))).toContainEqual(
      expect.stringMatching(/^KB_ID_MAPPING_PATH: .* is no readable JSON object/),
    )
  })

  it('names the rules that the data breaks', async () => {
    const person = await api.person()
    const { pool } = api.app.services
    const persona = await person.post('/api/personas', { name: 'n', role: 'r', informationNeed: 'i' })
    await pool.query('delete from ontologies where persona_id = $1', [persona.body.id])
    await pool.query(
      `insert into jobs (id, public_id, queue, user_id, payload, run_at) values ($1, 'stuck', 'claim-extraction', $2, '{}', now() - interval '1 hour')`,
      [newId(), person.id],
    )
    expect(faults(await examine()).filter((text) => text.startsWith('data:'))).toEqual([
      'data: broken 1 times: every persona has an ontology',
      'data: broken 1 times: no job has been due for ten minutes without a worker taking it',
    ])
  })
})
