import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { programPath } from '@parallax/model-service/media/binaries.js'
import { personAt, type Person } from '../support/api.js'
import { hasRedis, startTopology, type Part, type Topology } from '../support/topology.js'

const nestedClaims = `query ($id: ID!) {
  video(id: $id) { filename summaries { visualModelUsed claims { text confidence subclaims { text subclaims { text } } } } }
}`

describe.skipIf(!hasRedis)(
  'the services of docker-compose.yml, each a process, two of API and worker behind the proxy',
  () => {
    let all: Topology
    let ann: Person
    let personaId: string
    let videoId: string

    async function signIn(username: string, password: string): Promise<Person> {
      const answer = await personAt(all.url, '', '', '').post('/api/auth/login', { username, password })
      expect([answer.status, answer.headers.getSetCookie()[0]]).toEqual([200, expect.stringContaining('; Secure')])
      return personAt(all.url, answer.headers.getSetCookie()[0]?.split(';')[0] ?? '', answer.body.user.id, username)
    }

    async function rowsOf(query: string): Promise<unknown[]> {
      const client = new pg.Client({ connectionString: all.databaseUrl })
      await client.connect()
      return (await client.query(query).finally(() => client.end())).rows
    }

    /** Polls until the job has ended. A summary takes about 15 s of one core, and the machine may be busy. */
    async function ended(jobId: string): Promise<any> {
      for (const until = Date.now() + 150_000; Date.now() < until;) {
        const { status, body } = await ann.get(`/api/jobs/${jobId}`)
        expect(status).toBe(200)
        if (body.status === 'completed' || body.status === 'failed') return body
        await new Promise((done) => setTimeout(done, 100))
      }
      throw new Error(`job ${jobId} did not end`)
    }

    /** Finds the worker that has logged the start of this job. */
    async function workerOf(jobId: string): Promise<Part> {
      for (const until = Date.now() + 20_000; Date.now() < until;) {
        const found = all.workers.find((one) =>
          one
            .output()
            .split('\n')
            .some((line) => line.includes(jobId) && line.includes('job started')),
        )
        if (found) return found
        await new Promise((done) => setTimeout(done, 20))
      }
      throw new Error(`nobody began job ${jobId}`)
    }

    beforeAll(async () => {
      all = await startTopology()
      execFileSync(programPath('ffmpeg'), [
        '-nostdin',
        '-v',
        'error',
        '-stream_loop',
        '1',
        '-i',
        join(all.videos, 'dust-storm.webm'),
        '-c',
        'copy',
        join(all.videos, 'long.webm'),
      ])
      const admin = await signIn('admin', 'admin-password-1')
      expect((await admin.post('/api/videos/sync')).body).toMatchObject({ total: 2, errors: 0 })
      expect(
        (await admin.post('/api/admin/users', { username: 'ann', displayName: 'Ann', password: 'password-1' })).status,
      ).toBe(201)
      ann = await signIn('ann', 'password-1')
      personaId = (
        await ann.post('/api/personas', {
          name: 'Meteorologist',
          role: 'forecaster',
          informationNeed: 'dust and visibility',
        })
      ).body.id
      videoId = (await ann.get('/api/videos')).body.find(
        (one: { filename: string }) => one.filename === 'dust-storm.webm',
      ).id
    })
    afterAll(() => all.stop(), 60_000)

    it('do the main job: real video, summary, claims, nested query, export', async () => {
      const summarized = await ann.post('/api/videos/summaries/generate', { videoId, personaId })
      expect(summarized.status).toBe(202)
      expect(await ended(summarized.body.jobId)).toMatchObject({ status: 'completed' })
      // The request has one id: in the response, in the log of the API and in the log of the worker.
      const requestId = summarized.headers.get('x-request-id') ?? ''
      const saying = (parts: Part[], text: string) =>
        parts
          .flatMap((part) => part.output().split('\n'))
          .filter((line) => line.includes(`"requestId":"${requestId}"`) && line.includes(text))
      // The worker logs the completion only after it is in the database, so it may come a little later.
      await expect
        .poll(() => [saying(all.apis, '"msg":"request"').length, saying(all.workers, 'job completed').length])
        .toEqual([1, 1])
      const { body: summary } = await ann.get(`/api/videos/${videoId}/summaries/${personaId}`)
      expect(summary.visualModelUsed).toBe('baseline-objects')
      const extraction = await ann.post(`/api/summaries/${summary.id}/claims/extract`, {
        strategy: 'hierarchical',
        minConfidence: 0,
      })
      const { result } = await ended(extraction.body.jobId)
      expect(result.count).toBeGreaterThan(2)
      const below = { text: 'It is dusk', parentClaimId: result.claimIds[0] }
      expect((await ann.post(`/api/summaries/${summary.id}/claims`, below)).status).toBe(201)
      const { data } = await ann.graph(nestedClaims, { id: videoId })
      const { claims } = data.video.summaries[0]
      expect(claims.length).toBeGreaterThan(0)
      expect(claims.some((claim: { subclaims: unknown[] }) => claim.subclaims.length > 0)).toBe(true)
      const lines = (await ann.get('/api/export/all')).text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).type)
      expect(lines.filter((type) => type === 'summary')).toHaveLength(1)
      expect(lines.filter((type) => type === 'claim')).toHaveLength(result.count + 1)
      const thumbnail = await ann.request(`/api/videos/${videoId}/thumbnail`)
      expect([thumbnail.status, Buffer.from(await thumbnail.arrayBuffer()).readUInt16BE(0)]).toEqual([200, 0xffd8])
      for (const api of all.apis)
        expect(
          api
            .output()
            .split('\n')
            .filter((line) => line.includes('"msg":"request"')).length,
        ).toBeGreaterThan(3)
    }, 200_000)

    it('see the client behind the proxy, not an address that the client claims (CF-03)', async () => {
      const wrong = { username: 'ann', password: 'wrong-password' }
      const refused = await personAt(all.url, '', '', '').post('/api/auth/login', wrong, {
        'x-forwarded-for': '203.0.113.9',
      })
      expect(refused.status).toBe(401)
      const rows = await rowsOf(`select ip_address from login_attempts where username = 'ann' and not success`)
      expect(rows).toEqual([{ ip_address: '127.0.0.1' }])
    })

    it('finish a job whose worker is killed in the middle of it', async () => {
      const { body: videos } = await ann.get('/api/videos')
      const long = videos.find((one: { filename: string }) => one.filename === 'long.webm')
      const { body } = await ann.post('/api/videos/summaries/generate', { videoId: long.id, personaId })
      const first = await workerOf(body.jobId)
      expect(await first.end('SIGKILL')).toBeNull()
      expect((await ann.get(`/api/jobs/${body.jobId}`)).body.status).not.toBe('completed')
      expect(await ended(body.jobId)).toMatchObject({ status: 'completed' })
      const [other] = all.workers.filter((one) => one !== first)
      const said = () =>
        other
          ?.output()
          .split('\n')
          .some((line) => line.includes(body.jobId) && line.includes('"attempt":2') && line.includes('job completed'))
      await expect.poll(said).toBe(true)
      expect((await ann.get(`/api/videos/${long.id}/summaries/${personaId}`)).status).toBe(200)
    }, 200_000)

    it('answer every request when an API process is killed among them, and end its jobs', async () => {
      const { body: job } = await ann.post('/api/videos/summaries/generate', { videoId, personaId })
      const statuses: number[] = []
      let busy = true
      const readers = Array.from({ length: 4 }, async () => {
        while (busy) statuses.push((await ann.get('/api/personas')).status)
      })
      await expect.poll(() => statuses.length).toBeGreaterThan(25)
      await all.apis[0]?.end('SIGKILL')
      const before = statuses.length
      await expect.poll(() => statuses.length).toBeGreaterThan(before + 25)
      busy = false
      await Promise.all(readers)
      expect(statuses.filter((status) => status !== 200)).toEqual([])
      for (let i = 0; i < 10; i++)
        expect((await ann.post('/api/personas', { name: `p${i}`, role: 'r', informationNeed: 'i' })).status).toBe(201)
      expect(await ended(job.jobId)).toMatchObject({ status: 'completed' })
    }, 200_000)

    it('finish what they have begun when they are told to stop, and end with code 0 (CF-12)', async () => {
      const [, api] = all.apis
      const worker = all.workers.find((one) => one.child.exitCode === null && one.child.signalCode === null)
      // Hashing a password takes a quarter of a second, and the row of the attempt is written before that begins.
      const attempts = async () => (await rowsOf('select id from login_attempts')).length
      const before = await attempts()
      const begun = personAt(all.url, '', '', '').post('/api/auth/login', { username: 'ann', password: 'password-1' })
      await expect.poll(attempts, { interval: 5 }).toBe(before + 1)
      expect(await Promise.all([api?.end('SIGTERM'), worker?.end('SIGTERM')])).toEqual([0, 0])
      expect((await begun).status).toBe(200)
    })
  },
)
