import { newId } from '../../src/lib/uuid.js'
import type { Answer, GraphError, Person, TestApi } from './api.js'

/** The roles that members of a project can have. */
export const projectRoles = ['project_owner', 'project_manager', 'annotator', 'reviewer', 'viewer'] as const
export type ProjectRole = (typeof projectRoles)[number]

/** Ids of one resource of every kind, by the parameter name under which `urlOf` puts them into a documented path. */
export interface Workspace {
  owner: Person
  ids: Record<string, string>
}

export const missingId = '0193e5a0-0000-7000-8000-00000000dead'
export const frames = { boxes: [{ frameNumber: 0, x: 1, y: 2, width: 3, height: 4, isKeyframe: true }] }
export const types = {
  entities: [{ id: 'ship', name: 'Ship', gloss: [] }],
  events: [{ id: 'leave', name: 'Leaving', gloss: [] }],
  roles: [{ id: 'pilot', name: 'Pilot', gloss: [] }],
  relationTypes: [{ id: 'tows', name: 'Tows', gloss: [] }],
}

let count = 0
/** Returns the word with a number that no other call in this process returns. */
export const unique = (word: string) => `${word}-${++count}`

/** Returns the body of a REST response or the data of a GraphQL response; throws unless it is a success. */
export async function made(
  answer: Promise<Pick<Answer<any>, 'status' | 'body'> | { data: any; errors?: GraphError[] }>,
): Promise<any> {
  const result = await answer
  if ('status' in result) {
    if (result.status >= 300) throw new Error(`answered ${result.status}: ${JSON.stringify(result.body)}`)
    return result.body
  }
  if (result.errors?.length) throw new Error(`answered ${JSON.stringify(result.errors)}`)
  return result.data
}

/** Returns a sequence of REST as an input of GraphQL, whose `extra` takes what it does not need. */
export const sequenceInput = ({ boxes, ...extra }: { boxes: readonly object[] }) => ({
  boxes: boxes.map((box) => {
    const { frameNumber, x, y, width, height, ...more } = box as Record<string, unknown>
    return { frameNumber, x, y, width, height, extra: more }
  }),
  extra,
})

/** Returns an annotation as REST answers it. */
export async function annotationOf(who: Person, id: string) {
  const { annotation } = await made(who.graph(`{ annotation(id: "${id}") { videoId } }`))
  const all = (await made(who.get(`/api/annotations/${encodeURIComponent(annotation.videoId)}`))) as { id: string }[]
  return all.find((one) => one.id === id) as any
}

export async function makeVideo(api: TestApi): Promise<string> {
  const id = unique('video')
  await api.app.services.db
    .insertInto('videos')
    .values({ id, filename: `${id}.mp4`, path: `/nowhere/${id}.mp4` })
    .execute()
  return id
}

/** Makes a persona with types, an annotation, and a summary with two claims and a relation; in a project if given. */
export async function makeContent(owner: Person, videoId: string, projectId?: string) {
  const persona = await made(
    owner.post('/api/personas', {
      name: unique('Scout'),
      role: 'Scout',
      informationNeed: 'Who?',
      ...(projectId && { projectId }),
    }),
  )
  await made(owner.put(`/api/personas/${persona.id}/ontology`, types))
  const annotation = await made(
    owner.post('/api/annotations', { videoId, personaId: persona.id, type: 'type', label: 'ship', frames }),
  )
  const summary = await made(
    owner.post('/api/summaries', { videoId, personaId: persona.id, summary: 'A ferry leaves.' }),
  )
  const claims = `/api/summaries/${summary.id}/claims`
  const claim = await made(owner.post(claims, { text: 'A ferry leaves' }))
  const otherClaim = await made(owner.post(claims, { text: 'A ship leaves', parentClaimId: claim.id }))
  const relation = await made(
    owner.post(`/api/claims/${claim.id}/relations`, { targetClaimId: otherClaim.id, relationTypeId: 'supports' }),
  )
  return {
    personaId: persona.id as string,
    annotationId: annotation.id as string,
    summaryId: summary.id as string,
    claimId: claim.id as string,
    otherClaimId: otherClaim.id as string,
    relationId: relation.id as string,
  }
}

/** Makes another persona, with a type that is the same as the type `ship` of the persona. */
export async function makeCorrespondence(owner: Person, firstPersonaId: string, projectId?: string) {
  const role = { name: unique('Clerk'), role: 'Clerk', informationNeed: 'What?', ...(projectId && { projectId }) }
  const { id } = await made(owner.post('/api/personas', role))
  await made(owner.put(`/api/personas/${id}/ontology`, { entities: [{ id: 'vessel', name: 'Vessel' }] }))
  const pair = { firstPersonaId, firstTypeId: 'ship', secondPersonaId: id, secondTypeId: 'vessel' }
  const { id: correspondenceId } = await made(owner.post('/api/type-correspondences', { ...pair, relation: 'exact' }))
  return { personaId: id as string, correspondenceId: correspondenceId as string }
}

