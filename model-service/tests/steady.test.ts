import { spawn, type ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../../src/database/launch/postmaster.js'
import { startTestService, type TestService } from './support.js'

let files: TestService
let service: ChildProcess
let url: string
beforeAll(async () => {
  files = await startTestService()
  // A third of a second with a sign and a voice, so that every part of the service is used.
  await files.clip('short.mp4', [
    ...['-i', join(files.videos, 'dust-storm.webm'), '-i', resolve('tests/fixtures/pictures/sign-1.png')],
    ...['-ss', '0.5', '-i', resolve('tests/fixtures/sounds/speech-1.mp3')],
    ...['-filter_complex', '[0]scale=640:360[a];[a][1]overlay=60:40[v]', '-map', '[v]', '-map', '2:a', '-t', '0.33'],
    ...['-pix_fmt', 'yuv420p'],
  ])
  const port = await freePort()
  url = `http://127.0.0.1:${port}`
  service = spawn(process.execPath, ['model-service/dist/main.js'], {
    env: {
      PATH: process.env.PATH,
      MODEL_SERVICE_HOST: '127.0.0.1',
      MODEL_SERVICE_PORT: String(port),
      MODEL_SERVICE_VIDEO_ROOT: files.videos,
      THUMBNAIL_OUTPUT_ROOT: files.thumbnails,
      LOG_LEVEL: 'fatal',
    },
    stdio: 'ignore',
  })
})
afterAll(async () => {
  service.kill('SIGKILL')
  await files.stop()
})

const video = { video_id: 'v', video_path: 'short.mp4' }
const texts = (n: number) => Array.from({ length: 6 }, (_, at) => `Ship ${n + at} leaves the harbour at ${at} o'clock.`)

/** Chooses the n-th call; expensive kinds come less often. */
function call(n: number): [path: string, body: object] {
  if (n % 50 === 0) return ['/api/summarize', { ...video, persona_id: 'p', enable_audio: true, max_frames: 2 }]
  if (n % 20 === 1) return ['/api/detection/detect', { ...video, query: 'person', frame_numbers: [n % 9] }]
  if (n % 20 === 12)
    return ['/api/thumbnails/generate', { ...video, timestamp: (n % 7) / 30, size: 'small', boxes: n % 40 === 12 }]
  if (n % 10 === 3) {
    const bounding_box = { x: 100, y: 60, width: 80, height: 80 }
    return n % 50 === 3
      ? ['/api/tracking/follow', { ...video, frame_number: 0, bounding_box }]
      : ['/api/sentences/equal', { texts: texts(n) }]
  }
  if (n % 2 === 0) return ['/api/sentences/rank', { query: `a ship at ${n}`, texts: texts(n % 40) }]
  return ['/api/extract-claims', { summary_id: 's', summary_text: texts(n).join(' '), max_claims: 20 }]
}

/** Returns the resident memory of the model service with all its threads, in megabytes. */
function resident(): number {
  const line = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${service.pid}/status`, 'utf8'))
  return Math.round(Number(line![1]) / 1024)
}

describe('500 calls of every kind', () => {
  it.skipIf(process.platform !== 'linux')(
    'leave the memory of the model service where it was',
    async () => {
      const health = () =>
        fetch(`${url}/health`).then(
          (answer) => answer.ok,
          () => false,
        )
      await expect.poll(health, { timeout: 30_000, interval: 50 }).toBe(true)
      const memory: number[] = []
      for (let n = 0; n < 500; n++) {
        const [path, body] = call(n)
        const answer = await fetch(url + path, {
          method: 'POST',
          body: JSON.stringify(body),
          headers: { 'content-type': 'application/json' },
        })
        const text = await answer.text()
        expect(answer.status, `${path} ${text.slice(0, 200)}`).toBe(200)
        if (n % 50 === 49) memory.push(resident())
      }
      const largest = (list: readonly number[]) => Math.max(...list)
      // The first hundred calls load all weights and fill the caches.
      const [early, late] = [largest(memory.slice(1, 5)), largest(memory.slice(6))]
      expect(late - early, memory.join(' ')).toBeLessThan(60)
      expect(late).toBeLessThan(900)
    },
    240_000,
  )
})
