import { execFileSync } from 'node:child_process'
import { randomFill } from 'node:crypto'
import {
  appendFileSync,
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { programPath } from '../src/media/binaries.js'
import type { TestService } from './support.js'

/**
 * Contains an ffprobe that waits after its work while `held` exists, so that the file changes between check and use.
 */
const folder = mkdtempSync(join(tmpdir(), 'parallax-changing-'))
const [held, waits] = [join(folder, 'held'), join(folder, 'waits')]
const path = process.env.PATH ?? ''
let service: TestService

beforeAll(async () => {
  const [real, maker] = [programPath('ffprobe'), programPath('ffmpeg')]
  const script = `#!/bin/sh
"${real}" "$@"
code=$?
[ -e "${held}" ] && touch "${waits}"
n=0
while [ -e "${held}" ] && [ $n -lt 300 ]; do sleep 0.1; n=$((n + 1)); done
exit $code
`
  writeFileSync(join(folder, 'ffprobe'), script, { mode: 0o755 })
  process.env.PATH = folder + delimiter + path
  // The modules cache the path of the real ffprobe, so they are loaded again.
  vi.resetModules()
  const { startTestService } = await import('./support.js')
  service = await startTestService()
  const film = join(folder, 'film.mp4')
  const made = ['-f', 'lavfi', '-i', 'testsrc=size=160x120:rate=10:duration=1', '-pix_fmt', 'yuv420p', film]
  execFileSync(maker, ['-nostdin', '-v', 'error', ...made])
})
afterAll(async () => {
  process.env.PATH = path
  vi.resetModules()
  await service.stop()
  rmSync(folder, { recursive: true })
})

const film = () => join(folder, 'film.mp4')
const replaced = (put: (file: string) => unknown) => (file: string) => {
  rmSync(file)
  put(file)
}

/** Changes of a file after its headers were read. */
const changes: [string, (file: string) => unknown][] = [
  ['a named pipe', replaced((file) => execFileSync('mkfifo', [file]))],
  ['a link to the same film elsewhere', replaced((file) => symlinkSync(film(), file))],
  ['a link to a named pipe', replaced((file) => linkToPipe(file))],
  ['a folder', replaced((file) => mkdirSync(file))],
  ['another file of the same content', replaced((file) => copyFileSync(film(), file))],
  ['nothing', replaced(() => undefined)],
  ['a longer file', (file) => appendFileSync(file, Buffer.alloc(8))],
]

/** Removes the replaced file; if it is a pipe, first opens its other end, so that a waiting process continues. */
function release(file: string): void {
  if (!existsSync(file)) return
  if (!statSync(file).isDirectory()) closeSync(openSync(file, constants.O_RDWR | constants.O_NONBLOCK))
  rmSync(file, { recursive: true })
}

function linkToPipe(file: string): void {
  execFileSync('mkfifo', [file + '.pipe'])
  symlinkSync(file + '.pipe', file)
}

describe('a video file that changes while it is examined', () => {
  it('is examined where nothing changes', async () => {
    copyFileSync(film(), join(service.videos, 'still.mp4'))
    const { status, body } = await examine('still.mp4')
    expect([status, body.frame_count]).toEqual([200, 10])
  })

  it.each(changes)(
    'is refused, and holds no thread, when it becomes %s',
    async (_what, change) => {
      const name = 'changing.mp4'
      const file = join(service.videos, name)
      copyFileSync(film(), file)
      writeFileSync(held, '')
      try {
        const answer = examine(name)
        await expect.poll(() => existsSync(waits), { timeout: 8000 }).toBe(true)
        change(file)
        rmSync(held)
        const { status, body } = await answer
        expect([status, body.detail]).toEqual([400, 'The file of the video changed while it was read'])
        // All four threads of the pool must answer.
        const fill = () => new Promise((done) => randomFill(Buffer.alloc(1), done))
        expect(await Promise.all([fill(), fill(), fill(), fill()])).toEqual([null, null, null, null])
      } finally {
        rmSync(held, { force: true })
        rmSync(waits, { force: true })
        for (const one of [file, file + '.pipe']) release(one)
      }
    },
    30_000,
  )
})

const examine = (name: string) => service.post('/api/videos/examine', { video_id: 'v', video_path: name })
