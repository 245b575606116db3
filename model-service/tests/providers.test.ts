import { resolve } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startProviderServer } from './provider-server.js'
import type { ProviderServer } from './provider-server.js'
import { made, startTestService } from './support.js'
import type { TestService } from './support.js'

const names = ['anthropic', 'openai', 'google'] as const
type Name = (typeof names)[number]
const key = (name: Name) => `sk-secret-of-${name}-0123456789`
const withKey = (name: Name) => ({ [`x-provider-api-key-${name}`]: key(name) })
const models = { anthropic: 'claude-of-the-test', openai: 'gpt-of-the-test', google: 'gemini-of-the-test' }
// The headers in which the SDKs send the keys.
const keyHeaders = { anthropic: 'authorization', openai: 'authorization', google: 'x-goog-api-key' }
const admin = { 'x-admin-token': 'correct horse' }

let provider: ProviderServer
let service: TestService
const endpoints = () => ({
  ANTHROPIC_BASE_URL: provider.url,
  OPENAI_BASE_URL: provider.url,
  GOOGLE_BASE_URL: provider.url,
})
const settle = (settings: object, list: readonly Name[] = names) =>
  service.post(
    '/api/admin/reconfigure',
    { key: 'externalApis', value: { providers: list.map((name) => ({ provider: name, ...settings })) } },
    admin,
  )

beforeAll(async () => {
  provider = await startProviderServer()
  service = await startTestService({ ...endpoints(), MODEL_SERVICE_ADMIN_TOKEN: 'correct horse' })
})
afterAll(async () => {
  await service.stop()
  await provider.stop()
})
beforeEach(async () => {
  provider.calls.length = 0
  provider.answers = []
  await settle({ endpoint: provider.url, timeoutSeconds: 20, maxRetries: 2 })
})

const text = 'A red car passes. The  red car stops near the gate. Nobody gets out.'
const extraction = { summary_id: 's', summary_text: text, extraction_strategy: 'hierarchical', min_confidence: 0.5 }
const claim = (quote: string, sentence: number, rest: object = {}) => {
  return {
    text: `It is said: ${quote}`,
    quote,
    sentence,
    confidence: 0.9,
    claim_type: 'factual',
    subclaims: [],
    ...rest,
  }
}
const oneClaim = { claims: [claim('car passes', 1)] }

interface Claim {
  sentence_index: number | null
  char_start: number | null
  char_end: number | null
  confidence: number
  claim_type: string
  subclaims: Claim[]
}

describe('who answers', () => {
  it.each(names)(
    'AK-08: a key of %s in the header lets its model do the work, and the answer names the real model',
    async (name) => {
      provider.answers = [{ content: oneClaim }]
      const { status, body } = await service.post('/api/extract-claims', extraction, withKey(name))
      expect([status, body.model_used, provider.calls.length]).toEqual([200, models[name], 1])
      expect(provider.calls[0]?.headers[keyHeaders[name]]).toBe(name === 'google' ? key(name) : `Bearer ${key(name)}`)
      expect(provider.calls[0]?.path).not.toContain(key(name))
    },
  )

  it('AK-07: a key that the request brings goes before one of the environment, also of another provider', async () => {
    const other = await startTestService({ ...endpoints(), ANTHROPIC_API_KEY: 'sk-of-the-environment' })
    provider.answers = [{ content: oneClaim }]
    const brought = await other.post('/api/extract-claims', extraction, withKey('openai'))
    const none = await other.post('/api/extract-claims', extraction)
    await other.stop()
    expect([brought.body.model_used, none.body.model_used]).toEqual([models.openai, models.anthropic])
  })

  it('AK-07: without a key the baseline answers and no provider is called', async () => {
    const { status, body } = await service.post('/api/extract-claims', extraction)
    expect([status, body.model_used, provider.calls.length]).toEqual([200, 'baseline-sentences', 0])
  })

  it('AK-07: the key of the environment is used where the request brings none, and yields to one that it brings', async () => {
    const other = await startTestService({ ...endpoints(), OPENAI_API_KEY: 'sk-of-the-environment' })
    provider.answers = [{ content: oneClaim }]
    await made(other.post('/api/extract-claims', extraction))
    await made(other.post('/api/extract-claims', extraction, withKey('openai')))
    await other.stop()
    expect(provider.calls.map(({ headers }) => headers.authorization)).toEqual([
      'Bearer sk-of-the-environment',
      `Bearer ${key('openai')}`,
    ])
  })

  it('tries anthropic, openai, google in this order, the selected one first, and honours a baseline that was selected', async () => {
    const other = await startTestService(endpoints())
    provider.answers = [{ content: oneClaim }]
    const used = async (...list: Name[]) => {
      const headers = Object.assign({}, ...list.map(withKey)) as Record<string, string>
      return (await other.post('/api/extract-claims', extraction, headers)).body.model_used
    }
    const select = (model: string) =>
      other.post(`/api/models/select?task_type=claim_extraction&model_name=${model}`, '')
    const found = [await used('google', 'openai', 'anthropic'), await used('google', 'openai')]
    expect((await select('google')).status).toBe(200)
    found.push(await used('anthropic', 'google'), await used('openai'), await used())
    await select('baseline-sentences')
    found.push(await used('anthropic'))
    await other.stop()
    expect(found).toEqual([
      models.anthropic,
      models.openai,
      models.google,
      models.openai,
      'baseline-sentences',
      'baseline-sentences',
    ])
  })
})

