import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { documentedRoutes } from '../support/documented-routes.js'
import { made, makeWorkspace, unique, urlOf, type Workspace } from '../support/workspace.js'

let api: TestApi
let ann: Person
let workspace: Workspace

beforeAll(async () => {
  api = await startApi()
  ann = await api.person()
  workspace = await makeWorkspace(api, ann)
  // As if the file had been read: a whole video is searched by its frames.
  const clock = 'frame_count = 25, rate_numerator = 25, rate_denominator = 1, tick_numerator = 1, tick_denominator = 25'
  await api.app.services.pool.query(
    `update videos set sha256 = 'x', codec = 'h264', rotation = 0, width = 8, height = 8, probed_duration = 1, ${clock},
       file_version = 'read', probed_version = 'read', first_tick = 0, is_variable_rate = false where id = $1`,
    [workspace.ids['videoId']],
  )
})
afterAll(() => api.stop())

const bodies: Record<string, () => object> = {
  '/api/videos/:videoId/track': () => ({
    label: 'tug',
    type: 'object',
    frame: 0,
    box: { x: 1, y: 1, width: 5, height: 5 },
  }),
  '/api/projects/:projectId/agreement': () => ({
    personaIds: [workspace.ids['personaId'], workspace.ids['otherPersonaId']],
  }),
  '/api/videos/:videoId/detections': () => ({ personaId: workspace.ids['personaId'] }),
  '/api/summaries/:summaryId/synthesize': () => ({ onEdited: 'replace' }),
  '/api/videos/summaries/generate': () => ({
    videoId: workspace.ids['videoId'],
    personaId: workspace.ids['personaId'],
    onEdited: 'replace',
  }),
}

/** Where the things are that jobs make and that can be read while they are made; others answer their job. */
const made202: Record<string, string> = {
  '/api/exports': '/api/exports',
  '/api/projects/:projectId/agreement': '/api/agreements',
}

describe('an answer with 202', () => {
  const routes = documentedRoutes.filter(({ success }) => success.includes(202))

  it('is documented for the routes that start jobs', () => {
    expect(routes.length).toBeGreaterThan(5)
  })

  it.each(routes.map(({ method, path }) => [method, path] as const))(
    'says where its job, or what it makes, is and when to look: %s %s',
    async (_method, path) => {
      if (path.endsWith('/retry')) {
        const fail = 'update jobs set status = $1, failed_at = now() where public_id = $2'
        await api.app.services.pool.query(fail, ['failed', workspace.ids['jobId']])
      }
      const key = { 'idempotency-key': unique('job') }
      const url = urlOf(path, workspace.ids)
      const body = bodies[path]?.() ?? {}
      const answer = await ann.post(url, body, key)
      expect([answer.status, answer.text]).toEqual([202, expect.any(String)])
      for (const one of [answer, await ann.post(url, body, key)]) {
        expect(one.status).toBe(202)
        const { id = answer.body.jobId } = answer.body
        expect(one.headers.get('location')).toBe(`${made202[path] ?? '/api/jobs'}/${id}`)
        expect(one.headers.get('retry-after')).toBe('1')
      }
      const job = await made(ann.get(answer.headers.get('location') ?? ''))
      expect(job.jobId).toBe(answer.body.jobId)
    },
  )
})
