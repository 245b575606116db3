import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
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
        { code: 'STORAGE_FULL', message: 'The disk of the database is full' },
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