/** Settles that a new annotation is missing elsewhere by keeping it as it is; returns the id of the decision. */
export async function makeDecision(
  owner: Person,
  of: { videoId: string; annotationId: string; personaId: string },
): Promise<string> {
  const { videoId, annotationId, personaId } = of
  const things = [{ id: annotationId, version: 1 }]
  const settled = { kind: 'missing', things, personaId, note: 'It is the only one.' }
  return (await made(owner.post(`/api/videos/${videoId}/agreement/decisions`, settled))).id
}

/**
 * Makes everything one user can own, through REST. An administrator assigns the video to the project, so that others do
 * not see it.
 */
export async function makeWorkspace(api: TestApi, owner: Person): Promise<Workspace> {
  const admin = await api.admin()
  const member = await api.person()
  const videoId = await makeVideo(api)
  const group = await made(owner.post('/api/groups', { name: 'Harbour', slug: unique('harbour') }))
  await made(owner.post(`/api/groups/${group.id}/members`, { userId: member.id, role: 'group_member' }))
  const project = await made(owner.post('/api/projects', { name: 'Port', slug: unique('port') }))
  await made(owner.post(`/api/projects/${project.id}/members`, { userId: member.id, role: 'viewer' }))
  await made(admin.post(`/api/projects/${project.id}/videos`, { videoId }))
  const content = await makeContent(owner, videoId)
  const { personaId: otherPersonaId, correspondenceId } = await makeCorrespondence(owner, content.personaId)
  const decisionId = await makeDecision(owner, { ...content, videoId })
  const worldId = (await made(owner.put('/api/world', { entities: [{ id: 'ferry', name: 'Ferry' }] }))).id
  const share = await made(
    owner.post('/api/sharing', {
      resourceType: 'claim',
      resourceId: content.claimId,
      sharedWithUserId: member.id,
      permissionLevel: 'forkable',
    }),
  )
  const key = await made(
    owner.post('/api/api-keys', { provider: 'openai', keyName: unique('key'), apiKey: 'sk-0123456789' }),
  )
  const job = await made(owner.post(`/api/summaries/${content.summaryId}/claims/extract`, {}))
  const frozenExport = await made(owner.post('/api/exports', { contents: 'personas' }))
  const compared = { personaIds: [content.personaId, otherPersonaId] }
  const agreement = await made(owner.post(`/api/projects/${project.id}/agreement`, compared))
  const webhook = await made(owner.post('/api/webhooks', { url: 'https://hooks.example/', projectId: project.id }))
  const rule = await made(
    admin.post('/api/admin/video-assignments/rules', {
      name: 'Ferries',
      conditions: [{ field: 'filename', operator: 'contains', value: 'ferry' }],
      targetType: 'project',
      targetId: project.id,
    }),
  )
  const [permission] = await made(admin.get('/api/admin/permissions'))
  const session = await made(owner.get('/api/sessions'))
  return {
    owner,
    ids: {
      ...content,
      otherPersonaId,
      correspondenceId,
      decisionId,
      worldId,
      videoId,
      userId: member.id,
      groupId: group.id,
      projectId: project.id,
      shareId: share.id,
      keyId: key.id,
      jobId: job.jobId,
      exportId: frozenExport.id,
      agreementId: agreement.id,
      webhookId: webhook.id,
      ruleId: rule.id,
      permissionId: permission.id,
      sessionId: session[0].id,
      sourceClaimId: content.claimId,
    },
  }
}

const typeIds: Record<string, string> = { entities: 'ship', events: 'leave', roles: 'pilot', 'relation-types': 'tows' }
const namesOfId: [RegExp, string][] = [
  [/^\/api\/personas\//, 'personaId'],
  [/^\/api\/annotations\//, 'annotationId'],
  [/^\/api\/exports\//, 'exportId'],
  [/^\/api\/history\//, 'claimId'],
  [/^\/api\/admin\/permissions\//, 'permissionId'],
]

/** Returns the name in `Workspace.ids` for a parameter of a documented path. */
export function idName(path: string, parameter: string): string {
  return parameter === 'id' ? (namesOfId.find(([pattern]) => pattern.test(path))?.[1] ?? 'id') : parameter
}

/** Fills in the parameters of a documented path; a new id stands in for those that `ids` lacks. */
export function urlOf(path: string, ids: Record<string, string>): string {
  return path.replace(/:(\w+)/g, (_all, parameter: string) => {
    if (parameter === 'typeId' && !ids['typeId'])
      return typeIds[path.split('/ontology/')[1]?.split('/')[0] ?? ''] ?? 'none'
    if (parameter === 'kind') return /^\/api\/(history|trash)\//.test(path) ? 'claim' : 'entities'
    return encodeURIComponent(ids[idName(path, parameter)] ?? newId())
  })
}
