import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { statementsOf } from '../support/statements.js'
import { frames, made, makeContent, makeVideo, missingId, unique } from '../support/workspace.js'

// Annotations, claims and summaries are accepted and rejected by whoever the permission table lets review.

let api: TestApi
let chief: Person
let ann: Person
let rita: Person
let viewer: Person
let admin: Person
let projectId: string
let content: Awaited<ReturnType<typeof makeContent>>
let videoId: string

const open = { reviewState: 'open', reviewedBy: null, reviewedAt: null, reviewNote: null }

beforeAll(async () => {
  api = await startApi()
  ;[chief, ann, rita, viewer] = [await api.person(), await api.person(), await api.person(), await api.person()]
  admin = await api.admin()
  projectId = (await made(chief.post('/api/projects', { name: 'Port', slug: unique('port') }))).id
  const roles = { [ann.id]: 'annotator', [rita.id]: 'reviewer', [viewer.id]: 'viewer' }
  for (const [userId, role] of Object.entries(roles))
    await made(chief.post(`/api/projects/${projectId}/members`, { userId, role }))
})
afterAll(() => api.stop())
beforeEach(async () => {
  videoId = await makeVideo(api)
  content = await makeContent(ann, videoId, projectId)
})

const review = (who: Person, body: object) => who.post('/api/reviews', body)
const all = () => [content.annotationId, content.claimId, content.summaryId]

type Kind = 'annotation' | 'claim' | 'summary'
const kinds: Kind[] = ['annotation', 'claim', 'summary']
const idOf = (kind: Kind) => content[`${kind}Id` as const]

/** The review of each as GraphQL shows it to the author, with its version. */
async function seen(who = ann) {
  const fields = `version updatedAt reviewState reviewedBy: reviewerId reviewedAt reviewNote reviewer { id displayName } viewerCan { review }`
  return made(
    who.graph(`{ annotation(id: "${content.annotationId}") { ${fields} } claim(id: "${content.claimId}") { ${fields} }
      summary(id: "${content.summaryId}") { ${fields} } }`),
  )
}
const states = async () => {
  const now = await seen()
  return kinds.map((kind) => now[kind].reviewState)
}

describe('a review', () => {
  it('accepts annotations, claims and summaries together, in either interface', async () => {
    const before = await seen()
    const { status, body } = await review(rita, { ids: all(), state: 'accepted', note: 'Good' })
    expect(status).toBe(200)
    expect(body.items.map((one: any) => [one.kind, one.id, one.reviewState, one.reviewedBy, one.reviewNote])).toEqual(
      ['annotation', 'claim', 'summary'].map((kind) => [kind, idOf(kind as Kind), 'accepted', rita.id, 'Good']),
    )
    const accepted = { reviewState: 'accepted', reviewedBy: rita.id, reviewNote: 'Good' }
    const at = body.items[0].reviewedAt
    expect(new Date(at).toISOString()).toBe(at)
    expect((await made(ann.get(`/api/annotations/${videoId}`)))[0]).toMatchObject({ ...accepted, reviewedAt: at })
    expect(await made(ann.get(`/api/claims/${content.claimId}`))).toMatchObject({ ...accepted, reviewedAt: at })
    const [summary] = await made(ann.get(`/api/videos/${videoId}/summaries`))
    expect(summary).toMatchObject({ ...accepted, reviewedAt: at })
    const now = await seen()
    for (const kind of kinds)
      expect(now[kind]).toEqual({
        ...accepted,
        reviewState: 'ACCEPTED',
        reviewedAt: at,
        reviewer: { id: rita.id, displayName: rita.username },
        // Whoever has it open to edit is not disturbed.
        version: before[kind].version,
        updatedAt: before[kind].updatedAt,
        viewerCan: { review: false },
      })

    const { data, errors } = await rita.graph(
      `mutation ($ids: [ID!]!) { reviewItems(input: { ids: $ids, state: REJECTED, note: "Look again" }) { items {
        __typename ... on Annotation { id reviewState reviewNote } ... on Claim { id reviewState reviewNote }
        ... on Summary { id reviewState reviewNote reviewer { id } } } } }`,
      { ids: all() },
    )
    expect(errors).toBeUndefined()
    const rejected = { reviewState: 'REJECTED', reviewNote: 'Look again' }
    expect(data.reviewItems.items).toEqual([
      { __typename: 'Annotation', id: content.annotationId, ...rejected },
      { __typename: 'Claim', id: content.claimId, ...rejected },
      { __typename: 'Summary', id: content.summaryId, ...rejected, reviewer: { id: rita.id } },
    ])
  })

  it('is taken back by opening it again, which clears reviewer, time and note', async () => {
    await made(review(rita, { ids: all(), state: 'rejected', note: 'Why?' }))
    const { body } = await review(rita, { ids: all(), state: 'open' })
    for (const one of body.items) expect(one).toMatchObject(open)
    const now = await seen()
    for (const kind of kinds) expect(now[kind]).toMatchObject({ ...open, reviewState: 'OPEN', reviewer: null })
  })

  it('is in the history of each, with who reviewed it and when', async () => {
    const { body } = await review(rita, { ids: all(), state: 'rejected', note: 'Too wide' })
    const at = body.items[0].reviewedAt
    for (const kind of kinds) {
      const [last] = (await made(ann.get(`/api/history/${kind}/${idOf(kind)}`))).history
      expect(last).toMatchObject({ operation: 'update', actor: { id: rita.id } })
      expect(Object.fromEntries(last.changes.map((one: any) => [one.member, [one.before, one.after]]))).toEqual({
        reviewState: ['open', 'rejected'],
        reviewedBy: [null, rita.id],
        reviewedAt: [null, at],
        reviewNote: [null, 'Too wide'],
      })
    }
  })

  it('takes few statements, whatever the number of items', async () => {
    const input = { videoId: await makeVideo(api), personaId: content.personaId, type: 'type', label: 'ship', frames }
    const bulk = await made(ann.post('/api/annotations/bulk', { annotations: Array.from({ length: 60 }, () => input) }))
    const several = await statementsOf(async () => {
      expect((await review(rita, { ids: bulk.annotationIds, state: 'accepted' })).status).toBe(200)
    })
    const one = await statementsOf(async () => {
      expect((await review(rita, { ids: bulk.annotationIds.slice(0, 1), state: 'rejected' })).status).toBe(200)
    })
    expect(several.statements.length).toBe(one.statements.length)
    expect(one.statements.length).toBeLessThan(9)
  })
})

