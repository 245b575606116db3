import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { blockOf } from '../pages/blocks.js'
import { startApi, type TestApi } from '../support/api.js'
import { made } from '../support/workspace.js'

let open: TestApi
let strict: TestApi
const text = 'query Me { viewer { username } }'
const shown = 'query Shown { viewer { displayName } }'
const hashOf = (of: string) => createHash('sha256').update(of).digest('hex')
const hash = hashOf(text)

beforeAll(async () => {
  open = await startApi()
  strict = await startApi({ PERSISTED_DOCUMENTS: 'enforce' })
  for (const api of [open, strict]) await push(api, { [hash]: text, [hashOf(shown)]: shown })
})
afterAll(async () => {
  await open.stop()
  await strict.stop()
})

/**
 * Runs `parallax documents push` as an operator would; the manifest is a text, or what is written as JSON. Returns exit
 * code and output.
 */
async function push(api: TestApi, manifest: unknown): Promise<{ code: number; output: string }> {
  const path = join(api.folder, 'manifest.json')
  writeFileSync(path, typeof manifest === 'string' ? manifest : JSON.stringify(manifest))
  const env = {
    ...process.env,
    DATABASE_URL: api.app.services.config.database.url,
    SESSION_SECRET: 'x'.repeat(32),
    API_KEY_ENCRYPTION_KEY: 'a'.repeat(64),
    ADMIN_PASSWORD: 'p',
  }
  try {
    const { stdout } = await promisify(execFile)(process.execPath, ['bin/parallax.mjs', 'documents', 'push', path], {
      env,
    })
    return { code: 0, output: stdout }
  } catch (error) {
    const { code, stderr } = error as { code: number; stderr: string }
    return { code, output: stderr }
  }
}

async function send(api: TestApi, body: Record<string, unknown>) {
  const person = await api.person()
  const answer = await person.post('/graphql', body, { accept: 'application/graphql-response+json' })
  const json = JSON.parse(answer.text)
  return { status: answer.status, data: json.data, error: json.errors?.[0], username: person.username }
}

describe('persisted documents', () => {
  it.each([
    ['{"operations":', 'manifest.json: Unexpected end of JSON input\n'],
    ['null', 'manifest.json: holds no documents: neither {"hash": "text"} nor {"operations": [{"id", "body"}]}\n'],
  ])('are not taken from a file that holds none, in one line: %s', async (manifest, line) => {
    const { code, output } = await push(open, manifest)
    expect([code, output.slice(output.indexOf('manifest.json'))]).toEqual([1, line])
    expect(output.split('\n')).toHaveLength(2)
  })

  it('run by the hash of their text, by POST and by GET', async () => {
    const body = JSON.parse(blockOf('docs/graphql.md', '"documentId"').replace('…', hash)) as { documentId: string }
    const { status, data, username } = await send(open, body)
    expect([status, data]).toEqual([200, { viewer: { username } }])
    const answer = await fetch(`${open.url}/graphql?documentId=sha256:${hash}`)
    expect(await answer.json()).toMatchObject({ data: { viewer: null } })
  })

  it('by GET have an ETag, which changes with the answer, and are not sent again to a client that has it', async () => {
    const ann = await open.person()
    const get = (tag?: string) =>
      ann.request(`/graphql?documentId=${hashOf(shown)}`, {
        headers: tag === undefined ? {} : { 'if-none-match': tag },
      })
    const first = await get()
    const tag = first.headers.get('etag') ?? ''
    expect([first.status, tag]).toEqual([200, expect.stringMatching(/^"[0-9a-f]{20}"$/)])
    expect(first.headers.get('cache-control')).toBe('private, no-cache')
    expect(first.headers.get('vary')).toContain('Cookie')
    const again = await get(tag)
    expect([again.status, await again.text()]).toEqual([304, ''])
    await made(ann.put('/api/user/profile', { displayName: 'Another name' }))
    const changed = await get(tag)
    expect([changed.status, changed.headers.get('etag') === tag]).toEqual([200, false])
    const unnamed = await ann.request(`/graphql?query=${encodeURIComponent(shown)}`)
    expect([unnamed.headers.get('etag'), unnamed.headers.get('cache-control')]).toEqual([null, 'no-store'])
  })

  it('that nobody registered are not found, and ids must be hashes', async () => {
    expect(await send(open, { documentId: `sha256:${'0'.repeat(64)}` })).toMatchObject({
      status: 404,
      error: { extensions: { code: 'NOT_FOUND' } },
    })
    expect(await send(open, { documentId: 'md5:1' })).toMatchObject({
      status: 400,
      error: { extensions: { code: 'VALIDATION_ERROR' } },
    })
    expect(await send(open, { documentId: `sha256:${hash}`, query: '{ __typename }' })).toMatchObject({ status: 400 })
  })

  it('are the only ones where they are enforced, whether sent by id or in full', async () => {
    expect(await send(strict, { query: '{ __typename }' })).toMatchObject({
      status: 403,
      error: { extensions: { code: 'FORBIDDEN' } },
    })
    expect(await send(strict, { documentId: `sha256:${hash}` })).toMatchObject({ status: 200 })
    expect(await send(strict, { query: text })).toMatchObject({ status: 200 })
    expect(await send(open, { query: '{ __typename }' })).toMatchObject({ status: 200 })
  })

  it('are registered once, and only when they fit the schema', async () => {
    expect(await push(open, { operations: [{ id: hash, body: text }] })).toEqual({
      code: 0,
      output: '1 documents, 0 of them new\n',
    })
    expect(await push(open, { any: '{ nothing }' })).toMatchObject({
      code: 1,
      output: expect.stringContaining('Cannot query field "nothing"'),
    })
    expect(await push(open, { ['0'.repeat(64)]: text })).toMatchObject({
      code: 1,
      output: expect.stringContaining('another hash'),
    })
  })
})
