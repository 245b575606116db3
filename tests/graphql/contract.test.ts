import { isObjectType, type GraphQLSchema } from 'graphql'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resolvers } from '../../src/areas.js'
import { buildGraphSchema } from '../../src/graphql/schema/schema.js'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { made } from '../support/workspace.js'
import { makeEverything } from './everything.js'

/** The documented fields by type; those that only REST or only GraphQL may show are left out. */
const documented: Record<string, string> = {
  Account: 'userId username email displayName isAdmin systemRole createdAt updatedAt',
  Session: 'id userId token expiresAt ipAddress userAgent lastActivityAt createdAt',
  ApiKey: 'id userId provider keyName keyMask isActive lastUsed usageCount',
  Group: 'id name description slug creatorId createdAt updatedAt',
  GroupMember: 'id userId groupId role joinedAt user',
  Project: 'id name description slug ownerId ownerGroupId settings isArchived creatorId createdAt updatedAt',
  ProjectMember: 'id userId projectId role joinedAt user',
  VideoAssignment: 'id projectId videoId assignedUserId source ruleDefinition creatorId assignedAt',
  VideoAssignmentRule: 'id name description conditions targetType targetId isActive creatorId createdAt updatedAt',
  Share: 'id resourceType resourceId creatorId sharedWithUserId sharedWithGroupId permissionLevel expiresAt',
  Permission: 'id scope role resourceType action ownOnly',
  Persona:
    'id ownerId name role informationNeed details isSystemGenerated hidden projectId project createdAt updatedAt ontology',
  Ontology: 'id personaId entityTypes eventTypes roleTypes relationTypes createdAt updatedAt',
  World:
    'id ownerId projectId entities events times entityCollections eventCollections timeCollections relations createdAt updatedAt',
  Video:
    'id filename path duration frameRate resolution metadata localThumbnailPath sourcePlatform platformVideoId metadataSyncStatus lastMetadataSync',
  Annotation:
    'id videoId personaId creatorId projectId project type label linkType frames confidence source createdAt updatedAt',
  Summary: `id videoId personaId summary visualAnalysis audioTranscript keyFrames confidence transcriptJson audioLanguage speakerCount
    audioModelUsed visualModelUsed fusionStrategy processingTimeAudio processingTimeVisual processingTimeFusion processedAtAudio
    processedAtVisual processedAtFusion claimsVersion claimsExtractedAt comment creatorId projectId project createdAt
    updatedAt`,
  Claim: `id summaryId summaryType text gloss parentClaimId textSpans claimerType claimerGloss claimRelation claimEventId claimTimeId
    claimLocationId confidence modelUsed extractionStrategy audio video metadata comment creatorId projectId project createdAt
    updatedAt subclaims`,
  GlossItem: 'type content refType refPersonaId refClaimId',
  TextSpan: 'sentenceIndex charStart charEnd',
  ClaimRelation:
    'id sourceClaimId targetClaimId relationTypeId sourceSpans targetSpans confidence notes creatorId createdAt updatedAt',
  Job: 'id status progress result error createdAt startedAt completedAt failedAt videoId personaId summaryId',
  Import: 'id filename creatorId importOptions result success itemsImported itemsSkipped createdAt',
}

const names = (text: string) => text.split(/\s+/)

let api: TestApi
let admin: Person
let schema: GraphQLSchema
let ids: Record<string, string>

beforeAll(async () => {
  schema = await buildGraphSchema(resolvers)
  api = await startApi()
  admin = await api.admin()
  ids = await makeEverything(api, admin)
})
afterAll(() => api.stop())

