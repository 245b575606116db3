import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chooseKeyFrames } from '../src/summarize/picture.js'
import { made, startTestService } from './support.js'
import type { TestService } from './support.js'

interface Summary {
  summary: string
  visual_analysis: string
  audio_transcript: null
  transcript_json: null
  key_frames: { frame_number: number; timestamp: number; description: string; confidence: number }[]
  fusion_strategy: string
  audio_model_used: string | null
  visual_model_used: string
  processing_time_audio: number | null
  processing_time_visual: number
  processing_time_fusion: number | null
}

let service: TestService
beforeAll(async () => {
  service = await startTestService()
  await made(service.post('/api/models/select?task_type=video_summarization&model_name=baseline-shots', ''))
  // Cuts at frames 40 and 75, at 25 frames a second; a tone of amplitude 0.1: -20 dBFS peak, -23.01 dBFS RMS.
  await service.clip('cuts.mp4', [
    '-f',
    'lavfi',
    '-i',
    'color=red:size=320x240:rate=25:duration=1.6',
    '-f',
    'lavfi',
    '-i',
    'testsrc=size=320x240:rate=25:duration=1.4',
    '-f',
    'lavfi',
    '-i',
    'color=blue:size=320x240:rate=25:duration=1',
    '-f',
    'lavfi',
    '-i',
    'aevalsrc=0.1*sin(2*PI*440*t):s=44100:d=4',
    '-filter_complex',
    '[0][1][2]concat=n=3:v=1:a=0[v]',
    '-map',
    '[v]',
    '-map',
    '3:a',
    '-pix_fmt',
    'yuv420p',
    '-c:a',
    'pcm_s16le',
    '-f',
    'mov',
  ])
})
afterAll(() => service.stop())

const summarize = (body: Record<string, unknown>) =>
  service.post<Summary>('/api/summarize', { video_id: 'v', persona_id: 'p', ...body })

describe('POST /api/summarize', () => {
  it('MS-03 finds known cuts within two frames and names the colours', async () => {
    const { status, body } = await summarize({ video_path: 'cuts.mp4' })
    expect(status).toBe(200)
    const begins = [...body.visual_analysis.matchAll(/Shot \d+ begins at frame (\d+)/g)].map((match) =>
      Number(match[1]),
    )
    expect(begins).toHaveLength(3)
    expect(Math.abs(begins[1]! - 40)).toBeLessThanOrEqual(2)
    expect(Math.abs(begins[2]! - 75)).toBeLessThanOrEqual(2)
    expect(body.visual_analysis).toContain('mostly red')
    expect(body.visual_analysis).toContain('mostly blue')
  })

  it('measures the loudness of a known tone within one decibel', async () => {
    const { body } = await summarize({ video_path: 'cuts.mp4', enable_audio: true })
    const level = Number(/mean level of (-?[\d.]+) dBFS/.exec(body.summary)?.[1])
    expect(Math.abs(level - -23.01)).toBeLessThan(1)
    expect(body).toMatchObject({ audio_transcript: null, transcript_json: null, audio_model_used: 'baseline-loudness' })
    expect(body.processing_time_audio).toBeGreaterThan(0)
    expect(body.processing_time_fusion).not.toBeNull()
  })

  it('gives key frames inside the video, in order, and no more than asked for', async () => {
    const { body } = await summarize({ video_path: 'dust-storm.webm', frame_sample_rate: 10, max_frames: 7 })
    const numbers = body.key_frames.map((frame) => frame.frame_number)
    expect(numbers.length).toBeGreaterThan(3)
    expect(numbers.length).toBeLessThanOrEqual(7)
    expect([...numbers].sort((a, b) => a - b)).toEqual(numbers)
    for (const frame of body.key_frames) {
      expect(frame.timestamp).toBeCloseTo(frame.frame_number / 30, 2)
      expect(frame.timestamp).toBeLessThan(3.77)
      expect(frame.description.length).toBeGreaterThan(10)
      expect(frame.confidence).toBeGreaterThanOrEqual(0)
      expect(frame.confidence).toBeLessThanOrEqual(1)
    }
  })

  it('gives the same answer to the same request, times of processing aside', async () => {
    const request = { video_path: 'cuts.mp4', enable_audio: true, fusion_strategy: 'hybrid' }
    const answers = await Promise.all([summarize(request), summarize(request)])
    const [first, second] = answers.map(({ body }) => {
      return Object.fromEntries(Object.entries(body).filter(([name]) => !name.startsWith('processing_time')))
    })
    expect(first).toEqual(second)
  })

  it('treats picture and sound differently in each fusion strategy', async () => {
    const strategies = ['sequential', 'timestamp_aligned', 'native_multimodal', 'hybrid']
    const bodies = await Promise.all(
      strategies.map(async (strategy) => {
        return (await summarize({ video_path: 'cuts.mp4', enable_audio: true, fusion_strategy: strategy })).body
      }),
    )
    expect(bodies.map((body) => body.fusion_strategy)).toEqual(strategies)
    expect(new Set(bodies.map((body) => body.summary)).size).toBe(4)
    expect(bodies[1]!.key_frames[0]!.description).toMatch(/Sound: -2\d\.\d dBFS/)
    expect(bodies[2]!.summary).toContain('does not have')
    expect(bodies[3]!.summary).toMatch(/motion 60 % and loudness 40 %/)
  })

  it('says so when the video has no sound track, and runs no sound analysis', async () => {
    const { body } = await summarize({ video_path: 'dust-storm.webm', enable_audio: true })
    expect(body.summary).toContain('The video has no sound track.')
    expect(body).toMatchObject({ audio_model_used: null, processing_time_audio: null, processing_time_fusion: null })
  })

  it('writes for the persona, takes null fields as absent and calls itself a baseline', async () => {
    const { status, body } = await summarize({
      video_path: 'dust-storm.webm',
      persona_role: 'meteorologist',
      information_need: 'dust and visibility',
      fusion_strategy: null,
      audio_language: null,
    })
    expect(status).toBe(200)
    expect(body.summary).toContain('meteorologist')
    expect(body.summary).toContain('dust and visibility')
    expect(body.visual_model_used).toMatch(/^baseline-/)
    expect(body.fusion_strategy).toBe('sequential')
  })

  it('decodes key frames only with the coarse model, and says so', async () => {
    await made(service.post('/api/models/select?task_type=video_summarization&model_name=baseline-key-frames', ''))
    const { body } = await summarize({ video_path: 'cuts.mp4' })
    await made(service.post('/api/models/select?task_type=video_summarization&model_name=baseline-shots', ''))
    expect(body.visual_model_used).toBe('baseline-key-frames')
    expect(body.visual_analysis).toContain('Only key frames were decoded')
  })

  it('picks key frames from a shot of hours', () => {
    const colours = new Uint16Array(12)
    const measures = Array.from({ length: 200_000 }, (_, index) => {
      return { index, brightness: 0.5, motion: 0.01, change: 0, colours }
    })
    const shot = { from: 0, to: 199_999, brightness: 0.5, motion: 0.01, colour: 'grey', colourShare: 1 }
    const wanted = { samplesPerSecond: 1, maxFrames: 5 }
    const chosen = chooseKeyFrames({ video: { length: 8000 }, measures, shots: [shot] }, wanted)
    expect(chosen.map(({ at }) => at)).toEqual([0, 40_000, 80_000, 120_000, 160_000])
  })
})
