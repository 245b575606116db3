import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createWorkers } from '../../src/app.js'
import { exportText, generated, importLines } from '../exchange/support.js'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { openLink } from '../support/link.js'
import { startObjectServer } from '../support/s3-server.js'
import { made } from '../support/workspace.js'
import { begin, envOf, python, scriptsFor } from './scripts.js'

let api: TestApi
let workers: { close(): Promise<void> }
let ann: Person
let folder: string
let expected: string
let link: Awaited<ReturnType<typeof openLink>>
let valueOf: ReturnType<typeof scriptsFor>['valueOf']
let refusalOf: ReturnType<typeof scriptsFor>['refusalOf']

beforeAll(async () => {
  if (python === undefined) return
  api = await startApi()
  workers = createWorkers(api.app)
  ann = await api.person()
  expect((await importLines(ann, generated('--scale', '1'))).status).toBe(200)
  expected = await exportText(ann)
  folder = mkdtempSync(join(tmpdir(), 'parallax-python-'))
  link = await openLink(Number(new URL(api.url).port))
  ;({ valueOf, refusalOf } = scriptsFor(api.url))
})
afterAll(async () => {
  if (python === undefined) return
  await link.close()
  await workers.close()
  await api.stop()
  rmSync(folder, { recursive: true })
})
beforeEach(() => {
  if (python !== undefined) link.most = Infinity
})

describe.skipIf(python === undefined)('exports with the Python client', () => {
  const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex')
  const download = (file: string) => `px.download_export(${JSON.stringify(file)})`

  it('stream line by line, each of them whole', async () => {
    const lines = await valueOf(ann, '', '[[line["type"], line["data"]] for line in px.export()]')
    const whole = expected.split('\n').filter(Boolean)
    expect(lines).toEqual(whole.map((line) => JSON.parse(line)).map(({ type, data }) => [type, data]))
    const personas = await valueOf(ann, '', 'len(list(px.export("personas")))')
    expect(personas).toBe((await exportText(ann, '/api/export/personas')).match(/\n/g)?.length)
  })

  it('raise an error if the stream breaks off, so that no part passes for the whole', async () => {
    link.most = 300_000
    const broken = await refusalOf(ann, 'count = sum(1 for line in px.export())', link.url)
    expect([broken.kind, broken.text]).toEqual(['Unreachable', expect.stringContaining('broke off')])
  })

  it('are downloaded as files whose digest is checked, plain or compressed, and leave nothing behind', async () => {
    const plain = join(folder, 'plain.jsonl')
    const manifest = await valueOf(ann, '', download(plain))
    expect(manifest).toMatchObject({ bytes: Buffer.byteLength(expected), linesDigest: sha256(expected) })
    expect(sha256(readFileSync(plain))).toBe(manifest.linesDigest)
    const packed = join(folder, 'packed.jsonl.gz')
    const kept = `px.download_export(${JSON.stringify(packed)}, "annotations", keep=True, includeInterpolated=True)`
    expect(await valueOf(ann, '', kept)).toMatchObject({ lines: expect.any(Number) })
    const [left, ...others] = await made(ann.get('/api/exports'))
    expect([others, left.contents, left.digest]).toEqual([[], 'annotations', sha256(readFileSync(packed))])
    expect(gunzipSync(readFileSync(packed)).toString()).toBe(
      await exportText(ann, '/api/export?includeInterpolated=true'),
    )
    await made(ann.delete(`/api/exports/${left.id}`))
    expect(readdirSync(folder).sort()).toEqual(['packed.jsonl.gz', 'plain.jsonl'])
  })

  it('go on where the network or SIGKILL has ended them, to the right digest', async () => {
    const file = join(folder, 'killed.jsonl.gz')
    const part = `${file}.part`
    // The connection is cut after a while, so that the kill falls into the download.
    link.most = 200_000
    let kills = 0
    for (let least = 1; kills < 3; least = statSync(part).size + 1) {
      const child = spawn(python!, ['-c', begin + download(file)], { env: envOf(ann, link.url), stdio: 'ignore' })
      const ended = new Promise<string | null>((done) => child.once('exit', (_code, signal) => done(signal)))
      const grown = () => existsSync(part) && statSync(part).size >= least
      await expect.poll(grown, { timeout: 20_000, interval: 5 }).toBe(true)
      child.kill('SIGKILL')
      expect(await ended).toBe('SIGKILL')
      expect(existsSync(file)).toBe(false)
      kills += 1
    }
    const begun = JSON.parse(readFileSync(`${part}.json`, 'utf8'))
    const { digest, size } = await made(ann.get(`/api/exports/${begun.id}`))
    const had = statSync(part).size
    expect(had).toBeLessThan(size)
    link.cuts = 0
    const seen = await valueOf(
      ann,
      `seen = []\npx.download_export(${JSON.stringify(file)}, on_bytes=lambda received, size: seen.append(received))`,
      '[seen[0], seen[-1]]',
      link.url,
    )
    expect(seen).toEqual([had, size])
    expect(sha256(readFileSync(file))).toBe(digest)
    expect(gunzipSync(readFileSync(file)).toString() === expected).toBe(true)
    expect(await made(ann.get('/api/exports'))).toEqual([])
  }, 120_000)

  it('begin anew if what has arrived is damaged', async () => {
    const file = join(folder, 'damaged.jsonl.gz')
    const damage = `
import parallax
whole = parallax.Parallax._download
def damaging(self, made, part, on_bytes):
    open(part, "wb").write(b"?" * 100)
    whole(self, made, part, on_bytes)
parallax.Parallax._download = damaging`
    const refused = await valueOf(
      ann,
      `${damage}
try:
    ${download(file)}
except Damaged as error:
    said = str(error)
parallax.Parallax._download = whole`,
      `[said, ${download(file)}["bytes"]]`,
    )
    expect(refused).toEqual([expect.stringContaining('another digest'), Buffer.byteLength(expected)])
    expect(gunzipSync(readFileSync(file)).toString() === expected).toBe(true)
  })

  it('come from the object store where they lie there, which is not told who asks', async () => {
    const s3 = await startObjectServer('films')
    const remote = await startApi({
      EXPORT_STORAGE_TYPE: 'objstore',
      OBJSTORE_BUCKET: 'films',
      OBJSTORE_REGION: 'eu-west-1',
      OBJSTORE_ACCESS_KEY_ID: 'AKTEST',
      OBJSTORE_SECRET_ACCESS_KEY: 'secret',
      OBJSTORE_ENDPOINT: s3.endpoint,
    })
    const writing = createWorkers(remote.app)
    try {
      const who = await remote.person()
      await made(who.post('/api/personas', { name: 'far', role: 'r', informationNeed: 'i' }))
      const file = join(folder, 'far.jsonl')
      await valueOf(who, '', download(file), remote.url)
      expect(readFileSync(file, 'utf8')).toBe(await exportText(who))
      const reads = s3.requests.filter(({ method }) => method === 'GET')
      expect(reads.map(({ headers }) => [headers['cookie'], headers['authorization']])).toEqual([
        [undefined, undefined],
      ])
      expect(reads[0]?.headers['range']).toBe('bytes=0-')
      expect(s3.objects.size).toBe(0)
    } finally {
      await writing.close()
      await remote.stop()
      await s3.close()
    }
  })
})