describe('claims of a provider', () => {
  it('finds the offsets in the text itself, also where case and white space differ, and gives null for words that are not there', async () => {
    const claims = [
      claim('the red CAR stops', 2, { subclaims: [claim('near the gate', 2, { claim_type: 'spatial' })] }),
      claim('red car', 2),
      claim('Nobody', 1),
      claim('a blue bus', 3, { claim_type: 'gossip' }),
    ]
    provider.answers = [{ content: { claims } }]
    const { body } = await service.post<{ claims: Claim[] }>('/api/extract-claims', extraction, withKey('anthropic'))
    const all = body.claims.flatMap((one) => [one, ...one.subclaims])
    const words = all.map((one) => [
      one.sentence_index,
      one.char_start === null ? null : text.slice(one.char_start, one.char_end ?? 0),
    ])
    expect(words).toEqual([
      [1, 'The  red car stops'],
      [1, 'near the gate'],
      [1, 'red car'],
      [2, 'Nobody'],
      [2, null],
    ])
    expect(all[2]?.char_start).toBe(text.lastIndexOf('red car'))
    expect(all.map((one) => one.claim_type)).toEqual(['factual', 'spatial', 'factual', 'factual', 'factual'])
  })

  it('are found with what is told of the types: names, glosses, whole documents (MS-18)', async () => {
    const promptWith = async (more: object) => {
      provider.calls.length = 0
      provider.answers = [{ content: oneClaim }]
      await made(service.post('/api/extract-claims', { ...extraction, ...more }, withKey('openai')))
      return JSON.stringify(provider.calls[0]?.body)
    }
    const names = { ontology_types: ['Truck', 'Gate'] }
    const glosses = { ontology_glosses: { Truck: 'Carries loads', Gate: '' } }
    const gloss = [{ type: 'text', content: 'Carries loads' }]
    const ontology_definitions = [
      { category: 'entity', definition: { id: 'truck', name: 'Truck', gloss, examples: ['A lorry'] } },
      { category: 'entity', definition: { id: 'gate', name: 'Gate' } },
    ]
    expect(await promptWith(names)).not.toContain('Carries loads')
    const deeper = await promptWith({ ...names, ...glosses })
    expect(deeper).toContain('Truck: Carries loads')
    expect(deeper).not.toContain('lorry')
    const deepest = await promptWith({ ...names, ...glosses, ontology_definitions })
    for (const words of ['Truck: Carries loads', 'A lorry', 'gate']) expect(deepest).toContain(words)
  })

  it('finds quotes with any mark in them', async () => {
    const marked = 'A two-lane road (the [A7]?) costs $10-15 + tax. It ends\\stops there.'
    const quotes = ['two-lane  road', '(the [A7]?)', '$10-15 + tax.', 'ends\\stops']
    provider.answers = [{ content: { claims: quotes.map((quote) => claim(quote, 1)) } }]
    const request = { ...extraction, summary_text: marked }
    const { status, body } = await service.post<{ claims: Claim[] }>('/api/extract-claims', request, withKey('openai'))
    expect(status).toBe(200)
    const found = body.claims.map((one) => marked.slice(one.char_start ?? 0, one.char_end ?? 0))
    expect(found).toEqual(quotes.map((quote) => quote.replace('  ', ' ')))
  })

  it('keeps max_claims and min_confidence whatever the model gives', async () => {
    const claims = [
      claim('car', 1, { confidence: 0.2 }),
      claim('stops', 2, { confidence: 7 }),
      claim('gate', 2),
      claim('Nobody', 3),
    ]
    provider.answers = [{ content: { claims } }]
    const { body } = await service.post<{ claims: Claim[] }>(
      '/api/extract-claims',
      { ...extraction, max_claims: 2 },
      withKey('openai'),
    )
    expect(body.claims.map((one) => one.confidence)).toEqual([1, 0.9])
  })
})

