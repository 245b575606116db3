import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createWorkers } from '../../src/app.js'
import { startEmbeddedPostgres } from '../../src/database/launch/embedded-postgres.js'
import { migrate } from '../../src/database/migrate/migrate.js'
import { claim, persona, summary } from '../exchange/lines.js'
import { exportLines, importLines } from '../exchange/support.js'
import { startApi } from '../support/api.js'
import { made } from '../support/workspace.js'

/** Mounts a small file system; undefined when that is not possible (it needs root, and not always works). */
function smallDisk(megabytes: number): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'parallax-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', folder], { stdio: 'ignore' })
    return folder
  } catch {
    rmSync(folder, { recursive: true })
    return undefined
  }
}

describe('a database whose disk is full', () => {
  it('answers an import with 507, keeps nothing of it, and works again once there is room', async ({ skip }) => {
    const disk = smallDisk(160)
    if (!disk) return skip('no small file system can be mounted here')
    chmodSync(disk, 0o755)
    const settings = { fsync: 'off', max_wal_size: '32MB', min_wal_size: '32MB', shared_buffers: '16MB' }
    const cluster = await startEmbeddedPostgres({ dataDir: disk, settings })
    await migrate(cluster.url)
    const api = await startApi({ DATABASE_URL: cluster.url })
    try {
      const ann = await api.person()
      await made(ann.post('/api/personas', { name: 'p', role: 'r', informationNeed: 'i' }))
      const owner = persona()
      const about = summary(owner.data.id)
      const text = Array.from({ length: 9000 }, () => Math.random().toString(36)).join('')
      const claims = Array.from({ length: 200 }, (_, i) =>
        claim(about.data.id, { text: `${i} ${text}`.slice(0, 90_000) }),
      )
      const before = await exportLines(ann)
      const file = [owner, about, ...claims]
      // Fill the disk with a file beside the database, as a growing log would.
      const fill = join(disk, 'fill')
      execFileSync('sh', ['-c', `head -c 1G /dev/zero > ${fill} 2>/dev/null; truncate -s -4M ${fill}`])
      const refused = await importLines(ann, file)
      expect([refused.status, refused.body]).toMatchObject([
        507,
        { code: 'STORAGE_FULL', message: 'The disk of the database is full; nothing was stored' },
      ])
      rmSync(fill)
      await expect.poll(async () => (await ann.get('/api/health/ready')).status, { timeout: 20_000 }).toBe(200)
      expect(await exportLines(ann)).toEqual(before)
      const { imports } = await made(ann.get('/api/import/history'))
      expect(imports.filter((one: { success: boolean }) => one.success)).toEqual([])
    } finally {
      await api.stop()
      await cluster.stop()
      execFileSync('umount', [disk])
      rmSync(disk, { recursive: true })
    }
  }, 120_000)
})

describe('a disk of files that is full', () => {
  it('is told as STORAGE_FULL by every door that writes a file, and keeps nothing of it', async ({ skip }) => {
    const disk = smallDisk(2)
    if (!disk) return skip('no small file system can be mounted here')
    const [uploads, videos, exports] = ['uploads', 'videos', 'exports'].map((name) => join(disk, name))
    for (const folder of [uploads, videos, exports]) mkdirSync(folder!)
    const api = await startApi({ UPLOAD_PATH: uploads!, STORAGE_PATH: videos!, EXPORT_PATH: exports! })
    const workers = createWorkers(api.app)
    const admin = await api.admin()
    const form = (content: string, name: string) => {
      const body = new FormData()
      body.set('file', new Blob([content]), name)
      return { method: 'POST', body }
    }
    const upload = (query: string, content: string, name: string) => {
      const body = new FormData()
      body.set('operations', JSON.stringify({ query, variables: { file: null } }))
      body.set('map', '{"0":["variables.file"]}')
      body.set('0', new Blob([content]), name)
      return { method: 'POST', body, headers: { 'x-apollo-operation-name': 'upload' } }
    }
    try {
      const files = () => readdirSync(disk, { recursive: true, withFileTypes: true }).filter((one) => one.isFile())
      const line = JSON.stringify(persona())
      const lines = `${line}\n`.repeat(Math.ceil(3e6 / line.length))
      const video = readFileSync('tests/fixtures/videos/dust-storm.webm', 'latin1').repeat(20)
      const ofRest: [string, string, string][] = [
        ['/api/import', lines, 'a.jsonl'],
        ['/api/import/preview', lines, 'a.jsonl'],
        ['/api/videos/upload', video, 'storm.webm'],
      ]
      for (const [path, content, name] of ofRest) {
        const answer = await admin.request(path, form(content, name))
        expect([path, answer.status, await answer.json()]).toMatchObject([path, 507, { code: 'STORAGE_FULL' }])
        expect(files()).toEqual([])
      }
      const ofGraphql: [string, string, string][] = [
        [
          'mutation upload($file: Upload!) { importFile(input: { file: $file }) { report { success } } }',
          lines,
          'a.jsonl',
        ],
        [
          'mutation upload($file: Upload!) { uploadVideo(input: { file: $file }) { video { id } } }',
          video,
          'storm.webm',
        ],
      ]
      for (const [query, content, name] of ofGraphql) {
        const answer = await admin.request('/graphql', upload(query, content, name))
        expect([query, await answer.json()]).toMatchObject([
          query,
          { errors: [{ extensions: { code: 'STORAGE_FULL' } }] },
        ])
        expect(files()).toEqual([])
      }
      execFileSync('sh', ['-c', `head -c 10M /dev/zero > ${disk}/fill 2>/dev/null || true`])
      const { id } = await made(admin.post('/api/exports', { scope: 'all' }))
      await expect
        .poll(async () => (await admin.get(`/api/exports/${id}`)).body, { timeout: 60_000 })
        .toMatchObject({ status: 'failed', error: expect.stringContaining('disk of the server is full') })
      expect(files().map(({ name }) => name)).toEqual(['fill'])
    } finally {
      await workers.close()
      await api.stop()
      execFileSync('umount', [disk])
      rmSync(disk, { recursive: true })
    }
  })
})