describe('every documented field', () => {
  it.each(Object.entries(documented))('of %s is a field of the type', (type, fields) => {
    const found = schema.getType(type)
    if (!isObjectType(found)) throw new Error(`${type} is no type`)
    const known = Object.keys(found.getFields())
    expect(names(fields).filter((name) => !known.includes(name))).toEqual([])
  })

  it('of a summary has the value that REST prints (RF-29)', async () => {
    const { summaryId, videoId, personaId } = ids
    const printed = await made(admin.get(`/api/videos/${videoId}/summaries/${personaId}`))
    const documents = ['summary', 'keyFrames', 'transcriptJson']
    const fields = names(documented['Summary']!).filter((name) => name !== 'project' && !documents.includes(name))
    const { summary } = await made(
      admin.graph(`query ($id: ID!) { summary(id: $id) { ${fields.join(' ')} } }`, { id: summaryId }),
    )
    const inGraphQL = { fusionStrategy: printed.fusionStrategy.toUpperCase(), creatorId: printed.createdBy }
    expect(summary).toEqual({ ...Object.fromEntries(fields.map((name) => [name, printed[name]])), ...inGraphQL })
    expect(summary.claimsVersion).toBe('1.0')
  })

  it('of a claim and its relation has the value that REST prints', async () => {
    const { otherClaimId: id } = ids
    const printed = await made(admin.get(`/api/claims/${id}`))
    const relations = await made(admin.get(`/api/claims/${id}/relations`))
    const { claim } = await made(
      admin.graph(
        `query ($id: ID!) { claim(id: $id) { creatorId projectId text confidence createdAt creator { id }
           outgoing { id creatorId creator { id } createdAt notes } } }`,
        { id },
      ),
    )
    const { createdBy: creatorId, projectId, text, confidence, createdAt } = printed
    expect(claim).toMatchObject({ creatorId, projectId, text, confidence, createdAt, creator: { id: creatorId } })
    expect(claim.outgoing).toEqual(
      relations.outgoing.map((one: Record<string, string>) => ({
        id: one['id'],
        creatorId: one['createdBy'],
        creator: { id: one['createdBy'] },
        createdAt: one['createdAt'],
        notes: one['notes'],
      })),
    )
  })

  it('shows the project of a summary and of a claim to those who may read it, and its id to others', async () => {
    const { projectSummaryId, projectId } = ids
    const { db } = api.app.services
    const claim = await made(admin.post(`/api/summaries/${projectSummaryId}/claims`, { text: 'In a project.' }))
    await db.updateTable('claims').set({ projectId: projectId! }).where('id', '=', claim.id).execute()
    const reader = await api.person()
    for (const [resourceType, resourceId] of [
      ['summary', projectSummaryId],
      ['claim', claim.id],
    ])
      await made(admin.post('/api/sharing', { resourceType, resourceId, sharedWithUserId: reader.id }))
    const query = `query ($summary: ID!, $claim: ID!) {
      summary(id: $summary) { projectId project { id } } claim(id: $claim) { projectId project { id } } }`
    const variables = { summary: projectSummaryId, claim: claim.id }
    const inside = { projectId, project: { id: projectId } }
    expect(await made(admin.graph(query, variables))).toEqual({ summary: inside, claim: inside })
    const outside = { projectId, project: null }
    expect(await made(reader.graph(query, variables))).toEqual({ summary: outside, claim: outside })
  })

  it('of an ontology holds each kind of type in an array of its own', async () => {
    const fields = ['entityTypes', 'eventTypes', 'roleTypes', 'relationTypes']
    const { persona } = await made(
      admin.graph(
        `query ($id: ID!) { persona(id: $id) { ontology { personaId types { key kind }
           ${fields.map((field) => `${field} { key kind }`).join(' ')} } } }`,
        { id: ids['personaId'] },
      ),
    )
    const { ontology } = persona
    expect(ontology.personaId).toBe(ids['personaId'])
    for (const [i, kind] of ['ENTITY', 'EVENT', 'ROLE', 'RELATION'].entries())
      expect(ontology[fields[i]!]).toEqual(ontology.types.filter((one: { kind: string }) => one.kind === kind))
    expect(ontology.entityTypes.length).toBeGreaterThan(0)
  })
})
