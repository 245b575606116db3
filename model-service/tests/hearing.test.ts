import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startProviderServer, type ProviderServer } from './provider-server.js'
import { made, partsAlone, startTestService, type TestService } from './support.js'

interface Stretch {
  start: number
  end: number
  confidence: number
}
interface Summary {
  summary: string
  audio_model_used: string
  audio_transcript: string | null
  transcript_json: { segments: (Stretch & { text: string })[]; speech: Stretch[] }
  evidence: { text: string; source: string; confidence: number; start: number | null; end: number | null }[]
}

let service: TestService
let provider: ProviderServer
beforeAll(async () => {
  provider = await startProviderServer()
  service = await startTestService({
    OPENAI_BASE_URL: `${provider.url}/v1`,
    MODEL_CONFIG_PATH: partsAlone('speech_detection', 'audio_transcription', 'speaker_diarization'),
  })
  await made(service.post('/api/models/select?task_type=video_summarization&model_name=baseline-objects', ''))
  const picture = ['-stream_loop', '9', '-i', join(service.videos, 'dust-storm.webm')]
  const withSound = (name: string, sound: string[], filter: string) =>
    service.clip(name, [
      ...[...picture, ...sound, '-filter_complex', filter, '-map', '0:v', '-map', '[a]'],
      ...['-vf', 'scale=320:-2', '-t', '16', '-pix_fmt', 'yuv420p'],
    ])
  // Two voices of espeak-ng over a quiet hum: 3.7 seconds from 2.0 s on and 3.8 seconds from 9.0 s on.
  const speech = [1, 2].flatMap((n) => ['-i', resolve(`tests/fixtures/sounds/speech-${n}.mp3`)])
  await withSound(
    'spoken.mp4',
    [...speech, '-f', 'lavfi', '-i', 'sine=frequency=100:duration=16'],
    '[1]adelay=2000[x];[2]adelay=9000[y];[3]volume=-30dB[z];[x][y][z]amix=inputs=3:duration=longest:dropout_transition=1000,volume=3[a]',
  )
  // A tone, a chord that comes and goes, and noise.
  const tones = [
    'sine=frequency=440:duration=5',
    "aevalsrc='0.2*sin(2*PI*261*t)*lt(mod(t,0.5),0.3)+0.2*sin(2*PI*392*t)':d=5",
    'anoisesrc=d=6:c=pink:a=0.3',
  ].flatMap((one) => ['-f', 'lavfi', '-i', one])
  await withSound('tones.mp4', tones, '[1][2][3]concat=n=3:v=0:a=1[a]')
})
afterAll(async () => {
  await service.stop()
  await provider.stop()
})

const summarize = async (video: string, headers: Record<string, string> = {}) => {
  const request = { video_id: 'v', persona_id: 'p', video_path: video, enable_audio: true }
  return (await made(service.post('/api/summarize', request, headers))) as unknown as Summary
}

describe('speech', () => {
  it('is heard where somebody speaks, to a fifth of a second, without any provider', async () => {
    const { summary, transcript_json: transcript, audio_model_used: model, evidence } = await summarize('spoken.mp4')
    expect(model).toBe('silero-vad-5')
    const spans = [
      [2, 5.7],
      [9, 12.8],
    ] as const
    for (const [from, to] of spans) {
      const within = transcript.speech.filter(({ start, end }) => start < to && end > from)
      expect(Math.abs(within[0]!.start - from)).toBeLessThan(0.25)
      expect(Math.abs(within.at(-1)!.end - to)).toBeLessThan(0.4)
    }
    expect(transcript.speech.every(({ start, end }) => spans.some(([from, to]) => start < to && end > from))).toBe(true)
    expect(summary).toMatch(/Somebody speaks for [67]\.\d seconds: from (1\.9|2\.\d) to/)
    const heard = evidence.find(({ source }) => source === 'heard')
    expect(heard?.confidence).toBeGreaterThan(0.7)
    expect(transcript.segments).toEqual([])
  })

  it('is told at the time that a player shows, where the clock begins elsewhere and the sound later than the picture', async () => {
    const spoken = join(service.videos, 'spoken.mp4')
    const inputs = ['-i', spoken, '-itsoffset', '1', '-i', spoken, '-map', '0:v', '-map', '1:a', '-c', 'copy']
    await service.clip('spoken-later.mp4', [...inputs, '-output_ts_offset', '10.5'])
    const { summary, transcript_json: transcript, evidence } = await summarize('spoken-later.mp4')
    expect(Math.abs(transcript.speech[0]!.start - 13.5)).toBeLessThan(0.25)
    expect(evidence.find(({ source }) => source === 'heard')!.start).toBe(transcript.speech[0]!.start)
    expect(Number(/loudest from ([\d.]+) seconds/.exec(summary)?.[1])).toBeGreaterThan(13)
  })

  it('is not what a tone, a chord or noise is', async () => {
    const { summary, transcript_json: transcript } = await summarize('tones.mp4')
    expect(transcript.speech).toEqual([])
    expect(summary).toContain('No speech is heard.')
    expect(summary).toContain('Objects were not looked for: No model is selected for object_detection.')
  })

  it('is put into words by a server that speaks the interface of OpenAI, at the times at which somebody speaks', async () => {
    const segments = [
      { start: 0, end: 7, text: ' The harbour was closed on Monday.', avg_logprob: -0.1 },
      { start: 7, end: 8.5, text: ' Thanks for watching!', avg_logprob: -0.1 },
      { start: 8.5, end: 14, text: ' Two ships are waiting outside.', avg_logprob: -0.2 },
    ]
    const text = segments.map((one) => one.text.trim()).join(' ')
    provider.answers = [{ content: { task: 'transcribe', language: 'en', duration: 16, text, segments } }]
    const body = await summarize('spoken.mp4', { 'x-provider-api-key-openai': 'local' })
    const [first, madeUp, last] = body.transcript_json.segments
    expect(first!.start).toBeGreaterThan(1.7)
    expect(first!.end).toBeLessThan(6.2)
    expect(last!.start).toBeGreaterThan(8.6)
    expect(last!.end).toBeLessThan(13.3)
    // Words that the provider reports during silence get a low confidence.
    expect(madeUp!.confidence).toBeLessThanOrEqual(0.2)
    expect(first!.confidence).toBeGreaterThan(0.8)
    expect(body).toMatchObject({ audio_model_used: 'whisper-1', audio_transcript: text, audio_language: 'en' })
    expect(body.summary).toContain('What is said begins: "The harbour was closed on Monday.')
    expect(body.summary).not.toContain('Thanks for watching')
    const quoted = body.evidence.find((one) => one.text.startsWith('What is said begins'))
    expect(quoted!.start).toBeGreaterThan(1.7)
  })

  it('is told apart by voices where that is asked for and a provider can', async () => {
    const segments = [
      { id: '1', type: 'x', start: 2, end: 5.7, text: 'The harbour was closed.', speaker: 'A' },
      { id: '2', type: 'x', start: 9, end: 12.8, text: 'Two ships wait.', speaker: 'B' },
    ]
    const text = segments.map((one) => one.text).join(' ')
    provider.answers = [{ content: { task: 'transcribe', duration: 16, text, segments } }]
    const options = { enable_audio: true, enable_speaker_diarization: true }
    const request = { video_id: 'v', persona_id: 'p', video_path: 'spoken.mp4', ...options }
    const body = await made(service.post('/api/summarize', request, { 'x-provider-api-key-openai': 'local' }))
    expect(body).toMatchObject({ speaker_count: 2, audio_model_used: 'gpt-4o-transcribe-diarize' })
  })
})
