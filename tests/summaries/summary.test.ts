import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { programPath } from '@parallax/model-service/media/binaries.js'
import type { Person } from '../support/api.js'
import { startWorkingApi, type WorkingApi } from '../support/models.js'
import { made } from '../support/workspace.js'

let api: WorkingApi
let ann: Person
let ben: Person
let personaId: string

beforeAll(async () => {
  api = await startWorkingApi()
  ann = await api.person('ann')
  ben = await api.person('ben')
  personaId = (
    await ann.post('/api/personas', {
      name: 'Meteorologist',
      role: 'Meteorologist',
      informationNeed: 'How does the dust move?',
    })
  ).body.id
})
afterAll(() => api.stop())

const missing = '0193e5a0-0000-7000-8000-000000000000'

describe('summaries', () => {
  it('are written by hand as text or rich text and returned in the form last written (RF-27, SU-09, SU-12)', async () => {
    const first = await ann.post('/api/summaries', {
      videoId: 'hand',
      personaId,
      summary: 'Dust.',
      confidence: 0.5,
      comment: 'mine',
    })
    expect(first.status).toBe(201)
    expect(first.body).toMatchObject({
      videoId: 'hand',
      personaId,
      summary: 'Dust.',
      summaryGloss: [{ type: 'text', content: 'Dust.' }],
      confidence: 0.5,
      comment: 'mine',
      visualAnalysis: null,
      keyFrames: null,
      transcriptJson: null,
      claimsJson: null,
      claimsVersion: null,
      claimsExtractedAt: null,
      createdBy: ann.id,
    })
    const gloss = [{ type: 'typeRef', content: 't', refType: 'entity', refPersonaId: personaId, extra: 1 }]
    const second = await ann.post('/api/summaries', { videoId: 'hand', personaId, summary: gloss })
    expect(second.status).toBe(201)
    expect(second.body).toMatchObject({
      id: first.body.id,
      summary: gloss,
      summaryGloss: gloss,
      confidence: 0.5,
      comment: 'mine',
    })
    expect((await ann.get(`/api/videos/hand/summaries/${personaId}`)).body).toEqual(second.body)
    expect((await ann.get('/api/videos/hand/summaries')).body).toEqual([second.body])
    expect((await ann.get('/api/videos/nowhere/summaries')).body).toEqual([])
  })

  it('keep the project and the facts about claims that they are saved with; their author is who saves (SU-09)', async () => {
    const project = await made(ann.post('/api/projects', { name: 'Kept', slug: 'kept-fields' }))
    const fields = { claimsVersion: '2.1', claimsExtractedAt: '2026-01-02T03:04:05.678Z', projectId: project.id }
    const given = { videoId: 'kept', personaId, summary: 'Dust.', ...fields, createdBy: ben.id }
    const saved = await made(ann.post('/api/summaries', given))
    expect(saved).toMatchObject({ ...fields, createdBy: ann.id })
    expect(await made(ann.post('/api/summaries', { videoId: 'kept', personaId, summary: 'x' }))).toMatchObject(fields)
    expect((await ann.post('/api/summaries', { ...given, projectId: ben.id })).status).toBe(404)
  })

  it('are changed by their id or their persona, only in what is given (SU-10)', async () => {
    const { body: made } = await ann.post('/api/summaries', {
      videoId: 'change',
      personaId,
      summary: 'a',
      comment: 'c',
    })
    expect((await ann.put(`/api/videos/change/summaries/${made.id}`, { summary: 'b' })).body).toMatchObject({
      summary: 'b',
      comment: 'c',
    })
    expect((await ann.put('/api/videos/change/summaries/junk', { summary: 'x' })).body.details).toEqual([
      { field: 'summaryId', message: 'must be a UUID' },
    ])
    expect((await ann.put(`/api/videos/change/summaries/${personaId}`, { comment: null })).body).toMatchObject({
      summary: 'b',
      comment: null,
    })
    expect((await ann.put(`/api/videos/other/summaries/${made.id}`, { summary: 'x' })).status).toBe(404)
    expect((await ben.put(`/api/videos/change/summaries/${made.id}`, { summary: 'x' })).status).toBe(404)
    expect((await ann.put(`/api/videos/change/summaries/${made.id}`, { confidence: 7 })).status).toBe(400)
    expect(
      (await ann.put(`/api/videos/change/summaries/${made.id}`, { summary: 'c' }, { 'if-match': '"1"' })).status,
    ).toBe(412)
  })

  it('are overwritten by nobody who asked for a new one: of nine first ones at once, one is made', async () => {
    const query = `mutation Save($input: SaveSummaryInput!) { saveSummary(input: $input) { summary { summary { content } version } } }`
    const save = (content: string, person = ann) => {
      const summary = [{ type: 'TEXT', content }]
      return person.graph(query, { input: { videoId: 'firsts', personaId, summary, onlyNew: true } })
    }
    const texts = Array.from({ length: 9 }, (_, n) => `Text ${n}`)
    const answers = await Promise.all(texts.map((text) => save(text)))
    const saved = answers.filter(({ data }) => data?.saveSummary)
    expect(saved.map(({ data }) => data.saveSummary.summary.version)).toEqual([1])
    const refused = answers.filter(({ data }) => !data?.saveSummary)
    const reasons = refused.map(({ errors }) => errors?.[0]?.extensions)
    expect(reasons.map((one) => [one?.code, one?.currentVersion])).toEqual(
      Array.from({ length: 8 }, () => ['PRECONDITION_FAILED', 1]),
    )
    const kept = await made(ann.get(`/api/videos/firsts/summaries/${personaId}`))
    expect(kept.summary).toMatchObject(saved[0]?.data.saveSummary.summary.summary)
  })

  it('carry their claims as a tree that is always up to date (RF-29)', async () => {
    const { body: summary } = await ann.post('/api/summaries', { videoId: 'tree', personaId, summary: 's' })
    const { body: root } = await ann.post(`/api/summaries/${summary.id}/claims`, { text: 'root' })
    await made(ann.post(`/api/summaries/${summary.id}/claims`, { text: 'leaf', parentClaimId: root.id }))
    const { body } = await ann.get(`/api/videos/tree/summaries/${personaId}`)
    expect(body.claimsVersion).toBe('1.0')
    expect(body.claimsJson).toMatchObject({
      version: '1.0',
      claims: [{ text: 'root', subclaims: [{ text: 'leaf' }] }],
      metadata: { totalClaims: 1, totalSubclaims: 1, maxDepth: 2 },
    })
    expect(body.claimsExtractedAt).toBe(body.claimsJson.metadata.extractedAt)
  })

  it('go with their claims (SU-11) and cannot be taken by somebody else (SU-09)', async () => {
    const { body: summary } = await ann.post('/api/summaries', { videoId: 'gone', personaId, summary: 's' })
    const { body: claim } = await ann.post(`/api/summaries/${summary.id}/claims`, { text: 'c' })
    expect((await ben.delete(`/api/videos/gone/summaries/${personaId}`)).body).toMatchObject({
      error: 'Summary not found',
    })
    expect((await ben.post('/api/summaries', { videoId: 'gone', personaId, summary: 'x' })).body).toMatchObject({
      error: 'Persona not found',
    })
    expect((await ann.delete(`/api/videos/gone/summaries/${personaId}`)).body).toEqual({ success: true })
    expect((await ann.get(`/api/claims/${claim.id}`)).status).toBe(404)
    expect((await ann.get(`/api/videos/gone/summaries/${personaId}`)).body).toMatchObject({
      error: 'Summary not found',
    })
    const { data } = await ann.graph('{ personas(first: 5) { nodes { id name isSystemGenerated } } }')
    const system = data.personas.nodes.find((one: any) => one.isSystemGenerated)
    expect(
      (await ann.post('/api/summaries', { videoId: 'shared', personaId: system.id, summary: 'first' })).status,
    ).toBe(201)
    expect(
      (await ben.post('/api/summaries', { videoId: 'shared', personaId: system.id, summary: 'second' })).status,
    ).toBe(409)
    expect(
      (await ben.post('/api/videos/summaries/generate', { videoId: api.videoId, personaId: missing })).body,
    ).toMatchObject({ error: 'Persona not found' })
  })

  it('are listed the same whatever filters, order and cursors come together', async () => {
    const eve = await api.person('eve')
    const personas = await Promise.all(
      ['one', 'two'].map(
        async (name) => (await eve.post('/api/personas', { name, role: 'r', informationNeed: 'i' })).body.id as string,
      ),
    )
    for (const [i, confidence] of [0.5, null, 0.25, 0.5, 1, null].entries()) {
      expect(
        (
          await eve.post('/api/summaries', {
            videoId: `v${i % 3}`,
            personaId: personas[i % 2],
            summary: 'x',
            confidence,
          })
        ).status,
      ).toBe(201)
    }
    const query = `query ($videoId: ID, $personaId: ID, $mine: Boolean, $orderBy: SummaryOrder, $first: Int, $last: Int, $after: String, $before: String) {
      summaries(filter: { videoId: $videoId, personaId: $personaId, mine: $mine }, orderBy: $orderBy, first: $first, last: $last, after: $after, before: $before) {
        totalCount edges { cursor node { id videoId persona { id } creator { username displayName } } } } }`
    const page = async (variables: Record<string, unknown>) => {
      const { data, errors } = await eve.graph(query, variables)
      expect(errors).toBeUndefined()
      return data.summaries
    }
    const orders = [
      {},
      ...['CREATED_AT', 'CONFIDENCE'].flatMap((field) =>
        ['ASC', 'DESC'].map((direction) => ({ orderBy: { field, direction } })),
      ),
    ]
    for (const order of orders) {
      const all = (await page(order)).edges
      expect(all).toHaveLength(6)
      for (const filter of [
        {},
        { videoId: 'v1' },
        { personaId: personas[0] },
        { mine: true },
        { videoId: 'v0', personaId: personas[1], mine: true },
      ]) {
        const { videoId, personaId: of } = filter as { videoId?: string; personaId?: string }
        const wanted = all
          .filter(({ node }: any) => (!videoId || node.videoId === videoId) && (!of || node.persona.id === of))
          .map(({ node }: any) => node.id)
        const { edges, totalCount } = await page({ ...filter, ...order })
        expect([edges.map(({ node }: any) => node.id), totalCount]).toEqual([wanted, wanted.length])
        expect(
          edges.every(({ node }: any) => node.creator.username === 'eve' && node.creator.displayName === 'eve'),
        ).toBe(true)
        const [after, before] = [edges[0].cursor, edges.at(-1).cursor]
        for (const size of [{ first: 10 }, { last: 10 }]) {
          const between = await page({ ...filter, ...order, ...size, after, before })
          expect(between.edges.map(({ node }: any) => node.id)).toEqual(wanted.slice(1, -1))
        }
      }
    }
  })
})

