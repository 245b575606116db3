// GET /api/annotations/:videoId, 500 sequences, against one json_agg statement in the same run.
import { httpRequest, load } from './load.mjs'
import { statementRate } from './reference.mjs'
import { startServer } from './server.mjs'

const seconds = Number(process.env.BENCH_SECONDS ?? 5)
const rounds = Number(process.env.BENCH_ROUNDS ?? 3)
const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]

const statement = `select coalesce(json_agg(json_build_object('id', a.id, 'videoId', a.video_id, 'personaId', a.persona_id, 'userId', a.created_by_user_id,
  'createdByUserId', a.created_by_user_id, 'projectId', a.project_id, 'type', a.type, 'label', a.label, 'linkType', a.link_type, 'frames', a.frames,
  'confidence', a.confidence, 'source', a.source, 'createdAt', a.created_at, 'updatedAt', a.updated_at) order by a.created_at, a.id), '[]')
  from annotations a where a.video_id = 'bench'`

const server = await startServer()
try {
  const cookie = await server.user('bench')
  const persona = (
    await server.call(cookie, 'POST', '/api/personas', { name: 'p', role: 'r', informationNeed: 'i' })
  ).json()
  for (let i = 0; i < 500; i++) {
    const boxes = Array.from({ length: 8 }, (_, k) => ({
      frameNumber: i + k * 20,
      x: 10.5 * k,
      y: 20.25,
      width: 100,
      height: 80,
      isKeyframe: true,
      visible: true,
    }))
    await server.call(cookie, 'POST', '/api/annotations', {
      videoId: 'bench',
      personaId: persona.id,
      type: 'type',
      label: `type-${i % 15}`,
      frames: { interpolationMode: 'linear', boxes },
    })
  }
  const request = httpRequest({ path: '/api/annotations/bench', headers: { Cookie: cookie } })
  const bytes = (await server.call(cookie, 'GET', '/api/annotations/bench')).text.length
  await load({ port: server.port, request, seconds: 3 })
  const runs = []
  for (let i = 0; i < rounds; i++) {
    const limit = await statementRate({ databaseUrl: server.databaseUrl, statement, seconds })
    const ours = await load({ port: server.port, request, seconds })
    runs.push({ ratio: ours.perSecond / limit.perSecond, ours, limit })
  }
  const run = runs.find((one) => one.ratio === median(runs.map((one) => one.ratio)))
  console.log(
    JSON.stringify({
      what: 'GET 500 annotations',
      bytes,
      ratio: run.ratio.toFixed(2),
      perSecond: run.ours.perSecond,
      p50: run.ours.p50,
      p99: run.ours.p99,
      limit: run.limit,
    }),
  )
} finally {
  await server.stop()
}
