import * as documents from '../generated/graphql/graphql.js'
import { cookieOf, twoPeople } from './people.js'

// The main job over GraphQL: every variable and every result below has its type from schema.graphql.

const { url, ann, ben } = twoPeople()
type Document<Result, Variables> = documents.TypedDocumentString<Result, Variables>
type Answer<Result> = { data: Result; errors?: { message: string }[] }

/** Somebody at the server; throws what is refused. */
class Viewer {
  id = ''
  private cookie = ''

  static async signIn(input: documents.LoginInput): Promise<Viewer> {
    const viewer = new Viewer()
    viewer.id = (await viewer.ask(documents.LoginDocument, { input })).login.account.userId
    return viewer
  }

  async ask<Result, Variables>(document: Document<Result, Variables>, variables: Variables): Promise<Result> {
    return this.send(JSON.stringify({ query: document.toString(), variables }), { 'content-type': 'application/json' })
  }

  /** An operation with a file, as the multipart request specification of GraphQL says. */
  async upload<Result, Variables extends { file: File }>(
    document: Document<Result, Variables>,
    variables: Variables,
  ): Promise<Result> {
    const form = new FormData()
    const query = document.toString()
    form.set('operations', JSON.stringify({ query, variables: { ...variables, file: null } }))
    form.set('map', JSON.stringify({ 0: ['variables.file'] }))
    form.set('0', variables.file)
    return this.send(form, { 'apollo-require-preflight': 'true' })
  }

  async download(path: string): Promise<string> {
    return (await fetch(url + path, { headers: { cookie: this.cookie } })).text()
  }

  private async send<Result>(body: string | FormData, headers: Record<string, string>): Promise<Result> {
    const response = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { ...headers, cookie: this.cookie },
      body,
    })
    if (response.headers.has('set-cookie')) this.cookie = cookieOf(response)
    const { data, errors }: Answer<Result> = await response.json()
    if (errors) throw new Error(errors.map(({ message }) => message).join('; '))
    return data
  }
}

const asAnn = await Viewer.signIn(ann)
const asBen = await Viewer.signIn(ben)

const { syncVideos } = await asAnn.ask(documents.SynchroniseDocument, {})
const { videos } = await asAnn.ask(documents.VideosDocument, {})
const [video] = videos.nodes
if (!video) throw new Error(`${syncVideos.total} files, but no video`)

const { createProject } = await asAnn.ask(documents.MakeProjectDocument, {
  input: { name: 'Harbour watch', slug: `typed-${Date.now()}` },
})
const { createPersona } = await asAnn.ask(documents.MakePersonaDocument, {
  input: {
    name: 'Harbour master',
    role: 'Analyst',
    informationNeed: 'What leaves?',
    projectId: createProject.project.id,
  },
})
const personaId = createPersona.persona.id
const { updateOntology } = await asAnn.ask(documents.SetOntologyDocument, {
  input: {
    personaId,
    typed: { entities: [{ id: 'ferry', name: 'Ferry', gloss: [{ type: 'TEXT', content: 'Carries people' }] }] },
  },
})
const { createAnnotation } = await asAnn.ask(documents.AnnotateDocument, {
  input: {
    videoId: video.id,
    personaId,
    type: 'TYPE',
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
const { updateWorld } = await asAnn.ask(documents.SetWorldDocument, {
  input: { typed: { entities: [{ id: 'aurora', name: 'MS Aurora' }] } },
})
const { saveSummary } = await asAnn.ask(documents.SummariseDocument, {
  input: { videoId: video.id, personaId, summary: [{ type: 'text', content: 'A ferry leaves the harbour.' }] },
})
const { createClaims } = await asAnn.ask(documents.ClaimDocument, {
  input: {
    summaryId: saveSummary.summary.id,
    claims: [
      { text: 'A ferry leaves', confidence: 0.9 },
      { text: 'A ship moves', confidence: 0.7 },
    ],
  },
})
const [sourceClaimId, targetClaimId] = createClaims.claims.map(({ id }) => id)
if (!sourceClaimId || !targetClaimId) throw new Error('two claims were asked for')
const { createClaimRelation } = await asAnn.ask(documents.RelateDocument, {
  input: { sourceClaimId, targetClaimId, relationTypeId: 'supports' },
})

const { shareResource } = await asAnn.ask(documents.ShareDocument, {
  input: {
    resourceType: 'SUMMARY',
    resourceId: saveSummary.summary.id,
    receiver: { userId: asBen.id },
    permissionLevel: 'FORKABLE',
  },
})
const { sharesReceived } = await asBen.ask(documents.ReceivedDocument, {})
const received = sharesReceived.nodes.find(({ id }) => id === shareResource.share.id)
if (received?.resource?.__typename !== 'Summary') throw new Error('the share has not arrived')
const { forkShare } = await asBen.ask(documents.ForkDocument, { input: { shareId: received.id } })

const { exportUrl } = await asAnn.ask(documents.ExportUrlDocument, {})
const text = await asAnn.download(exportUrl)
const file = new File([text], 'export.jsonl', { type: 'application/x-ndjson' })
const { importPreview } = await asBen.upload(documents.PreviewDocument, { file })
const { importFile } = await asBen.upload(documents.ImportDocument, { file })

console.log(
  JSON.stringify({
    video: video.id,
    persona: personaId,
    box: createAnnotation.annotation.boxAt?.x,
    relation: createClaimRelation.claimRelation.id,
    fork: forkShare.resourceId,
    types: updateOntology.ontology.types.map(({ name }) => name),
    entities: updateWorld.world.entities.map(({ name }) => name),
    lines: importFile.report.summary.totalLines,
    previewed: importPreview.report.summary.importedItems.claims,
    imported: importFile.report.summary.importedItems.claims,
    success: importFile.report.success,
  }),
)
