import type { GraphQLObjectType } from 'graphql'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resolvers } from '../../src/areas.js'
import { buildGraphSchema } from '../../src/graphql/schema/schema.js'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { statementsOf } from '../support/statements.js'
import {
  made,
  makeContent,
  makeCorrespondence,
  makeDecision,
  makeVideo,
  makeWorkspace,
  unique,
} from '../support/workspace.js'

let api: TestApi
let ann: Person
let admin: Person

beforeAll(async () => {
  api = await startApi()
  ann = await api.person('ann')
  admin = await api.admin()
})
afterAll(() => api.stop())

type Ids = Record<string, string[]>
const sorted = (deleted: { type: string; ids: string[] }[]): Ids =>
  Object.fromEntries(deleted.filter(({ ids }) => ids.length).map(({ type, ids }) => [type, ids.toSorted()]))

/** Sends a mutation that also asks what it deleted; each of these was a node before and is none afterwards. */
async function deletedBy(who: Person, field: string, expected: Ids): Promise<void> {
  for (const [type, ids] of Object.entries(expected))
    for (const id of type === 'TrashItem' ? [] : ids)
      expect([
        field,
        (await made(who.graph('query ($id: ID!) { node(id: $id) { __typename } }', { id }))).node,
      ]).toEqual([field, { __typename: type }])
  const { act } = await made(who.graph(`mutation { act: ${field} { deletedIds deleted { type ids } } }`))
  expect([field, sorted(act.deleted), act.deletedIds.toSorted()]).toEqual([
    field,
    Object.fromEntries(Object.entries(expected).map(([type, ids]) => [type, ids.toSorted()])),
    Object.values(expected).flat().toSorted(),
  ])
  if (field === 'logout') return
  for (const id of Object.values(expected).flat())
    expect([field, id, (await made(who.graph('query ($id: ID!) { node(id: $id) { id } }', { id }))).node]).toEqual([
      field,
      id,
      null,
    ])
}

const text = (value: string) => JSON.stringify(value)

