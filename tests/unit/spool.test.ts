import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sweepLeftFiles } from '../../src/exchange/import/spool.js'

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
  it('is cleared of files of imports that are a day old, and of nothing else', async () => {
    put('parallax-import-0198c0de.jsonl', 25)
    put('parallax-report-0198c0de.json', 25)
    put('parallax-import-0198beef.jsonl', 23)
    put('parallax-import-notes.txt', 25)
    put('video.mp4', 25)
    expect(await sweepLeftFiles(folder, new Date())).toBe(2)
    expect(readdirSync(folder).sort()).toEqual([
      'parallax-import-0198beef.jsonl',
      'parallax-import-notes.txt',
      'video.mp4',
    ])
  })

  it('may not be there at all', async () => {
    expect(await sweepLeftFiles(join(folder, 'none'), new Date())).toBe(0)
  })
})