describe('who may review', () => {
  it('is decided by the permission table; what is refused is named and nothing is half done', async () => {
    const foreign = await makeContent(await api.person(), await makeVideo(api))
    for (const [who, ids, refused] of [
      [ann, all(), all()],
      [viewer, all(), all()],
      [rita, [...all(), foreign.annotationId], [foreign.annotationId]],
      [rita, [content.claimId, missingId], [missingId]],
    ] as const) {
      const { status, body } = await review(who, { ids, state: 'accepted' })
      expect([status, body.code, body.ids]).toEqual([404, 'NOT_FOUND', refused])
      expect(body.message ?? body.error).toContain(refused[0])
      const { errors } = await who.graph(
        `mutation ($ids: [ID!]!) { reviewItems(input: { ids: $ids, state: ACCEPTED }) { items { __typename } } }`,
        { ids },
      )
      expect(errors?.[0]?.extensions).toMatchObject({ code: 'NOT_FOUND', ids: refused })
      expect(await states()).toEqual(['OPEN', 'OPEN', 'OPEN'])
    }
    expect((await review(api.anonymous, { ids: all(), state: 'accepted' })).status).toBe(401)
    const manager = await api.person()
    await made(chief.post(`/api/projects/${projectId}/members`, { userId: manager.id, role: 'project_manager' }))
    for (const [who, may] of [
      [chief, true],
      [manager, true],
      [rita, true],
      [ann, false],
      [admin, true],
    ] as const) {
      const now = await seen(who)
      for (const kind of kinds) expect(now[kind].viewerCan.review, `${who.username} ${kind}`).toBe(may)
    }
    for (const who of [chief, manager, admin]) {
      expect((await review(who, { ids: all(), state: 'accepted' })).status).toBe(200)
      expect(await states()).toEqual(['ACCEPTED', 'ACCEPTED', 'ACCEPTED'])
      expect((await review(who, { ids: all(), state: 'open' })).status).toBe(200)
    }
    // Outside projects authors review what they made, and nobody else does.
    const loner = await api.person()
    const own = await makeContent(loner, await makeVideo(api))
    expect((await review(loner, { ids: [own.claimId], state: 'rejected' })).status).toBe(200)
    expect((await review(rita, { ids: [own.claimId], state: 'accepted' })).status).toBe(404)
  })

  it('follows a change of the table', async () => {
    const row = { role: 'viewer', scope: 'project', resourceType: 'claim', action: 'review', ownOnly: false }
    expect((await review(viewer, { ids: [content.claimId], state: 'accepted' })).status).toBe(404)
    const { id } = await made(admin.post('/api/admin/permissions', row))
    expect((await review(viewer, { ids: [content.claimId], state: 'accepted' })).status).toBe(200)
    expect((await review(viewer, { ids: [content.summaryId], state: 'accepted' })).status).toBe(404)
    await made(admin.delete(`/api/admin/permissions/${id}`))
    const owners = '/api/admin/permissions?role=project_owner&resourceType=claim&action=review'
    const [{ id: ownersId, ...default_ }] = await made(admin.get(owners))
    await made(admin.delete(`/api/admin/permissions/${ownersId}`))
    expect((await review(chief, { ids: [content.claimId], state: 'accepted' })).status).toBe(404)
    await made(admin.post('/api/admin/permissions', default_))
  })

  it('refuses bad input and items of archived projects', async () => {
    const ids = [content.claimId]
    for (const [body, field] of [
      [{ ids: [], state: 'accepted' }, 'ids'],
      [{ ids: ['nonsense'], state: 'accepted' }, 'ids.0'],
      [{ ids, state: 'maybe' }, 'state'],
      [{ ids, state: 'open', note: 'x' }, 'note'],
      [{ ids, state: 'accepted', note: 'x'.repeat(10_001) }, 'note'],
      [{ ids, state: 'accepted', versions: [1, 2] }, 'versions'],
      [{ ids: Array.from({ length: 1001 }, () => missingId), state: 'accepted' }, 'ids'],
    ] as const) {
      const { status, body: answer } = await review(rita, body)
      expect([status, answer.code, answer.details?.[0]?.field]).toEqual([400, 'VALIDATION_ERROR', field])
    }
    const closed = (await made(chief.post('/api/projects', { name: 'Old', slug: unique('old') }))).id
    for (const [userId, role] of [
      [ann.id, 'annotator'],
      [rita.id, 'reviewer'],
    ])
      await made(chief.post(`/api/projects/${closed}/members`, { userId, role }))
    const old = await makeContent(ann, await makeVideo(api), closed)
    await made(chief.put(`/api/projects/${closed}`, { isArchived: true }))
    const { status, body } = await review(rita, { ids: [old.claimId, content.claimId], state: 'accepted' })
    expect([status, body.code]).toEqual([409, 'CONFLICT'])
    expect(await states()).toEqual(['OPEN', 'OPEN', 'OPEN'])
  })

  it('refuses all where one was changed since the version that the reviewer saw', async () => {
    const { annotation, claim } = await seen()
    const ids = [content.annotationId, content.claimId]
    await made(ann.put(`/api/claims/${content.claimId}`, { text: 'A ferry arrives' }))
    const versions = [annotation.version, claim.version]
    const { status, body } = await review(rita, { ids, versions, state: 'accepted' })
    expect([status, body.code, body.ids]).toEqual([412, 'PRECONDITION_FAILED', [content.claimId]])
    expect(await states()).toEqual(['OPEN', 'OPEN', 'OPEN'])
    const now = await review(rita, { ids, versions: [annotation.version, claim.version + 1], state: 'accepted' })
    expect(now.status).toBe(200)
    expect(await states()).toEqual(['ACCEPTED', 'ACCEPTED', 'OPEN'])
  })
})