describe('summarization', () => {
  it('refuses bad requests in the words of the contract (SU-02, SU-03)', async () => {
    const generate = (body: object) => ann.post('/api/videos/summaries/generate', body)
    const rate = await generate({ videoId: api.videoId, personaId, frameSampleRate: 11 })
    expect(rate.status).toBe(400)
    expect(rate.body).toMatchObject({
      error: 'Validation error: frameSampleRate must be between 1 and 10',
      code: 'VALIDATION_ERROR',
    })
    expect((await generate({ videoId: api.videoId, personaId, maxFrames: 0 })).body.error).toBe(
      'Validation error: maxFrames must be between 1 and 100',
    )
    expect((await generate({ personaId })).body.error).toBe('Validation error: videoId is required')
    expect((await generate({ videoId: api.videoId, personaId, fusionStrategy: 'magic' })).body.error).toBe(
      'Validation error: fusionStrategy must be one of sequential, timestamp_aligned, native_multimodal, hybrid',
    )
    expect((await generate({ videoId: 'unknown', personaId })).body).toMatchObject({ error: 'Video not found' })
    expect((await generate({ videoId: api.videoId, personaId: missing })).body).toMatchObject({
      error: 'Persona not found',
    })
    expect((await api.anonymous.post('/api/videos/summaries/generate', {})).status).toBe(401)
  })

  it('turns a real video into a summary, and its text into claims, by jobs that are polled', async () => {
    const accepted = await ann.post('/api/videos/summaries/generate', {
      videoId: api.videoId,
      personaId,
      maxFrames: 10,
    })
    expect(accepted.status).toBe(202)
    expect(accepted.body).toMatchObject({ status: 'queued', videoId: api.videoId, personaId })
    expect(accepted.body.jobId).toMatch(new RegExp(`^${api.videoId}-${personaId}-\\d+$`))
    const job = await api.ended(ann, accepted.body.jobId)
    expect(job).toMatchObject({
      status: 'completed',
      state: 'completed',
      progress: 100,
      error: null,
      data: { videoId: api.videoId, personaId },
    })
    const { body: summary } = await ann.get(`/api/videos/${api.videoId}/summaries/${personaId}`)
    expect(job.result).toMatchObject({ id: summary.id, summary: summary.summary })
    expect(summary.visualModelUsed).toMatch(/^baseline-/)
    expect(summary.processedAtVisual).toMatch(/Z$/)
    expect(summary.processedAtAudio).toBeNull()
    expect(summary.keyFrames[0]).toMatchObject({
      frame_number: expect.any(Number),
      timestamp: expect.any(Number),
      description: expect.any(String),
    })

    const { body: extraction } = await ann.post(`/api/summaries/${summary.id}/claims/extract`, {
      strategy: 'hierarchical',
      minConfidence: 0,
    })
    expect(extraction).toMatchObject({
      status: 'queued',
      message: 'Claim extraction job started',
      summaryId: summary.id,
    })
    const extracted = await api.ended(ann, extraction.jobId)
    expect(extracted.status, extracted.error).toBe('completed')
    expect(extracted.result.count).toBe(extracted.result.claimIds.length)
    expect(extracted.result.count).toBeGreaterThan(1)
    expect((await ann.get(`/api/jobs/claims/${extraction.jobId}`)).body.status).toBe('completed')
    expect((await ann.get(`/api/jobs/synthesis/${extraction.jobId}`)).status).toBe(404)
    const { body: claims } = await ann.get(`/api/summaries/${summary.id}/claims`)
    const [seen] = claims.filter(({ evidence }: any) => evidence?.[0].source === 'measured')
    expect(seen.evidence[0].frames.length).toBeGreaterThan(0)
    expect(summary.evidence.map(({ text }: any) => text)).toContain(seen.evidence[0].text)
    for (const claim of claims) {
      for (const { text, confidence } of claim.evidence ?? []) {
        expect(summary.summary).toContain(text)
        expect(claim.confidence).toBeLessThanOrEqual(confidence)
      }
      const [span] = claim.textSpans ?? []
      if (span) expect(summary.summary.slice(span.charStart, span.charEnd)).toBe(claim.text)
      expect(claim).toMatchObject({
        extractionStrategy: 'hierarchical',
        modelUsed: expect.stringMatching(/^baseline-/),
        createdBy: ann.id,
        gloss: [{ type: 'text', content: claim.text }],
      })
    }

    const { data } = await ann.graph(
      `mutation ($id: ID!) { synthesizeSummary(input: { summaryId: $id, includeCitations: true }) { job { id status pollAfterMs } } }`,
      { id: summary.id },
    )
    const synthesis = await api.ended(ann, data.synthesizeSummary.job.id)
    expect(synthesis.status, synthesis.error).toBe('completed')
    expect((await ann.get(`/api/videos/${api.videoId}/summaries/${personaId}`)).body.summary).toEqual(
      synthesis.result.summaryGloss,
    )
  })

  it('gives claims the frames and boxes of the sentences that they were made from, and no more confidence', async () => {
    const box = { label: 'person', x: 0.1, y: 0.2, width: 0.1, height: 0.3, confidence: 0.4 }
    const seen = (text: string, confidence: number) => ({
      text,
      source: 'seen',
      confidence,
      startTime: 1,
      endTime: 2,
      frames: [{ frameNumber: 30, timestamp: 1, boxes: [box] }],
    })
    const evidence = [seen('A person walks on the pier.', 0.4), seen('A boat is near the pier.', 0.7)]
    const { id: personaId } = await made(ann.post('/api/personas', { name: 'K', role: 'r', informationNeed: 'n' }))
    const summary = 'A person walks on the pier. A boat is near the pier. Nobody measured this sentence.'
    const { id } = await made(ann.post('/api/summaries', { videoId: api.videoId, personaId, summary, evidence }))
    const extract = async (minConfidence: number) => {
      const { jobId } = await made(ann.post(`/api/summaries/${id}/claims/extract`, { minConfidence, mode: 'replace' }))
      const { result } = await api.ended(ann, jobId)
      const ids = new Set(result.claimIds)
      const { data } = await ann.graph(
        `query ($id: ID!) { summary(id: $id) { claims { id text confidence evidence {
           text source confidence startTime endTime frames { frameNumber timestamp boxes { label x y width height confidence } } } } } }`,
        { id },
      )
      return data.summary.claims.filter((claim: any) => ids.has(claim.id))
    }
    const claims = await extract(0)
    expect(claims.map(({ text, confidence, evidence }: any) => [text, confidence, evidence])).toEqual([
      [evidence[0]!.text, 0.4, [evidence[0]]],
      [evidence[1]!.text, 0.7, [evidence[1]]],
      ['Nobody measured this sentence.', 0.75, null],
    ])
    const surer = await extract(0.5)
    expect(surer.map(({ text }: any) => text)).toEqual(['A boat is near the pier.', 'Nobody measured this sentence.'])
    // A rewritten sentence loses its evidence.
    await made(ann.put(`/api/videos/${api.videoId}/summaries/${id}`, { summary: 'A person runs on the pier.' }))
    expect(await extract(0)).toMatchObject([{ text: 'A person runs on the pier.', confidence: 0.75, evidence: null }])
  })

  it('finds by meaning what shares a word with the query, and pages through it without gaps or repeats', async () => {
    // A new user, who has no other claims.
    const eve = await api.person()
    const { id: personaId } = await made(eve.post('/api/personas', { name: 'S', role: 'r', informationNeed: 'n' }))
    const { id: summaryId } = await made(eve.post('/api/summaries', { videoId: api.videoId, personaId, summary: '' }))
    const texts = [
      'The storm damaged many boats',
      'Boats were wrecked by the gale',
      'The price of boats has fallen',
      'Fishermen paint their boats in spring',
    ]
    for (const text of texts) await made(eve.post(`/api/summaries/${summaryId}/claims`, { text }))
    const search = async (more: string) => {
      const { data, errors } = await eve.graph(
        `query { search(query: "ships destroyed by a storm boats", filter: { kinds: [CLAIM] }, semantic: true${more}) {
           totalCount pageInfo { endCursor hasNextPage } edges { rank node { ... on Claim { id text } } } } }`,
      )
      expect(errors).toBeUndefined()
      return data.search
    }
    const all = await search('')
    const order = all.edges.map(({ node }: any) => node.text)
    expect(all.totalCount).toBe(4)
    expect(order.slice(0, 2).sort()).toEqual(texts.slice(0, 2).sort())
    expect(all.edges[0].rank).toBeGreaterThan(all.edges[3].rank)
    const first = await search(', first: 2')
    const second = await search(`, first: 2, after: "${first.pageInfo.endCursor}"`)
    expect([...first.edges, ...second.edges]).toEqual(all.edges)
    expect([first.pageInfo.hasNextPage, second.pageInfo.hasNextPage]).toEqual([true, false])
    const back = await search(`, last: 2`)
    expect(back.edges).toEqual(all.edges.slice(2))
  })

  it('says what is written in the pictures, and a search for those words finds the summary and its claim', async () => {
    const [storm, sign] = ['videos/dust-storm.webm', 'pictures/sign-1.png'].map((one) => `tests/fixtures/${one}`)
    execFileSync(programPath('ffmpeg'), [
      ...['-nostdin', '-v', 'error', '-i', storm!, '-i', sign!, '-filter_complex', '[0][1]overlay=20:20', '-t', '2'],
      ...['-an', '-b:v', '2M', join(api.folder, 'videos', 'gate.webm')],
    ])
    await made((await api.admin()).post('/api/videos/sync'))
    const gate = (await made(ann.get('/api/videos'))).find(({ filename }: any) => filename === 'gate.webm')
    const asked = await made(ann.post('/api/videos/summaries/generate', { videoId: gate.id, personaId, maxFrames: 2 }))
    const written = await api.ended(ann, asked.jobId)
    expect(written.status, written.error).toBe('completed')
    const extraction = await made(ann.post(`/api/summaries/${written.result.id}/claims/extract`, { minConfidence: 0 }))
    const extracted = await api.ended(ann, extraction.jobId)
    expect(extracted.status, extracted.error).toBe('completed')
    const { data, errors } = await ann.graph(
      '{ search(query: "north gate") { edges { kind node { ... on Summary { id } ... on Claim { id evidence { source text } } } } } }',
    )
    expect(errors).toBeUndefined()
    const [claim] = data.search.edges.filter(({ kind }: any) => kind === 'CLAIM')
    expect(extracted.result.claimIds).toContain(claim.node.id)
    expect(claim.node.evidence[0]).toMatchObject({ source: 'read', text: expect.stringContaining('North Gate') })
    expect(data.search.edges).toContainEqual({ kind: 'SUMMARY', node: { id: written.result.id } })
  })

  it('makes one claim of those that say the same in other words, and keeps apart what differs', async () => {
    const { id: personaId } = await made(ann.post('/api/personas', { name: 'M', role: 'r', informationNeed: 'n' }))
    const said = [
      'A car stops at the gate.',
      'An automobile is stopping at the gate.',
      'A car stops at the bridge.',
      'A man walks to the left.',
      'A man is walking left.',
      'A man walks to the right.',
      'The officer saw the car.',
      'The officer did not see the car.',
    ]
    const summary = said.join(' ')
    const { id } = await made(ann.post('/api/summaries', { videoId: api.videoId, personaId, summary }))
    const generate = async (mergeSimilarClaims: boolean) => {
      const body = { minConfidence: 0, mode: 'replace', deduplicateClaims: false, mergeSimilarClaims }
      const { jobId } = await made(ann.post(`/api/summaries/${id}/claims/generate`, body))
      const { result } = await api.ended(ann, jobId)
      const { body: claims } = await ann.get(`/api/summaries/${id}/claims`)
      return claims.filter((claim: any) => result.claimIds.includes(claim.id))
    }
    expect(await generate(false)).toHaveLength(8)
    const merged = await generate(true)
    expect(merged.map(({ text }: any) => text).sort()).toEqual(
      [said[0], said[2], said[3], said[5], said[6], said[7]].sort(),
    )
    expect(merged.find(({ text }: any) => text === said[0]).textSpans).toHaveLength(2)
  })

  it('keeps what people wrote when it runs again (SU-06)', async () => {
    const { body: mine } = await ann.put(`/api/videos/${api.videoId}/summaries/${personaId}`, {
      comment: 'checked by hand',
    })
    const { body: claims } = await ann.get(`/api/summaries/${mine.id}/claims`)
    const { body } = await ann.post('/api/videos/summaries/generate', { videoId: api.videoId, personaId })
    expect((await api.ended(ann, body.jobId)).status).toBe('completed')
    const { body: again } = await ann.get(`/api/videos/${api.videoId}/summaries/${personaId}`)
    expect(again).toMatchObject({ id: mine.id, comment: 'checked by hand', createdBy: ann.id })
    expect(again.claimsJson.claims).toEqual(claims)
  })
})