describe('what a mutation deleted', () => {
  it('is told by its ids for every mutation that deletes', async () => {
    const a = (await makeWorkspace(api, ann)).ids as Record<string, string>
    const videoId = await makeVideo(api)
    const [b, c, d] = [
      await makeContent(ann, videoId),
      await makeContent(ann, videoId),
      await makeContent(ann, videoId),
    ]
    const tried = new Set<string>()
    const attempt = (field: string, expected: Ids, who = ann) => {
      tried.add(/^\w+/.exec(field)![0])
      return deletedBy(who, field, expected)
    }
    await attempt(`revokeShare(input: { id: ${text(a['shareId']!)} })`, { Share: [a['shareId']!] })
    await attempt(`deleteClaimRelation(input: { id: ${text(a['relationId']!)} })`, {
      ClaimRelation: [a['relationId']!],
    })
    await attempt(`deleteClaim(input: { id: ${text(b.claimId)} })`, {
      Claim: [b.claimId, b.otherClaimId],
      ClaimRelation: [b.relationId],
    })
    await attempt(`deleteClaims(input: { summaryId: ${text(a['summaryId']!)} })`, {
      Claim: [a['claimId']!, a['otherClaimId']!],
    })
    await attempt(`deleteSummary(input: { id: ${text(c.summaryId)} })`, {
      Summary: [c.summaryId],
      Claim: [c.claimId, c.otherClaimId],
      ClaimRelation: [c.relationId],
    })
    await attempt(`deleteOntologyType(input: { personaId: ${text(a['personaId']!)}, kind: ENTITY, key: "ship" })`, {
      OntologyType: [`${a['personaId']}/entity/ship`],
      TypeCorrespondence: [a['correspondenceId']!],
      Annotation: [a['annotationId']!],
    })
    const stated = await makeCorrespondence(ann, b.personaId)
    await attempt(`deleteTypeCorrespondence(input: { id: ${text(stated.correspondenceId)} })`, {
      TypeCorrespondence: [stated.correspondenceId],
    })
    const { correspondenceId } = await makeCorrespondence(ann, d.personaId)
    const decisionId = await makeDecision(ann, { ...d, videoId })
    const opened = await makeDecision(ann, { ...b, videoId })
    await attempt(`deleteAgreementDecision(input: { id: ${text(opened)} })`, { AgreementDecision: [opened] })
    const { rows } = await sql<{ kind: string; id: string }>`select kind, type_id as id from ontology_types
      where persona_id = ${d.personaId}`.execute(api.app.services.db)
    const ontology = (await made(ann.graph(`{ persona(id: ${text(d.personaId)}) { ontology { id } } }`))).persona
    await attempt(`deletePersona(input: { id: ${text(d.personaId)} })`, {
      Persona: [d.personaId],
      Ontology: [ontology.ontology.id],
      OntologyType: rows.map(({ kind, id }) => `${d.personaId}/${kind}/${id}`),
      TypeCorrespondence: [correspondenceId],
      AgreementDecision: [decisionId],
      Annotation: [d.annotationId],
      Summary: [d.summaryId],
      Claim: [d.claimId, d.otherClaimId],
      ClaimRelation: [d.relationId],
    })
    await attempt(`deleteAnnotation(input: { id: ${text(b.annotationId)}, videoId: ${text(videoId)} })`, {
      Annotation: [b.annotationId],
    })
    const ferry = `${a['worldId']}/entity/ferry`
    await attempt(`deleteWorldObject(input: { id: ${text(ferry)} })`, { Entity: [ferry] })
    await made(ann.put('/api/world', { entities: [{ id: 'tug' }], relations: [{ id: 'tows' }] }))
    tried.add('clearWorld')
    const cleared = await made(
      admin.graph(`mutation { clearWorld(input: { userId: ${text(ann.id)} }) { user { id } deleted { type ids } } }`),
    )
    expect(sorted(cleared.clearWorld.deleted)).toEqual({
      Entity: [`${a['worldId']}/entity/tug`],
      WorldRelation: [`${a['worldId']}/relation/tows`],
    })
    await attempt(`deleteApiKey(input: { id: ${text(a['keyId']!)} })`, { ApiKey: [a['keyId']!] })
    await attempt(`deleteWebhook(input: { id: ${text(a['webhookId']!)} })`, { Webhook: [a['webhookId']!] })
    await attempt(`deleteExport(input: { id: ${text(a['exportId']!)} })`, { FrozenExport: [a['exportId']!] })
    await attempt(`deleteAgreement(input: { id: ${text(a['agreementId']!)} })`, {
      ProjectAgreement: [a['agreementId']!],
    })
    const token = await made(ann.post('/api/tokens', { name: 'robot', scopes: ['read'] }))
    await attempt(`revokeToken(input: { id: ${text(token.id)} })`, { Token: [token.id] })
    for (const [field, thing] of [
      ['removeGroupMember', 'group'],
      ['removeProjectMember', 'project'],
    ] as const) {
      const [of, type] = [a[`${thing}Id`]!, thing === 'group' ? 'GroupMember' : 'ProjectMember']
      const { members } = (await made(ann.graph(`{ ${thing}(id: ${text(of)}) { members { id userId } } }`)))[thing]
      const member = members.find((one: any) => one.userId === a['userId'])
      await attempt(`${field}(input: { ${thing}Id: ${text(of)}, userId: ${text(a['userId']!)} })`, {
        [type]: [member.id],
      })
    }
    const assigned = await sql<{ id: string }>`select id from project_video_assignments
      where project_id = ${a['projectId']!}`.execute(api.app.services.db)
    await attempt(`unassignVideo(input: { projectId: ${text(a['projectId']!)}, videoId: ${text(a['videoId']!)} })`, {
      VideoAssignment: assigned.rows.map(({ id }) => id),
    })
    await attempt(`deleteProject(input: { id: ${text(a['projectId']!)} })`, { Project: [a['projectId']!] })
    await attempt(`deleteGroup(input: { id: ${text(a['groupId']!)} })`, { Group: [a['groupId']!] })
    const rule = { VideoAssignmentRule: [a['ruleId']!] }
    await attempt(`deleteVideoAssignmentRule(input: { id: ${text(a['ruleId']!)} })`, rule, admin)
    await attempt(
      `deletePermission(input: { id: ${text(a['permissionId']!)} })`,
      { Permission: [a['permissionId']!] },
      admin,
    )
    await attempt(`deleteUser(input: { id: ${text(a['userId']!)} })`, { User: [a['userId']!] }, admin)
    const session = async (who: Person) => (await made(who.get('/api/sessions')))[0].id as string
    const [ben, eve] = [await api.person(), await api.person()]
    tried.add('revokeSession')
    const [bens, eves] = [await session(ben), await session(eve)]
    const revoked = await made(
      admin.graph(`mutation { revokeSession(input: { id: ${text(bens)}, asAdministrator: true }) { deletedIds } }`),
    )
    expect(revoked.revokeSession.deletedIds).toEqual([bens])
    await attempt('logout', { Session: [eves] }, eve)
    const project = await made(ann.post('/api/projects', { name: 'Harbour', slug: unique('harbour') }))
    const invitation = await made(
      ann.post(`/api/projects/${project.id}/invitations`, { userId: ben.id, role: 'viewer' }),
    )
    const withdrawn = `withdrawInvitation(input: { projectId: ${text(project.id)}, id: ${text(invitation.id)} })`
    await attempt(withdrawn, { ProjectInvitation: [invitation.id] })
    const trash = async () => (await made(ann.get('/api/trash'))).trash.map(({ id }: { id: string }) => id)
    const [item, ...items] = await trash()
    await attempt(`deleteFromTrash(input: { id: ${text(item)} })`, { TrashItem: [item] })
    await attempt('emptyTrash', { TrashItem: items })
    const all = Object.values((await buildGraphSchema(resolvers)).getMutationType()!.getFields())
    const telling = all.filter(({ type }) => 'deletedIds' in (type as GraphQLObjectType).getFields())
    expect([...tried].sort()).toEqual(telling.map(({ name }) => name).sort())
  })

  it('is told by each mutation for itself', async () => {
    const [one, two] = [await makeContent(ann, await makeVideo(api)), await makeContent(ann, await makeVideo(api))]
    const data = await made(
      ann.graph(
        `mutation { a: deleteClaim(input: { id: ${text(one.claimId)} }) { deleted { type ids } } ...More }
        fragment More on Mutation { b: deleteClaim(input: { id: ${text(two.claimId)} }) { ...Gone } }
        fragment Gone on DeleteClaimPayload { deletedIds }`,
      ),
    )
    expect(sorted(data.a.deleted)['Claim']).toEqual([one.claimId, one.otherClaimId].toSorted())
    expect(data.b.deletedIds.toSorted()).toEqual([two.claimId, two.otherClaimId, two.relationId].toSorted())
  })

  it('is nothing where the mutation is refused', async () => {
    const { claimId } = await makeContent(ann, await makeVideo(api))
    const ben = await api.person()
    const answer: any = await ben.graph(`mutation { deleteClaim(input: { id: ${text(claimId)} }) { deletedIds } }`)
    expect([answer.data, answer.errors[0].extensions.code]).toEqual([{ deleteClaim: null }, 'NOT_FOUND'])
    expect((await ann.get(`/api/claims/${claimId}`)).status).toBe(200)
  })

  it('takes the statements that the deletion takes anyway', async () => {
    const fields = {
      deleteClaim: (ids: any) => `deleteClaim(input: { id: ${text(ids.claimId)} })`,
      deleteClaims: (ids: any) => `deleteClaims(input: { summaryId: ${text(ids.summaryId)} })`,
      deleteSummary: (ids: any) => `deleteSummary(input: { id: ${text(ids.summaryId)} })`,
      deletePersona: (ids: any) => `deletePersona(input: { id: ${text(ids.personaId)} })`,
    }
    for (const [name, field] of Object.entries(fields)) {
      const count = async (members: string) => {
        const ids = await makeContent(ann, await makeVideo(api))
        const { statements } = await statementsOf(() => made(ann.graph(`mutation { ${field(ids)} { ${members} } }`)))
        return statements.length
      }
      await count('__typename')
      const [without, all] = [await count('__typename'), await count('deletedIds deleted { type ids }')]
      expect([name, all]).toEqual([name, without])
    }
  })

  it('may be 50,000 claims below one', async () => {
    const { claimId, summaryId } = await makeContent(ann, await makeVideo(api))
    // These rows do not come through the API, which has the statistics collected after many: without them, foreign keys
    // are checked by the plans for a small table, which read the whole table for each row.
    for (const rows of [1_000, 9_000, 10_000, 10_000, 10_000, 10_000]) {
      await sql`insert into claims (id, summary_id, text, parent_claim_id, created_by)
        select gen_random_uuid(), ${summaryId}, 'Claim ' || n, ${claimId}, ${ann.id} from generate_series(1, ${rows}::int) n`.execute(
        api.app.services.db,
      )
      await sql`analyze claims`.execute(api.app.services.db)
    }
    const { deleteClaim } = await made(
      ann.graph(`mutation { deleteClaim(input: { id: ${text(claimId)} }) { deleted { type ids } } }`),
    )
    expect(new Set(sorted(deleteClaim.deleted)['Claim']).size).toBe(50_002)
  })
})