describe('the lists', () => {
  it('show what is in a state of review, in either interface', async () => {
    await made(review(rita, { ids: all(), state: 'rejected' }))
    for (const [state, expected] of [
      ['rejected', all()],
      ['open', [content.otherClaimId]],
      ['accepted', []],
    ] as const) {
      const annotations = await made(ann.get(`/api/annotations?videoId=${videoId}&reviewState=${state}`))
      const claims = await made(ann.get(`/api/claims?summaryId=${content.summaryId}&reviewState=${state}`))
      const summaries = await made(ann.get(`/api/videos/${videoId}/summaries?reviewState=${state}`))
      const ids = [annotations.annotations, claims.claims, summaries].flat().map(({ id }: { id: string }) => id)
      expect(ids).toEqual(expected)
      const word = state.toUpperCase()
      const data = await made(
        ann.graph(
          `query ($video: ID!, $summary: ID!, $project: ID!) {
            annotations(filter: { videoId: $video, reviewState: ${word} }) { nodes { id } totalCount }
            claims(filter: { summaryId: $summary, reviewState: ${word} }) { nodes { id } totalCount }
            summaries(filter: { videoId: $video, projectId: $project, reviewState: ${word} }) { nodes { id } totalCount }
            video(id: $video) { annotations(filter: { reviewState: ${word} }) { nodes { id } } }
            summary(id: $summary) { claimTree(filter: { reviewState: ${word} }) { edges { matches node { id } } } } }`,
          { video: videoId, summary: content.summaryId, project: projectId },
        ),
      )
      const lists = [data.annotations, data.claims, data.summaries]
      expect(lists.flatMap(({ nodes }) => nodes.map(({ id }: { id: string }) => id))).toEqual(expected)
      expect(lists.reduce((sum, { totalCount }) => sum + totalCount, 0)).toBe(expected.length)
      const tree = data.summary.claimTree.edges.filter(({ matches }: { matches: boolean }) => matches)
      expect(tree.map(({ node }: any) => node.id)).toEqual(claims.claims.map(({ id }: { id: string }) => id))
      expect(data.video.annotations.nodes.map(({ id }: { id: string }) => id)).toEqual(
        annotations.annotations.map(({ id }: { id: string }) => id),
      )
    }
    expect((await ann.get('/api/claims?reviewState=done')).status).toBe(400)
  })

  it('count by person and kind how far the review of a project is', async () => {
    const port = (await made(chief.post('/api/projects', { name: 'Pier', slug: unique('pier') }))).id
    for (const [userId, role] of [
      [ann.id, 'annotator'],
      [rita.id, 'reviewer'],
    ])
      await made(chief.post(`/api/projects/${port}/members`, { userId, role }))
    const first = await makeContent(ann, await makeVideo(api), port)
    await makeContent(chief, await makeVideo(api), port)
    await made(review(rita, { ids: [first.claimId, first.annotationId], state: 'accepted' }))
    await made(review(rita, { ids: [first.otherClaimId], state: 'rejected' }))
    const progress = await made(rita.get(`/api/projects/${port}/reviews`))
    const of = (who: Person) =>
      progress
        .filter(({ userId }: any) => userId === who.id)
        .map(({ kind, open: left, accepted, rejected, username }: any) => [kind, left, accepted, rejected, username])
    expect(of(ann)).toEqual([
      ['annotation', 0, 1, 0, ann.username],
      ['claim', 0, 1, 1, ann.username],
      ['summary', 1, 0, 0, ann.username],
    ])
    expect(of(chief)).toEqual([
      ['annotation', 1, 0, 0, chief.username],
      ['claim', 2, 0, 0, chief.username],
      ['summary', 1, 0, 0, chief.username],
    ])
    const fields = 'userId username displayName kind open accepted rejected'
    const { project } = await made(rita.graph(`{ project(id: "${port}") { reviewProgress { ${fields} } } }`))
    expect(project.reviewProgress.map((one: any) => ({ ...one, kind: one.kind.toLowerCase() }))).toEqual(progress)
    expect((await viewer.get(`/api/projects/${port}/reviews`)).status).toBe(403)
  })

  it('count for each video of a project how far the review is, by one statement for all videos', async () => {
    const quay = (await made(chief.post('/api/projects', { name: 'Quay', slug: unique('quay') }))).id
    await made(chief.post(`/api/projects/${quay}/members`, { userId: ann.id, role: 'annotator' }))
    const videos = [await makeVideo(api), await makeVideo(api), await makeVideo(api)]
    for (const video of videos) await made(admin.post(`/api/projects/${quay}/videos`, { videoId: video }))
    const first = await makeContent(ann, videos[0]!, quay)
    await makeContent(chief, videos[1]!, quay)
    // What is outside of the project does not count.
    await makeContent(ann, videos[2]!)
    await made(review(chief, { ids: [first.claimId], state: 'accepted' }))
    await made(review(chief, { ids: [first.annotationId], state: 'rejected' }))
    const tally = ({ username, kind, open: left, accepted, rejected }: any) =>
      [username, kind.toLowerCase(), left, accepted, rejected].join(' ')
    const expected = [
      [`${ann.username} annotation 0 0 1`, `${ann.username} claim 1 1 0`, `${ann.username} summary 1 0 0`],
      [`${chief.username} annotation 1 0 0`, `${chief.username} claim 2 0 0`, `${chief.username} summary 1 0 0`],
      [],
    ]
    for (const [at, videoId] of videos.entries()) {
      const progress = await made(chief.get(`/api/projects/${quay}/reviews?videoId=${videoId}`))
      expect(progress.map(tally).toSorted()).toEqual(expected[at])
    }
    const query = `query ($id: ID!, $first: Int!) { project(id: $id) { videoAssignments(first: $first) { nodes {
      videoId reviewProgress { username kind open accepted rejected } } } } }`
    const read = (count: number) => statementsOf(() => made(chief.graph(query, { id: quay, first: count })))
    const [one, three] = [await read(1), await read(3)]
    const nodes = three.result.project.videoAssignments.nodes
    for (const { videoId, reviewProgress } of nodes)
      expect(reviewProgress.map(tally).toSorted()).toEqual(expected[videos.indexOf(videoId)])
    expect(nodes).toHaveLength(3)
    expect(three.statements).toHaveLength(one.statements.length)
    const listed = `{ summaries(filter: { projectId: "${quay}", creatorId: "${ann.id}" }) { nodes { id } } }`
    expect((await made(chief.graph(listed))).summaries.nodes).toEqual([{ id: first.summaryId }])
  })
})
