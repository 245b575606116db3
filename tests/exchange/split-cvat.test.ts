import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { importCommand } from '../../src/commands/import.js'
import { splitCvat } from '../../src/commands/split-cvat.js'
import { startApi, type TestApi } from '../support/api.js'
import { exportLines, importLines, readVideo } from './support.js'

let api: TestApi
let folder: string

beforeAll(async () => {
  api = await startApi()
  folder = mkdtempSync(join(tmpdir(), 'parallax-split-'))
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await api.stop()
})

const head = (videoId: string) =>
  `<?xml version="1.0" encoding="utf-8"?>\n<annotations>\n  <meta><task><id>1</id><source>${videoId}.mp4</source></task></meta>\n`
const box = (frame: number, x: number) =>
  `<box frame="${frame}" keyframe="1" outside="0" occluded="0" xtl="${x}" ytl="0" xbr="${x + 5}" ybr="5" z_order="0"></box>`
const track = (label: string, x: number, more = '') =>
  `  <track id="0" label="${label}">${box(0, x)}${box(9, x)}${more}</track>\n`
const write = (name: string, text: string) => {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

describe('a file of CVAT over the limit', () => {
  it('is split between its tracks, whatever their lengths, and every track comes in once', async () => {
    const ann = await api.person()
    const videoId = await readVideo(api)
    const labels = Array.from({ length: 60 }, (_, i) => `Tür &lt;${i}&gt;`)
    const long = (i: number) => (i % 7 ? '' : `<!-- ${'ä'.repeat(1000)} -->`)
    const body = labels.map((label, i) => track(label, i, long(i))).join('')
    const images = '  <image id="0" name="a"/>\n  <image id="1" name="b"></image>\n  <track id="9" label="Empty"/>\n'
    const { files, remove } = await splitCvat(
      write('many.xml', `${head(videoId)}${body}${images}</annotations>\n`),
      4000,
    )
    expect(files.length).toBeGreaterThan(5)
    let imported = 0
    for (const file of files) {
      const text = readFileSync(file, 'utf8')
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(4000)
      const answer = await importLines(ann, text)
      expect(answer.status).toBe(200)
      imported += answer.body.summary.importedItems.annotations
    }
    await remove()
    expect(imported).toBe(60)
    const stored = (await exportLines(ann)).map(({ data }) => data.label)
    expect(new Set(stored)).toEqual(new Set(labels.map((_, i) => `Tür <${i}>`)))
    const alone = splitCvat(
      write('long.xml', `${head(videoId)}${track('a', 1, '<!---->'.repeat(900))}</annotations>`),
      4000,
    )
    await expect(alone).rejects.toThrow('A single track is larger')
  })

  it('goes through the command in parts, and through a preview', async () => {
    const who = await api.person()
    const videoId = await readVideo(api)
    const filler = `<!--${' '.repeat(500_000)}-->`.repeat(80)
    const tracks = ['Ship', 'Gull', 'Pier'].map((label, i) => track(label, i, filler)).join('')
    const path = write('large.xml', `${head(videoId)}${tracks}</annotations>\n`)
    let printed = ''
    vi.spyOn(process.stderr, 'write').mockImplementation((text) => Boolean((printed += String(text))))
    vi.stubEnv('PARALLAX_URL', api.url)
    vi.stubEnv('PARALLAX_COOKIE', who.cookie)
    try {
      expect([await importCommand([path, '--preview']), printed]).toEqual([0, expect.any(String)])
      expect(printed.match(/Preview, nothing was written/g)).toHaveLength(2)
      expect(await importCommand([path])).toBe(0)
    } finally {
      vi.unstubAllEnvs()
      vi.restoreAllMocks()
    }
    expect((await exportLines(who)).map(({ data }) => data.label).sort()).toEqual(['Gull', 'Pier', 'Ship'])
  })
})