describe('the other text routes', () => {
  const sources = [
    {
      source_id: 'a',
      source_type: 'summary',
      claims: [
        { id: 'c1', text: 'A car stops' },
        { id: 'c2', text: 'No car stops' },
      ],
    },
  ]
  const synthesis = {
    summary_id: 's',
    claim_sources: sources,
    include_citations: true,
    max_length: 200,
    claim_relations: [{ source_claim_id: 'c1', target_claim_id: 'c2', relation_type: 'contradicts' }],
  }

  it('get no id in the words that a provider is sent', async () => {
    const id = '0193e5a0-0000-7000-8000-00000000dead'
    const claims = [{ id, text: 'A car stops' }]
    const before = provider.calls.length
    provider.answers = [{ content: { passages: [{ text: 'A car stops.', claims: [1] }] } }, { content: { claims: [] } }]
    const claimSources = [{ source_id: id, source_type: 'video', claims }]
    const written = await service.post(
      '/api/synthesize-summary',
      { ...synthesis, summary_id: id, claim_sources: claimSources, claim_relations: [] },
      withKey('openai'),
    )
    const definition = { id, name: 'Car', parentTypeId: id, gloss: [{ type: 'typeRef', content: id }] }
    const found = await service.post(
      '/api/extract-claims',
      { ...extraction, summary_id: id, ontology_definitions: [{ category: 'entity', definition }] },
      withKey('openai'),
    )
    expect([written.status, found.status]).toEqual([200, 200])
    const sent = provider.calls.slice(before).map(({ text }) => text)
    expect(sent).toHaveLength(2)
    expect(sent[0]).toContain('video 1')
    expect(sent[1]).toContain('"name\\":\\"Car')
    for (const text of sent) expect(text).not.toContain(id)
  })

  it.each(names)('%s writes a synthesis; citations and counts come from the claims it names', async (name) => {
    provider.answers = [
      {
        content: {
          passages: [
            { text: 'A car stops, it is said.', claims: [1, 99] },
            { text: 'x'.repeat(300), claims: [2] },
          ],
        },
      },
    ]
    const { status, body } = await service.post('/api/synthesize-summary', synthesis, withKey(name))
    expect(status).toBe(200)
    expect(body).toMatchObject({
      summary_gloss: [
        { type: 'text', content: 'A car stops, it is said. ' },
        { type: 'claimRef', content: '[1]', refClaimId: 'c1' },
      ],
      model_used: models[name],
      claims_used: 1,
      synthesis_metadata: { num_sources: 1, conflicts_detected: 1 },
    })
  })

  it.each(names)(
    '%s suggests types; known and repeated names and parents that nobody knows are left out',
    async (name) => {
      const suggestion = (type: string, parent: string | null) => ({
        name: type,
        description: 'd',
        parent,
        confidence: 0.8,
        examples: ['e'],
      })
      const suggestions = [
        suggestion('Truck', 'vehicle'),
        suggestion('Lorry', 'Ghost'),
        suggestion('truck', null),
        suggestion('Vehicle', null),
      ]
      provider.answers = [{ content: { suggestions, reasoning: 'because' } }]
      const request = {
        persona_id: 'p',
        domain: 'traffic',
        existing_types: ['Vehicle'],
        target_category: 'entity',
        max_suggestions: 5,
      }
      const { status, body } = await service.post('/api/ontology/augment', request, withKey(name))
      expect(status).toBe(200)
      expect(body).toMatchObject({
        reasoning: 'because',
        suggestions: [
          { name: 'Truck', parent: 'Vehicle' },
          { name: 'Lorry', parent: null },
        ],
      })
      expect((body.suggestions as unknown[]).length).toBe(2)
    },
  )

  it('a synthesis without a word is sent back, and a second one is 500: it would replace a text (C-21)', async () => {
    for (const passages of [[], [{ text: ' ', claims: [1] }]]) {
      provider.calls.length = 0
      provider.answers = [{ content: { passages } }]
      const { status, body } = await service.post('/api/synthesize-summary', synthesis, withKey('openai'))
      expect([status, provider.calls.length]).toEqual([500, 2])
      expect(body.detail).toContain('/passages has no words')
    }
  })

  it('keeps words and length of a synthesis whatever its first passage cites (MS-08)', async () => {
    const claims = Array.from({ length: 60 }, (_, n) => ({ id: `c${n}`, text: `Car ${n} stops` }))
    const request = { ...synthesis, claim_sources: [{ ...sources[0], claims }], max_length: 100 }
    const written = 'Many cars stop one after the other '.repeat(5)
    for (const cited of [claims.map((_, n) => n + 1), []]) {
      provider.answers = [{ content: { passages: [{ text: written, claims: cited }] } }]
      const { body } = await service.post<{ summary_gloss: { content: string }[] }>(
        '/api/synthesize-summary',
        request,
        withKey('openai'),
      )
      const text = body.summary_gloss.map(({ content }) => content).join('')
      expect(text).toMatch(/^Many cars stop/)
      expect(text.length).toBeLessThanOrEqual(100)
    }
  })
})

