// Measures setting one keyframe in sequences of several lengths (PATCH /api/annotations/:id/sequence), one edit after
// the other as a user makes them. Compared in turns with the UPDATE that writes the same row of another annotation
// again (sameRow), its UPDATE with the whole sequence sent by the client (sentRow), and a request that only checks the
// session (signIn). Prints medians in milliseconds. SEQUENCES_IN_PARTS=false measures sequences that are stored as a
// whole.
import pg from 'pg'
import { median, rounded } from './compare.mjs'
import { startServer } from './server.mjs'

const rounds = Number(process.env.BENCH_ROUNDS ?? 40)
const lengths = (process.env.BENCH_KEYFRAMES ?? '10,100,1000,10000').split(',').map(Number)

const server = await startServer({ SEQUENCES_IN_PARTS: process.env.SEQUENCES_IN_PARTS ?? 'true' })
const client = new pg.Client({ connectionString: server.databaseUrl })
try {
  await client.connect()
  const ann = await server.user('ann')
  for (const length of lengths) {
    const boxes = Array.from({ length }, (_, n) => boxOn(n * 3))
    const body = { videoId: 'video', type: 'object', label: 'ship', frames: { boxes, interpolationMode: 'linear' } }
    const create = async () => (await server.call(ann, 'POST', '/api/annotations', body)).json().id
    const [id, other] = [await create(), await create()]
    const text = JSON.stringify(body.frames)
    const times = { edit: [], sameRow: [], sentRow: [], signIn: [] }
    let bytes = 0
    for (let round = -5; round < rounds; round++) {
      const upsert = [boxOn(3 * ((Math.max(0, round) * 7919) % length), round)]
      const acts = {
        edit: async () => {
          const answer = await server.call(ann, 'PATCH', `/api/annotations/${id}/sequence`, { upsert })
          bytes = answer.text.length
        },
        sameRow: () =>
          client.query('update annotations set frames = frames, version = version + 1 where id = $1', [other]),
        sentRow: () =>
          client.query('update annotations set frames = $2, version = version + 1 where id = $1', [other, text]),
        signIn: () => server.call(ann, 'GET', '/api/auth/me'),
      }
      for (const [name, act] of Object.entries(acts)) {
        const begin = performance.now()
        await act()
        if (round >= 0) times[name].push(performance.now() - begin)
      }
    }
    const line = Object.fromEntries(Object.entries(times).map(([name, list]) => [name, rounded(median(list))]))
    console.log(JSON.stringify({ keyframes: length, kilobytes: Math.round(text.length / 1000), ...line, bytes }))
  }
} finally {
  await client.end()
  await server.stop()
}

function boxOn(frameNumber, shift = 0) {
  const x = Math.round((frameNumber * 7.3 + shift) * 10) / 10
  return { frameNumber, x, y: 120.5 + (frameNumber % 11), width: 200.25, height: 80.75, isKeyframe: true }
}
