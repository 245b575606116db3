import { createClient } from '../generated/rest/client/index.js'
import * as api from '../generated/rest/sdk.gen.js'
import type { ExportLine } from '../generated/rest/types.gen.js'
import { cookieOf, twoPeople } from './people.js'

// The main job over REST: every path, parameter, body and answer below has its type from openapi.json.

const { url, ann, ben } = twoPeople()

/** A client that is signed in, and throws what is refused. */
async function signIn(credentials: { username: string; password: string }) {
  const client = createClient({ baseUrl: url, throwOnError: true })
  const { data, response } = await api.login({ client, body: credentials, throwOnError: true })
  client.setConfig({ headers: { cookie: cookieOf(response) } })
  return { id: data.user.id, options: { client, throwOnError: true as const } }
}

const asAnn = await signIn(ann)
const asBen = await signIn(ben)
const mine = asAnn.options

const { data: sync } = await api.syncVideos(mine)
const { data: videos } = await api.listVideos(mine)
const [video] = videos
if (!video) throw new Error(`${sync.total} files, but no video`)

const slug = `typed-${Date.now()}`
const { data: project } = await api.createProject({ ...mine, body: { name: 'Harbour watch', slug } })
const { data: persona } = await api.createPersona({
  ...mine,
  body: { name: 'Harbour master', role: 'Analyst', informationNeed: 'Which ships leave?', projectId: project.id },
})
await api.updateOntology({
  ...mine,
  path: { id: persona.id },
  body: {
    entities: [{ id: 'ferry', name: 'Ferry', gloss: [{ type: 'text', content: 'A ship that carries people' }] }],
    events: [],
    roles: [],
    relationTypes: [],
  },
})
const { data: annotation } = await api.createAnnotation({
  ...mine,
  body: {
    videoId: video.id,
    personaId: persona.id,
    type: 'type',
    label: 'ferry',
    frames: {
      boxes: [
        { frameNumber: 0, x: 10, y: 20, width: 30, height: 40, isKeyframe: true },
        { frameNumber: 30, x: 70, y: 20, width: 30, height: 40, isKeyframe: true },
      ],
      interpolationSegments: [{ startFrame: 0, endFrame: 30, type: 'linear' }],
    },
  },
})
await api.updateWorld({ ...mine, body: { entities: [{ id: 'aurora', name: 'MS Aurora', description: [] }] } })
const { data: summary } = await api.saveSummary({
  ...mine,
  body: { videoId: video.id, personaId: persona.id, summary: 'A ferry leaves the harbour.' },
})
const claims = await Promise.all(
  ['A ferry leaves', 'A ship moves'].map((text) =>
    api.createClaim({ ...mine, path: { summaryId: summary.id }, body: { text } }),
  ),
)
const [first, second] = claims.map(({ data }) => data)
if (!first || !second) throw new Error('two claims were asked for')
const { data: relation } = await api.createClaimRelation({
  ...mine,
  path: { claimId: first.id },
  body: { targetClaimId: second.id, relationTypeId: 'supports' },
})

const { data: share } = await api.shareResource({
  ...mine,
  body: { resourceType: 'summary', resourceId: summary.id, sharedWithUserId: asBen.id, permissionLevel: 'forkable' },
})
const { data: received } = await api.listReceivedShares(asBen.options)
if (!received.some(({ id }) => id === share.id)) throw new Error('the share has not arrived')
const { data: fork } = await api.forkShare({ ...asBen.options, path: { shareId: share.id }, body: {} })

// One of several media types; without `format` it is NDJSON.
const { data } = await api.exportAll({ ...mine, parseAs: 'text' })
const text = String(data)
const lines = text
  .trim()
  .split('\n')
  .map((line): ExportLine => JSON.parse(line))
const ferries = lines.flatMap((line) => (line.type === 'ontology' ? line.data.entityTypes : []))

const file = new File([text], 'export.jsonl', { type: 'application/x-ndjson' })
const { data: preview } = await api.importPreview({ ...asBen.options, body: { file } })
const { data: imported } = await api.importFile({ ...asBen.options, body: { file } })

console.log(
  JSON.stringify({
    video: video.id,
    persona: persona.id,
    annotation: annotation.frames.boxes.length,
    relation: relation.id,
    fork: fork.resourceId,
    types: ferries.map(({ name }) => name),
    lines: lines.length,
    previewed: preview.counts.claims,
    imported: imported.summary.importedItems.claims,
    success: imported.success,
  }),
)
