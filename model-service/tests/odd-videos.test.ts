import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { programPath } from '../src/media/binaries.js'
import { jpegSize, startTestService } from './support.js'
import type { TestService } from './support.js'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())

const summarize = (name: string) =>
  service.post('/api/summarize', { video_id: 'v', persona_id: 'p', video_path: name, enable_audio: true })

describe('a large file that is no video', () => {
  it('is refused without being read to its end', async () => {
    const path = join(service.videos, 'huge.mp4')
    writeFileSync(path, 'no video')
    truncateSync(path, 64 * 1024 ** 3)
    const isOpen = () =>
      readdirSync('/proc/self/fd').some((one) => {
        try {
          return readlinkSync(`/proc/self/fd/${one}`) === path
        } catch {
          // The file was closed meanwhile.
          return false
        }
      })
    const { status } = await service.post('/api/videos/examine', { video_id: 'v', video_path: 'huge.mp4' })
    expect([status, isOpen()]).toEqual([400, false])
    rmSync(path)
  })
})

describe('videos as people have them', () => {
  it('measures the length of a recording that states none', async () => {
    const live = execFileSync(programPath('ffmpeg'), [
      '-nostdin',
      '-v',
      'error',
      '-f',
      'lavfi',
      '-i',
      'testsrc=size=160x120:rate=10:duration=3',
      '-c:v',
      'libvpx',
      '-f',
      'webm',
      '-live',
      '1',
      'pipe:1',
    ])
    writeFileSync(join(service.videos, 'live.webm'), live)
    const { status, body } = await summarize('live.webm')
    expect(status).toBe(200)
    expect(body.summary).toMatch(/lasts (?:2\.9|3\.0) seconds/)
  })

  it('uses the displayed shape of a video that is stored turned', async () => {
    const stored = await service.clip('stored.mp4', [
      '-f',
      'lavfi',
      '-i',
      'testsrc=size=320x180:rate=10:duration=1',
      '-pix_fmt',
      'yuv420p',
    ])
    await service.clip('turned.mp4', ['-i', stored, '-c', 'copy', '-metadata:s:v', 'rotate=90'])
    expect((await summarize('turned.mp4')).body.visual_analysis).toContain('180x320 pixels')
  })

  it('reads names with spaces, quotes, percent signs and letters of other scripts', async () => {
    const name = "50%03d 'clip' – видео;$(x).mp4"
    await service.clip('plain.mp4', [
      '-f',
      'lavfi',
      '-i',
      'testsrc=size=160x120:rate=10:duration=1',
      '-pix_fmt',
      'yuv420p',
    ])
    writeFileSync(join(service.videos, name), readFileSync(join(service.videos, 'plain.mp4')))
    const { status, body } = await service.post('/api/thumbnails/generate', {
      video_id: name,
      video_path: name,
      size: 'small',
    })
    expect(status).toBe(200)
    expect(jpegSize(readFileSync(String(body.thumbnail_path)))).toEqual({ width: 320, height: 180 })
  })

  it('ignores the cover picture of a music file and takes the video of a file whose sound comes first', async () => {
    await service.clip('sound-first.mkv', [
      '-f',
      'lavfi',
      '-i',
      'sine=duration=1',
      '-f',
      'lavfi',
      '-i',
      'testsrc=size=160x120:rate=10:duration=1',
      '-map',
      '0',
      '-map',
      '1',
    ])
    const { status, body } = await summarize('sound-first.mkv')
    expect([status, body.audio_model_used]).toEqual([200, 'silero-vad-5'])
    const cover = join(service.folder, 'cover.jpg')
    execFileSync(programPath('ffmpeg'), [
      '-nostdin',
      '-v',
      'error',
      '-f',
      'lavfi',
      '-i',
      'testsrc=size=64x64',
      '-frames:v',
      '1',
      cover,
    ])
    await service.clip('music.mp3', [
      '-f',
      'lavfi',
      '-i',
      'sine=duration=1',
      '-i',
      cover,
      '-map',
      '0',
      '-map',
      '1',
      '-disposition:v',
      'attached_pic',
    ])
    expect((await summarize('music.mp3')).body.detail).toBe('The file holds no video stream')
  })
})