describe('summaries of a provider', () => {
  const answer = {
    summary: 'Dust.',
    visual_analysis: 'Much dust.',
    confidence: 0.7,
    key_frames: [
      { frame: 2, description: 'dust', confidence: 0.6 },
      { frame: 77, description: 'none', confidence: 0.6 },
    ],
  }
  const request = {
    video_id: 'v',
    persona_id: 'p',
    video_path: 'dust-storm.webm',
    max_frames: 3,
    persona_role: 'Pilot',
  }

  it.each(names)('%s sees max_frames JPEG frames; frame numbers and times are those of the video', async (name) => {
    provider.answers = [{ content: answer }]
    const { status, body } = await service.post('/api/summarize', request, withKey(name))
    expect(status).toBe(200)
    expect(body).toMatchObject({
      summary: 'Dust.',
      visual_model_used: models[name],
      audio_model_used: null,
      audio_transcript: null,
    })
    const frames = body.key_frames as { frame_number: number; timestamp: number }[]
    expect(frames.length).toBe(1)
    expect(frames[0]!.frame_number).toBeGreaterThan(0)
    // `/9j/4` is the Base64 of the first bytes of a JPEG.
    expect(provider.calls[0]?.text.match(/\/9j\/4/g)?.length).toBe(3)
    expect(provider.calls[0]?.text).toContain('Pilot')
  })

  it('an empty summary is sent back, and a repaired one is taken', async () => {
    provider.answers = [{ content: { ...answer, summary: ' ' } }, { content: answer }]
    const { status, body } = await service.post('/api/summarize', request, withKey('google'))
    expect([status, body.summary, provider.calls.length]).toEqual([200, 'Dust.', 2])
  })

  it('brings what is said into the prompt and the answer, with speakers where asked for', async () => {
    await service.clip('spoken.webm', [
      '-f',
      'lavfi',
      '-i',
      'testsrc=size=160x120:rate=10:duration=2',
      '-f',
      'lavfi',
      '-i',
      'sine=duration=2',
      '-c:v',
      'libvpx',
      '-c:a',
      'libvorbis',
    ])
    const segments = [
      { id: '1', type: 'x', start: 0, end: 1, text: 'Hello there', speaker: 'A' },
      { id: '2', type: 'x', start: 1, end: 2, text: 'Yes', speaker: 'B' },
    ]
    provider.answers = [
      { content: { task: 'transcribe', duration: 2, text: 'Hello there Yes', segments } },
      { content: answer },
    ]
    const heard = {
      ...request,
      video_path: 'spoken.webm',
      enable_audio: true,
      enable_speaker_diarization: true,
      fusion_strategy: 'timestamp_aligned',
    }
    const { status, body } = await service.post('/api/summarize', heard, {
      ...withKey('anthropic'),
      ...withKey('openai'),
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      audio_transcript: 'Hello there Yes',
      speaker_count: 2,
      audio_model_used: 'gpt-4o-transcribe-diarize',
      visual_model_used: models.anthropic,
      // The sound is a tone, so no speech is detected, whatever the provider transcribes.
      transcript_json: { speech: [], segments: [{ text: 'Hello there', confidence: 0.2 }, { text: 'Yes' }] },
    })
    expect(provider.calls[0]?.text).toContain('diarized_json')
    expect(provider.calls[1]?.text).toContain('Hello there')
  })

  it.each([
    ['anthropic', { temperature: 0.2, top_p: 0.9, max_tokens: 700 }, 'body'],
    ['openai', { temperature: 0.2, top_p: 0.9, max_completion_tokens: 700 }, 'body'],
    ['google', { temperature: 0.2, topP: 0.9, maxOutputTokens: 700 }, 'generationConfig'],
  ] as const)(
    'generation_overrides reach %s by its own names; unknown ones do not (SU-04)',
    async (name, expected, place) => {
      provider.answers = [{ content: answer }]
      const overrides = { temperature: 0.2, top_p: 0.9, max_tokens: 700, model: 'another', stream: true }
      expect(
        (await service.post('/api/summarize', { ...request, generation_overrides: overrides }, withKey(name))).status,
      ).toBe(200)
      const body = provider.calls[0]?.body as Record<string, unknown>
      expect(place === 'body' ? body : body[place]).toMatchObject(expected)
      expect(body['model'] ?? 'none').not.toBe('another')
      expect(provider.calls[0]?.text).not.toContain('stream')
    },
  )

  it('audio_overrides reach who hears; they cannot take the place of the sound', async () => {
    provider.answers = [{ content: { text: 'Hello', language: 'en', segments: [] } }, { content: answer }]
    const heard = {
      ...request,
      video_path: 'spoken.webm',
      enable_audio: true,
      audio_overrides: { temperature: 0.4, prompt: 'Khamsin, haboob', mp3: 'no', duration: 'no' },
    }
    expect((await service.post('/api/summarize', heard, withKey('openai'))).status).toBe(200)
    expect(provider.calls[0]?.text).toMatch(/name="temperature"\r\n\r\n0\.4/)
    expect(provider.calls[0]?.text).toContain('Khamsin, haboob')
  })

  it('names an override that is out of range, and the baseline has no use for any', async () => {
    for (const overrides of [
      { generation_overrides: { temperature: 3 } },
      { generation_overrides: { max_tokens: 0 } },
      { audio_overrides: { prompt: 7 } },
    ]) {
      const refused = await service.post('/api/summarize', { ...request, ...overrides })
      expect([refused.status, refused.body.detail]).toEqual([
        422,
        expect.stringContaining(Object.keys(Object.values(overrides)[0] ?? {})[0] ?? ''),
      ])
    }
    expect(
      (await service.post('/api/summarize', { ...request, generation_overrides: { temperature: 0.1, anything: {} } }))
        .status,
    ).toBe(200)
  })
})

