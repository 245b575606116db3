import { mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { newSpoolPath, removeSpooled, sweepSpool } from '../../src/exchange/import/spool.js'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parallax-spool-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

function put(name: string, hoursOld: number): void {
  const path = join(folder, name)
  const at = Date.now() / 1000 - hoursOld * 3600
  writeFileSync(path, 'x')
  utimesSync(path, at, at)
}

describe('The spool folder of a process that was killed', () => {
  it('is cleared of what nobody has touched for ten minutes, and of nothing else', async () => {
    put('parallax-import-0198c0de.jsonl', 1)
    put('parallax-report-0198c0de.json', 1)
    put('parallax-import-0198beef.jsonl', 0.1)
    put('parallax-import-notes.txt', 25)
    put('video.mp4', 25)
    expect(await sweepSpool(folder, new Date())).toBe(2)
    expect(readdirSync(folder).sort()).toEqual([
      'parallax-import-0198beef.jsonl',
      'parallax-import-notes.txt',
      'video.mp4',
    ])
  })

  it('is cleared at once of files of this machine whose process is gone, never of those that are in use', async () => {
    const mine = basename(newSpoolPath(folder, 'import'))
    put(mine, 5)
    // No process has an id as high as this.
    put(mine.replace(`-p${process.pid}-`, '-p99999999-'), 0)
    put(mine.replace(/-p\d+-.{8}/, `-p${process.pid}-00000000`), 0)
    put(mine.replace(/-p\d+-/, `-p${process.ppid}-`), 0)
    expect(await sweepSpool(folder, new Date())).toBe(2)
    expect(readdirSync(folder).sort()).toEqual([mine, mine.replace(/-p\d+-/, `-p${process.ppid}-`)].sort())
    expect(Date.now() - statSync(join(folder, mine)).mtimeMs).toBeLessThan(60_000)
    await removeSpooled(join(folder, mine))
  })

  it('may not be there at all', async () => {
    expect(await sweepSpool(join(folder, 'none'), new Date())).toBe(0)
  })
})