describe('jobs', () => {
  let videoId: string
  beforeAll(async () => {
    // A model has little to do with a second of black: what it sees is not the subject here.
    const black = ['-f', 'lavfi', '-i', 'color=black:s=160x120:r=10:d=1', '-c:v', 'libvpx']
    execFileSync(programPath('ffmpeg'), ['-nostdin', '-v', 'error', ...black, join(api.folder, 'videos', 'black.webm')])
    await made((await api.admin()).post('/api/videos/sync'))
    videoId = (await made(ann.get('/api/videos'))).find(({ filename }: any) => filename === 'black.webm').id
  })

  it('belong to who asked for them (J-06) and are listed page by page', async () => {
    const { body } = await ann.post('/api/videos/summaries/generate', { videoId, personaId })
    expect((await ben.get(`/api/jobs/${body.jobId}`)).body).toMatchObject({ error: 'Job not found' })
    expect((await (await api.admin()).get(`/api/jobs/${body.jobId}`)).status).toBe(200)
    await api.ended(ann, body.jobId)
    const { data } = await ann.graph(
      'query ($id: ID!) { job(id: $id) { status result pollAfterMs } jobs(first: 1, filter: { status: COMPLETED }) { totalCount nodes { id } } }',
      { id: body.jobId },
    )
    expect(data.job).toMatchObject({ status: 'COMPLETED', pollAfterMs: null })
    expect(data.jobs.nodes[0].id).toBe(body.jobId)
  })

  it('that ended never change, failed ones run again as new ones (J-01)', async () => {
    const { body } = await ann.post('/api/videos/summaries/generate', { videoId, personaId })
    await api.ended(ann, body.jobId)
    expect((await ann.post(`/api/jobs/${body.jobId}/cancel`)).status).toBe(409)
    expect((await ann.post(`/api/jobs/${body.jobId}/retry`)).status).toBe(409)
    const { body: summary } = await ann.post('/api/summaries', {
      videoId: 'cancel',
      personaId,
      summary: 'A text. Another.',
    })
    const begun = async () => {
      const { jobId } = await made(ann.post(`/api/summaries/${summary.id}/claims/generate`, { minConfidence: 0 }))
      return { jobId, cancelled: await ann.post(`/api/jobs/${jobId}/cancel`) }
    }
    let last = await begun()
    // The worker may finish before the cancellation arrives, but hardly ten times in a row.
    for (let tries = 1; last.cancelled.status !== 200 && tries < 10; tries += 1) last = await begun()
    expect(last.cancelled.body).toMatchObject({ status: 'failed', error: 'Cancelled', failedReason: 'Cancelled' })
    const again = await ann.post(`/api/jobs/${last.jobId}/retry`)
    expect(again.status).toBe(202)
    expect((await api.ended(ann, again.body.jobId)).status).toBe('completed')
    expect((await ann.post(`/api/summaries/${summary.id}/synthesize`, { maxLength: 5 })).status).toBe(400)
    const { body: empty } = await ann.post('/api/summaries', { videoId: 'empty', personaId, summary: '' })
    expect((await ann.post(`/api/summaries/${empty.id}/synthesize`)).body).toMatchObject({
      error: 'The summary has no claims',
    })
    expect((await ann.post(`/api/summaries/${empty.id}/claims/extract`)).status).toBe(400)
  })
})