describe('transcripts and speakers', () => {
  beforeAll(async () => {
    await service.clip('tone.wav', ['-f', 'lavfi', '-i', 'sine=duration=3'])
    // One second of silence, then 3.7 seconds of speech.
    const speech = ['-i', resolve('tests/fixtures/sounds/speech-1.mp3'), '-af', 'adelay=1000,apad', '-t', '8']
    await service.clip('speech.wav', speech)
  })
  const transcribe = (name: Name, file = 'tone.wav') =>
    service.post('/api/transcribe', { audio_path: file, language: 'en-GB' }, withKey(name))

  it('MS-14: openai gives times and confidences, which hold where somebody speaks', async () => {
    const sure = Math.log(0.8)
    const segments = [
      { id: 0, start: 0, end: 5.5, text: ' Hello.', avg_logprob: sure },
      { id: 1, start: 6, end: 7.5, text: ' Thanks for watching!', avg_logprob: sure },
    ]
    const text = 'Hello. Thanks for watching!'
    provider.answers = [{ content: { text, language: 'english', duration: 8, segments } }]
    const { status, body } = await transcribe('openai', 'speech.wav')
    expect(status).toBe(200)
    expect(body).toMatchObject({
      text,
      language: 'english',
      model_used: 'whisper-1',
      segments: [
        { text: 'Hello.', confidence: 0.8 },
        { start: 6, end: 7.5, text: 'Thanks for watching!', confidence: 0.2 },
      ],
    })
    const [{ start, end }] = body.segments as [{ start: number; end: number }]
    expect(Math.abs(start - 1)).toBeLessThan(0.25)
    // When perfect silence follows, the end of speech is detected half a second late.
    expect(Math.abs(end - 4.7)).toBeLessThan(0.5)
    expect(Number(body.duration)).toBeCloseTo(8, 0)
    expect(provider.calls[0]?.text).toContain('verbose_json')
  })

  it('MS-14: the times of google are kept within the recording', async () => {
    provider.answers = [
      {
        content: {
          language: 'en',
          segments: [
            { start: 1, end: 99, text: 'Bye' },
            { start: -1, end: 1, text: 'Hello' },
          ],
        },
      },
    ]
    const { body } = await transcribe('google')
    expect(body).toMatchObject({ text: 'Hello Bye', model_used: models.google })
    const segments = body.segments as { start: number; end: number }[]
    expect([segments[0]!.start, segments[1]!.end <= 3.2]).toEqual([0, true])
  })

  it('MS-15: openai tells voices apart; nobody else claims to', async () => {
    const segments = ['A', 'B', 'A'].map((speaker, at) => ({
      id: `${at}`,
      type: 'x',
      start: at,
      end: at + 1,
      text: 'x',
      speaker,
    }))
    provider.answers = [{ content: { task: 'transcribe', duration: 3, text: 'x x x', segments } }]
    const request = { audio_path: 'tone.wav' }
    const { status, body } = await service.post('/api/diarize', request, withKey('openai'))
    expect([status, body.speakers, body.model_used]).toEqual([200, ['A', 'B'], 'gpt-4o-transcribe-diarize'])
    for (const name of ['anthropic', 'google'] as const)
      expect((await service.post('/api/diarize', request, withKey(name))).status).toBe(503)
    expect((await transcribe('anthropic')).status).toBe(503)
  })

  it('refuses a file without sound', async () => {
    const { status, body } = await service.post('/api/transcribe', { audio_path: 'dust-storm.webm' }, withKey('openai'))
    expect([status, body.detail]).toEqual([400, 'The file holds no sound'])
  })
})

