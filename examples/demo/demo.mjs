// Goes through the whole workflow step by step, from signing in to export and import, by the public interface alone:
// npm run demo [-- VIDEO]
// The server is one of its own, or that of PARALLAX_URL with ADMIN_PASSWORD. Exits with 1 when a step fails or the
// round trip loses anything, and with 2 when there is no such video.
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { Client } from './client.mjs'
import { annotation, ontology, persona, renamed, world } from './content.mjs'
import { startServer } from './server.mjs'

const nestedClaims = `query ($id: ID!) {
  video(id: $id) {
    filename
    summaries { visualModelUsed claims { text confidence textSpans { charStart charEnd } subclaims { text subclaims { text subclaims { text } } } } }
  }
}`

const [video = 'tests/fixtures/videos/dust-storm.webm'] = process.argv.slice(2)
process.exitCode = await demo(video)

async function demo(video) {
  const { PARALLAX_URL: url, ADMIN_PASSWORD: adminPassword = '' } = process.env
  if (!url && !existsSync(video)) {
    process.stderr.write(`There is no video at ${video}\n`)
    return 2
  }
  let server
  try {
    server = await timed(
      'start a server',
      async () => (url ? { url, adminPassword } : startServer(resolve(video))),
      (started) => started.url,
    )
    return await mainJob(server, basename(video))
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    return 1
  } finally {
    await server?.stop?.()
  }
}

async function timed(step, act, tell) {
  const startedAt = performance.now()
  const result = await act()
  const ms = Math.round(performance.now() - startedAt)
  process.stdout.write(`${step.padEnd(44)} ${String(ms).padStart(6)} ms  ${tell(result)}\n`)
  return result
}

async function mainJob({ url, adminPassword }, filename) {
  const admin = new Client(url)
  await timed(
    'sign in as administrator',
    () => admin.login('admin', adminPassword),
    () => 'admin',
  )
  await timed(
    'synchronise the videos',
    () => admin.post('/api/videos/sync'),
    (found) => JSON.stringify(found),
  )
  const [ann, ben] = await timed(
    'make two users',
    () => Promise.all([newUser(admin, url, 'ann'), newUser(admin, url, 'ben')]),
    () => 'ann, ben',
  )
  const videos = await ann.get('/api/videos')
  const video = videos.find((listed) => listed.filename === filename) ?? videos[0]
  if (!video) throw new Error('the server has no video')

  const { id: personaId } = await timed(
    'make a persona',
    () => ann.post('/api/personas', persona),
    (made) => made.id,
  )
  await timed(
    'give it an ontology',
    () => ann.put(`/api/personas/${personaId}/ontology`, ontology(personaId)),
    () => 'entity, event, role and relation types',
  )
  await timed(
    'describe the world',
    () => ann.put('/api/world', world(personaId)),
    () => 'entities, an event, a time, a collection',
  )
  for (const kind of ['type', 'object']) {
    await timed(
      `annotate the video (${kind})`,
      () => ann.post('/api/annotations', annotation(kind, video.id, personaId)),
      (made) => made.id,
    )
  }

  const summarized = await timed(
    'summarize the video',
    () => ann.job('/api/videos/summaries/generate', { videoId: video.id, personaId, enableAudio: true }),
    (job) => job.status,
  )
  const summary = await ann.get(`/api/videos/${video.id}/summaries/${personaId}`)
  process.stdout.write(`    ${summary.summary.replaceAll('\n', '\n    ')}\n`)
  const extracted = await timed(
    'extract claims',
    () =>
      ann.job(`/api/summaries/${summary.id}/claims/extract`, {
        strategy: 'hierarchical',
        minConfidence: 0,
        includeOntology: true,
      }),
    (job) => `${job.result?.count} claims`,
  )
  if (summarized.status !== 'completed' || extracted.status !== 'completed')
    throw new Error(summarized.error ?? extracted.error ?? 'a job failed')
  await timed(
    'nested claims by one GraphQL query',
    () => ann.graph(nestedClaims, { id: video.id }),
    (data) => `${JSON.stringify(data).length} bytes`,
  )

  const first = await timed(
    'export everything',
    () => ann.text('/api/export/all'),
    (text) => `${text.trim().split('\n').length} lines`,
  )
  const report = await timed(
    'import it as another user',
    () => ben.upload('/api/import', 'export.jsonl', first),
    ({ summary }) => JSON.stringify(summary),
  )
  const second = await timed(
    'export it again',
    () => ben.text('/api/export/all'),
    (text) => `${text.trim().split('\n').length} lines`,
  )
  const same = renamed(first) === renamed(second) && report.success === true
  process.stdout.write(
    same
      ? 'Nothing was lost: both exports are equal but for the new ids and numbers of tracks.\n'
      : 'The exports differ.\n',
  )
  return same ? 0 : 1
}

async function newUser(admin, url, name) {
  const username = `${name}-${randomBytes(3).toString('hex')}`
  const password = randomBytes(9).toString('hex')
  await admin.post('/api/admin/users', { username, displayName: name, password })
  const client = new Client(url)
  await client.login(username, password)
  return client
}
