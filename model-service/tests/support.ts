import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { readModelServiceConfig } from '../src/config.js'
import { programPath } from '../src/media/binaries.js'
import { readModelConfig } from '../src/models/model-config.js'
import { startModelService } from '../src/server.js'

const execute = promisify(execFile)

export interface Answer<T> {
  status: number
  body: T
}

export interface TestService {
  url: string
  /** The folder of the videos, which contains the sample video. */
  videos: string
  thumbnails: string
  folder: string
  post<T = Record<string, unknown>>(path: string, body: unknown, headers?: Record<string, string>): Promise<Answer<T>>
  get<T = Record<string, unknown>>(path: string): Promise<Answer<T>>
  /** Makes a video with these ffmpeg arguments; returns its path. */
  clip(name: string, args: string[]): Promise<string>
  stop(): Promise<void>
}

/** Returns the body of an answer; throws if its status is not a success. */
export async function made(answer: Promise<Answer<any>>): Promise<any> {
  const { status, body } = await answer
  if (status >= 300) throw new Error(`answered ${status}: ${JSON.stringify(body)}`)
  return body
}

/** Starts a model service on a free port with separate folders. */
export async function startTestService(env: Record<string, string> = {}): Promise<TestService> {
  const folder = mkdtempSync(join(tmpdir(), 'model-service-test-'))
  const videos = join(folder, 'videos')
  const thumbnails = join(folder, 'thumbnails')
  mkdirSync(videos)
  cpSync('tests/fixtures/videos/dust-storm.webm', join(videos, 'dust-storm.webm'))
  const service = await startModelService(
    readModelServiceConfig({
      MODEL_SERVICE_PORT: '0',
      MODEL_SERVICE_VIDEO_ROOT: videos,
      THUMBNAIL_OUTPUT_ROOT: thumbnails,
      LOG_LEVEL: 'silent',
      ...env,
    }),
  )
  const answer = async <T>(response: Response): Promise<Answer<T>> => ({
    status: response.status,
    body: (await response.json()) as T,
  })
  return {
    url: service.url,
    videos,
    thumbnails,
    folder,
    post: async (path, body, headers = {}) =>
      answer(
        await fetch(service.url + path, {
          method: 'POST',
          body: typeof body === 'string' ? body : JSON.stringify(body),
          headers: { 'content-type': 'application/json', ...headers },
        }),
      ),
    get: async (path) => answer(await fetch(service.url + path)),
    clip: async (name, args) => {
      const path = join(videos, name)
      await execute(programPath('ffmpeg'), ['-nostdin', '-v', 'error', '-y', ...args, path])
      return path
    },
    stop: async () => {
      await service.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/**
 * Writes a model configuration with only summarization and these tasks of the bundled one, so that a test spends no
 * time on the rest. Returns its path.
 */
export function partsAlone(...tasks: string[]): string {
  const { models, ...rest } = readModelConfig('model-service/src/active-models.yaml')
  const kept = Object.entries(models).filter(([task]) => ['video_summarization', ...tasks].includes(task))
  const path = join(mkdtempSync(join(tmpdir(), 'model-config-')), 'models.yaml')
  writeFileSync(path, JSON.stringify({ ...rest, models: Object.fromEntries(kept) }))
  return path
}

/** Returns width and height of a JPEG from its start-of-frame marker; undefined if it is not a JPEG. */
export function jpegSize(bytes: Buffer): { width: number; height: number } | undefined {
  if (bytes.readUInt16BE(0) !== 0xffd8) return undefined
  for (let at = 2; at + 9 < bytes.length; at += 2 + bytes.readUInt16BE(at + 2)) {
    const marker = bytes.readUInt16BE(at)
    const isStartOfFrame = marker >= 0xffc0 && marker <= 0xffcf && ![0xffc4, 0xffc8, 0xffcc].includes(marker)
    if (isStartOfFrame) return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) }
  }
  return undefined
}