describe.each(names)('when %s fails', (name) => {
  const extract = () => service.post('/api/extract-claims', extraction, withKey(name))

  it('a wrong answer is sent back once with its fault, and a repaired one is taken', async () => {
    provider.answers = [{ content: { claims: 'none' } }, { content: oneClaim }]
    expect((await extract()).status).toBe(200)
    expect(provider.calls.length).toBe(2)
    expect(provider.calls[1]?.text).toContain('That answer is wrong: /claims')
  })

  it.each([
    ['not JSON', { raw: 'Sure! Here you are' }],
    ['an empty answer', { raw: '' }],
    ['another form', { content: { claims: [{ text: 1 }] } }],
  ])('twice %s is 500 with a reason', async (_, wrong) => {
    provider.answers = [wrong]
    const { status, body } = await extract()
    expect([status, provider.calls.length]).toEqual([500, 2])
    expect(body.detail).toContain(`${name} answered twice in another form`)
  })

  it('a 429 is tried again after the wait it asks for', async () => {
    provider.answers = [{ status: 429, headers: { 'retry-after': '1' } }, { content: oneClaim }]
    const startedAt = performance.now()
    expect((await extract()).status).toBe(200)
    expect(performance.now() - startedAt).toBeGreaterThan(700)
    expect(provider.calls.length).toBe(2)
  })

  it('a 429 that asks for a long wait is told at once', async () => {
    provider.answers = [{ status: 429, headers: { 'retry-after': '3600' } }]
    const { status, body } = await extract()
    expect([status, provider.calls.length]).toEqual([500, 1])
    expect(body.detail).toContain('3600 s')
  })

  it('MS-13: maxRetries bounds the attempts after a 503 and a connection that breaks', async () => {
    await settle({ maxRetries: 1 })
    for (const answer of [{ status: 503 }, { cut: true } as const]) {
      provider.calls.length = 0
      provider.answers = [answer]
      expect((await extract()).status).toBe(500)
      expect(provider.calls.length).toBe(2)
    }
  })

  it('MS-13: timeoutSeconds ends an attempt that gets no answer', async () => {
    await settle({ timeoutSeconds: 1 })
    provider.answers = [{ silence: true }]
    const { status, body } = await extract()
    expect([status, body.detail]).toEqual([500, `${name} did not answer within 1 s`])
  })

  it('MS-13: endpoint moves the calls', async () => {
    await settle({ endpoint: 'http://127.0.0.1:9', maxRetries: 0 })
    const { status, body } = await extract()
    expect([status, body.detail]).toEqual([500, `${name} cannot be reached`])
  })

  it.each([401, 403])('a key refused with %i is 400 in our words', async (refusal) => {
    provider.answers = [{ status: refusal, body: { error: { message: `Incorrect API key provided: ${key(name)}` } } }]
    const { status, body } = await extract()
    expect([status, provider.calls.length]).toEqual([400, 1])
    expect(body.detail).toContain('refused the API key')
    expect(JSON.stringify(body)).not.toContain('secret')
  })

  it('another refusal gives the reason without the key', async () => {
    provider.answers = [
      { status: 404, body: { error: { message: `model not found for ${key(name)} and sk-abc***xyz` } } },
    ]
    const { status, body } = await extract()
    expect(status).toBe(500)
    expect(body.detail).toMatch(/\(404\): model not found for \[key\] and \[key\]$/)
  })
})

describe('POST /api/admin/reconfigure of externalApis', () => {
  it('MS-13: says what changed and refuses unknown providers and other schemes', async () => {
    expect((await settle({ maxRetries: 3 }, ['openai'])).body).toEqual({
      applied: true,
      summary: 'Changed openai.maxRetries',
    })
    const refused = async (entry: object) =>
      (await service.post('/api/admin/reconfigure', { key: 'externalApis', value: { providers: [entry] } }, admin))
        .status
    expect(await refused({ provider: 'nobody' })).toBe(400)
    expect(await refused({ provider: 'openai', endpoint: 'file:///etc/passwd' })).toBe(400)
    expect(await refused({ provider: 'openai', endpoint: 'http://user:pass@host' })).toBe(400)
    expect(await refused({ provider: 'openai', maxRetries: 11 })).toBe(422)
  })
})
