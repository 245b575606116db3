import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { defaultPermissions } from '../../db/seed.js'
import { may, type Grant, type Kind, type Row, type Who } from '../access/model.js'
import { everythingInTheWorld } from '../graphql/everything.js'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { frames, made, makeContent, makeVideo, missingId, projectRoles, unique } from '../support/workspace.js'
import { exportLines, exportText, importLines } from './support.js'

const lineKinds = [
  ...['persona', 'ontology', 'entity', 'event', 'time', 'entity_collection', 'event_collection', 'time_collection'],
  ...['relation', 'summary', 'claim', 'claim_relation', 'annotation'],
] as const
const worldFields: Record<string, string> = {
  entity: 'entities',
  event: 'events',
  time: 'times',
  entity_collection: 'entityCollections',
  event_collection: 'eventCollections',
  time_collection: 'timeCollections',
  relation: 'relations',
}
const files: Record<string, readonly Kind[]> = {
  '': ['annotation'],
  '/personas': ['persona'],
  '/world': ['world_state'],
  '/summaries': ['summary', 'claim'],
  '/all': ['persona', 'world_state', 'summary', 'claim', 'annotation'],
}

/** A line that an export could contain. The row that it belongs to decides who may read and export it. */
interface Line extends Row {
  line: string
  /** Identifies the line in a file; for objects of a world it includes the owner, since worlds may share ids. */
  key: string
  projectId: string | null
}

let api: TestApi
let admin: Person
let people: { name: string; person: Person; who: Who }[]
let projectId: string
let elsewhere: string
let table: Grant[]
let lines: Line[]

beforeAll(async () => {
  api = await startApi()
  admin = await api.admin()
  const { id: adminId } = await made(admin.get('/api/user/profile'))
  const owner = await api.person()
  const others = await Promise.all(projectRoles.slice(1).map(() => api.person()))
  projectId = (await made(owner.post('/api/projects', { name: 'Port', slug: unique('port') }))).id
  elsewhere = (await made(owner.post('/api/projects', { name: 'Yard', slug: unique('yard') }))).id
  const nobody = await api.person()
  const as = (name: string, person: Person, role: string | null, id = person.id) => ({
    name,
    person,
    who: { id, isAdmin: name === 'administrator', role, shared: new Set<string>() },
  })
  people = [owner, ...others].map((person, i) => as(projectRoles[i] ?? '', person, projectRoles[i] ?? ''))
  people.push(as('stranger', nobody, null), as('administrator', admin, null, adminId))
  for (const { name, person } of people.slice(1, projectRoles.length))
    await made(owner.post(`/api/projects/${projectId}/members`, { userId: person.id, role: name }))
  table = defaultPermissions().filter(({ scope }) => scope === 'project')
  const videoId = await makeVideo(api)
  for (const { person } of people.slice(0, 3)) {
    const { personaId } = await makeContent(person, videoId, projectId)
    await made(person.put(`/api/projects/${projectId}/world`, everythingInTheWorld(personaId)))
    await made(
      person.post('/api/annotations', { videoId, projectId, type: 'object', label: 'trip', linkType: 'event', frames }),
    )
  }
  await makeContent(owner, videoId, elsewhere)
  await makeContent(nobody, videoId)
  await made(nobody.put('/api/world', everythingInTheWorld(missingId)))
  lines = await allLines()
})
afterAll(() => api.stop())

/** Reads every row that an export could contain directly from the database, without access rules. */
async function allLines(): Promise<Line[]> {
  const { db } = api.app.services
  const found: Line[] = []
  const add = (line: string, kind: Kind, id: string, ownerId: string | null, projectId: string | null, key = id) =>
    found.push({ line, kind, id, key, ownerId: ownerId ?? '', projectId, inProject: projectId !== null })
  const personas = await db
    .selectFrom('personas as p')
    .innerJoin('ontologies as o', 'o.personaId', 'p.id')
    .select(['p.id', 'p.userId', 'p.projectId', 'o.id as ontologyId'])
    .where('p.id', '<>', '00000000-0000-4000-8000-000000000001')
    .execute()
  for (const one of personas) {
    add('persona', 'persona', one.id, one.userId, one.projectId)
    add('ontology', 'persona', one.id, one.userId, one.projectId, one.ontologyId)
  }
  const objects = await db
    .selectFrom('worldObjects as o')
    .innerJoin('worldStates as w', 'w.id', 'o.worldId')
    .select(['w.id', 'w.userId', 'w.projectId', 'o.kind', 'o.objectId'])
    .execute()
  for (const one of objects)
    add(one.kind, 'world_state', one.id, one.userId, one.projectId, `${one.userId}/${one.objectId}`)
  for (const one of await db.selectFrom('videoSummaries').select(['id', 'createdBy', 'projectId']).execute())
    add('summary', 'summary', one.id, one.createdBy, one.projectId)
  const claims = await db.selectFrom('claims').select(['id', 'createdBy', 'projectId', 'summaryId']).execute()
  for (const one of claims) add('claim', 'claim', one.id, one.createdBy, one.projectId)
  const relations = await db
    .selectFrom('claimRelations as r')
    .innerJoin('claims as c', 'c.id', 'r.sourceClaimId')
    .select(['r.id', 'r.createdBy', 'r.sourceClaimId', 'c.projectId'])
    .execute()
  for (const one of relations) add('claim_relation', 'claim', one.sourceClaimId, one.createdBy, one.projectId, one.id)
  for (const one of await db.selectFrom('annotations').select(['id', 'createdByUserId', 'projectId']).execute())
    add('annotation', 'annotation', one.id, one.createdByUserId, one.projectId)
  return found
}

/** Returns the keys of all lines whose objects the user can read by GraphQL. */
async function readBy(person: Person): Promise<Set<string>> {
  const ids = [...new Set(lines.map(({ id }) => id))]
  const world = Object.values(worldFields)
    .map((field) => `${field} { key }`)
    .join(' ')
  const { nodes } = await made(
    person.graph(
      `query ($ids: [ID!]!) { nodes(ids: $ids) { __typename id ... on Persona { ontology { id } }
        ... on Claim { outgoing { id } } ... on World { ownerId ${world} } } }`,
      { ids },
    ),
  )
  const keys = nodes
    .filter(Boolean)
    .flatMap((node: any) => [
      node.id,
      ...(node.ontology ? [node.ontology.id] : []),
      ...(node.outgoing ?? []).map(({ id }: { id: string }) => id),
      ...Object.values(worldFields).flatMap((field) =>
        (node[field] ?? []).map(({ key }: { key: string }) => `${node.ownerId}/${key}`),
      ),
    ])
  return new Set(keys)
}

/** Tells for each id whether the user can read it by REST; only for kinds with a route by id or by video. */
async function readByRest(person: Person): Promise<Map<string, boolean>> {
  const found = new Map<string, boolean>()
  const videoId = (await api.app.services.db.selectFrom('annotations').select('videoId').executeTakeFirstOrThrow())
    .videoId
  const listed = async (path: string) => {
    const { status, body } = await person.get(path)
    return new Set<string>(status === 200 ? body.map(({ id }: { id: string }) => id) : [])
  }
  const annotations = await listed(`/api/annotations/${videoId}`)
  const summaries = await listed(`/api/videos/${videoId}/summaries`)
  const is = async (path: string) => (await person.get(path)).status === 200
  for (const { line, id, key } of lines) {
    if (line === 'persona') found.set(key, await is(`/api/personas/${id}`))
    if (line === 'ontology') found.set(key, await is(`/api/personas/${id}/ontology`))
    if (line === 'claim') found.set(key, await is(`/api/claims/${id}`))
    if (line === 'claim_relation') {
      const { body } = await person.get(`/api/claims/${id}/relations`)
      found.set(key, Boolean(body.outgoing?.some((one: { id: string }) => one.id === key)))
    }
    if (line === 'annotation') found.set(key, annotations.has(id))
    if (line === 'summary') found.set(key, summaries.has(id))
  }
  return found
}

/** Returns the types and keys of the lines of an export. */
function keysOf(text: any[], me: string): Set<string> {
  return new Set(
    text.map((line) => {
      const { type, data } = line.data ? line : { type: 'annotation', data: line }
      return worldFields[type] ? `${type} ${data.author?.id ?? me}/${data.id}` : `${type} ${data.id}`
    }),
  )
}

async function flip(role: string, resourceType: string, action: string, to: 'all' | 'own' | 'none') {
  const query = `scope=project&role=${role}&resourceType=${resourceType}&action=${action}`
  const [known] = await made(admin.get(`/api/admin/permissions?${query}`))
  if (known) await made(admin.delete(`/api/admin/permissions/${known.id}`))
  const row = { role, resourceType, action, ownOnly: to === 'own' }
  table = table.filter((one) => !(one.role === role && one.resourceType === resourceType && one.action === action))
  if (to === 'none') return
  table.push(row)
  await made(admin.post('/api/admin/permissions', { scope: 'project', ...row }))
}

/**
 * Compares all exports with the rules; returns each line that is wrongly present or absent, and the number of
 * comparisons.
 */
async function disagreements() {
  const found: string[] = []
  let compared = 0
  const check = (what: string, is: unknown, should: unknown) => {
    compared += 1
    if (is !== should) found.push(`${what}: ${String(is)}, expected ${String(should)}`)
  }
  for (const { name, person, who } of people) {
    const [read, byRest] = [await readBy(person), await readByRest(person)]
    for (const [key, is] of byRest) check(`${name} reads ${key} by REST`, is, read.has(key))
    const scopes: [string, string | null][] = [
      ['own', null],
      [`project:${projectId}`, projectId],
      [`project:${elsewhere}`, elsewhere],
      ['all', null],
    ]
    for (const [scope, within] of scopes) {
      const here = within === elsewhere && name !== 'project_owner' ? { ...who, role: null } : who
      const member = here.isAdmin || here.role !== null
      const may_ = (line: Line) =>
        here.isAdmin ||
        (read.has(line.key) && (may({ ...here, id: '' }, 'export', line, table) || ownExport(here, line)))
      for (const [file, kinds] of Object.entries(files)) {
        const answer = await person.request(`/api/export${file}?scope=${scope}`)
        const text = await answer.text()
        const allowed = kinds.some((kind) =>
          here.isAdmin ? true : table.some((one) => isGrant(one, here.role, kind, 'export')),
        )
        const status =
          scope === 'own' ? 200 : within === null ? (here.isAdmin ? 200 : 403) : !member ? 404 : allowed ? 200 : 403
        check(`${name} exports ${file} of ${scope}`, answer.status, status)
        if (answer.status !== 200) continue
        const held = keysOf(
          text
            .split('\n')
            .filter(Boolean)
            .map((one) => JSON.parse(one)),
          here.id,
        )
        for (const line of lines) {
          if (!kinds.includes(line.kind)) continue
          const inScope = within === null || line.projectId === within
          const own = line.ownerId === who.id && (line.kind !== 'world_state' || line.projectId === null)
          const should = scope === 'own' ? own : inScope && may_(line)
          check(`${name}, ${line.line} in ${file} of ${scope}`, held.has(`${line.line} ${line.key}`), should)
        }
        expect(held.size, `${name} ${file} ${scope}`).toBe(text.split('\n').length - 1)
      }
    }
  }
  return { found, compared }
}

const isGrant = (one: Grant, role: string | null, kind: string, action: string) =>
  one.role === role && one.resourceType === kind && (one.action === action || one.action === 'manage')
const ownExport = (who: Who, line: Line) =>
  line.ownerId === who.id && table.some((one) => isGrant(one, who.role, line.kind, 'export'))

/** The member of the export statistics that counts each type of line. */
const counters: Record<string, string> = {
  persona: 'personaCount',
  ontology: 'ontologyCount',
  entity: 'entityCount',
  event: 'eventCount',
  time: 'timeCount',
  entity_collection: 'entityCollectionCount',
  event_collection: 'eventCollectionCount',
  time_collection: 'timeCollectionCount',
  relation: 'worldRelationCount',
  summary: 'summaryCount',
  claim: 'claimCount',
  claim_relation: 'claimRelationCount',
  annotation: 'annotationCount',
}

/** Returns the variables of a scope: GraphQL names the project beside it. */
function inGraphQL(scope: string) {
  const [word, projectId] = scope.split(':')
  return { scope: word, ...(projectId && { projectId }) }
}

describe('exports by scope', () => {
  it('hold what a role reads and may export, of each of 13 kinds of lines (X-01, X-19)', async () => {
    expect([...new Set(lines.map(({ line }) => line))].sort()).toEqual([...lineKinds].sort())
    const { found, compared } = await disagreements()
    console.log(`lines compared by role, kind and scope: ${compared}, disagreements: ${found.length}`)
    expect(found).toEqual([])
    expect(compared).toBeGreaterThan(1000)
  }, 120_000)

  it('follow each row of the table at once (X-19, PM-08)', async () => {
    const flips: [string, string, string, 'all' | 'own' | 'none'][] = [
      ['viewer', 'annotation', 'export', 'all'],
      ['viewer', 'world_state', 'manage', 'own'],
      ['reviewer', 'persona', 'export', 'all'],
      ['reviewer', 'summary', 'export', 'none'],
      ['annotator', 'claim', 'export', 'all'],
      ['annotator', 'persona', 'read', 'none'],
      ['project_manager', 'world_state', 'export', 'own'],
      ['project_manager', 'annotation', 'read', 'none'],
      ['project_owner', 'claim', 'export', 'none'],
    ]
    for (const one of flips) await flip(...one)
    const { found, compared } = await disagreements()
    console.log(`after nine changes of the table: ${compared}, disagreements: ${found.length}`)
    expect(found).toEqual([])
  }, 120_000)

  it('are counted line by line by the statistics of the same scope (X-13)', async () => {
    let compared = 0
    for (const { name, person } of people)
      for (const scope of ['own', `project:${projectId}`, `project:${elsewhere}`, 'all']) {
        const query = `scope=${scope}&annotationTypes=object`
        const [stats, file] = [
          await person.get(`/api/export/stats?${query}`),
          await person.get(`/api/export/all?${query}`),
        ]
        expect([name, scope, stats.status]).toEqual([name, scope, file.status])
        const graph = await person.graph(
          `query ($scope: ExportScope, $projectId: ID) { exportStats(scope: $scope, projectId: $projectId, filter: { annotationTypes: [OBJECT] }) { ${Object.values(counters).join(' ')} } }`,
          inGraphQL(scope),
        )
        if (stats.status !== 200) {
          expect(graph.errors).toMatchObject([{ extensions: { code: stats.body.code } }])
          continue
        }
        const types = file.text
          .split('\n')
          .filter(Boolean)
          .map((line) => JSON.parse(line).type as string)
        for (const [kind, counter] of Object.entries(counters)) {
          const count = types.filter((type) => type === kind).length
          expect([name, scope, kind, stats.body[counter]]).toEqual([name, scope, kind, count])
          expect([name, scope, kind, graph.data.exportStats[counter]]).toEqual([name, scope, kind, count])
          compared += 1
        }
      }
    console.log(`counters compared with the lines of their scope: ${compared}`)
    expect(compared).toBeGreaterThan(100)
  })

  it('say who made each line, in the data, and are otherwise the lines of own exports (XR-14 to XR-18)', async () => {
    const [owner, , annotator] = people.map(({ person }) => person) as [Person, Person, Person]
    const own = await exportText(annotator, `/api/export/all?projectId=${projectId}`)
    const all = (await exportText(admin, `/api/export/all?scope=project:${projectId}`)).split('\n').filter(Boolean)
    const author = `,"author":{"id":"${annotator.id}","username":"${annotator.username}"}}}`
    const hers = all.filter((line) => line.endsWith(author))
    const place = /^(\{"type":"\w+"),"projectId":"[\w-]+"(,"worldId":"[\w-]+")?/
    expect(hers.map((line) => line.replace(author, '}}').replace(place, '$1')).join('\n')).toBe(own.trimEnd())
    expect(all.length).toBeGreaterThan(hers.length)
    for (const line of all) expect(Object.keys(JSON.parse(line).data.author)).toEqual(['id', 'username'])
    const bare = await exportLines(admin, `/api/export?scope=project:${projectId}&includeInterpolated=true`)
    expect(new Set(bare.map((line) => line.author.id))).toEqual(
      new Set(people.slice(0, 3).map(({ person }) => person.id)),
    )
    const asJson = await admin.get(`/api/export?scope=project:${projectId}&format=json`)
    expect(asJson.body.map((one: any) => one.author)).toEqual(bare.map((one) => one.author))
    // The kind of a linked object is looked up in the author's world in the project.
    expect(bare.find((line) => line.label === 'trip').objectLink).toEqual({ objectId: 'trip', objectType: 'event' })
    expect((await exportLines(owner)).filter((line) => line.data.author)).toEqual([])
  })

  it("can be imported: the author of a line is ignored, but a client's own member `author` is kept", async () => {
    const text = await exportText(admin, `/api/export/all?scope=project:${elsewhere}`)
    const reader = await api.person()
    const { body } = await importLines(reader, text, { conflictResolution: { duplicateIds: 'regenerate-id' } })
    expect([body.success, body.summary.failedLines]).toEqual([true, 0])
    expect((await exportLines(reader)).filter((line) => line.data.author)).toEqual([])
    const object = { id: 'book', name: 'Book', author: 'Woolf' }
    await made(reader.put('/api/world', { entities: [object] }))
    expect((await exportLines(reader, '/api/export/world'))[0].data).toMatchObject(object)
    const signed = (await exportText(admin, '/api/export/world?scope=all'))
      .split('\n')
      .find((line) => line.includes('Book'))
    expect(signed).not.toContain('Woolf')
    expect(JSON.parse(signed ?? '').data.author).toEqual({ id: reader.id, username: reader.username })
  })

  it('refuse a scope that is none with its field, hide projects, and are for who may export (X-02, X-19)', async () => {
    const [owner] = people.map(({ person }) => person) as [Person]
    const stranger = await api.person()
    for (const file of [...Object.keys(files), '/stats']) {
      for (const scope of ['mine', 'project:', 'project:x', 'project', ''])
        expect((await owner.get(`/api/export${file}?scope=${scope}`)).body).toMatchObject({
          code: 'VALIDATION_ERROR',
          details: [{ field: 'scope' }],
        })
      for (const scope of [`project:${missingId}`, `project:${projectId}`]) {
        const { status, body } = await stranger.get(`/api/export${file}?scope=${scope}`)
        expect([status, body.error]).toEqual([404, 'Project not found'])
      }
      expect((await admin.get(`/api/export${file}?scope=project:${missingId}`)).status).toBe(404)
      expect((await owner.get(`/api/export${file}?scope=all`)).status).toBe(403)
      expect((await api.anonymous.get(`/api/export${file}?scope=all`)).status).toBe(401)
    }
    for (const file of ['/all', '/world', '/stats'])
      expect((await owner.get(`/api/export${file}?scope=all&projectId=${projectId}`)).body.details).toMatchObject([
        { field: 'projectId' },
      ])
    const stats =
      'query ($scope: ExportScope, $projectId: ID) { exportStats(scope: $scope, projectId: $projectId) { personaCount } }'
    const codes = async (person: Person, scope: string) =>
      (await person.graph(stats, inGraphQL(scope))).errors?.[0]?.extensions['code']
    expect(await codes(owner, 'mine')).toBe('VALIDATION_ERROR')
    expect(await codes(stranger, `project:${projectId}`)).toBe('NOT_FOUND')
    expect(await codes(owner, 'all')).toBe('FORBIDDEN')
  })

  it('have URLs in GraphQL, and stay open for projects that are archived', async () => {
    const owner = people[0]?.person as Person
    const url =
      'query ($scope: ExportScope, $projectId: ID) { exportUrl(file: SUMMARIES, scope: $scope, projectId: $projectId) }'
    const scope = `project:${elsewhere}`
    await made(owner.put(`/api/projects/${elsewhere}`, { isArchived: true }))
    const { exportUrl } = await made(owner.graph(url, inGraphQL(scope)))
    expect(exportUrl).toBe(`/api/export/summaries?scope=project%3A${elsewhere}`)
    expect((await exportLines(owner, exportUrl))[0].type).toBe('summary')
    expect((await owner.graph(url, { scope: 'mine' })).errors?.[0]?.extensions['details']).toMatchObject([
      { field: 'scope' },
    ])
    await made(owner.put(`/api/projects/${elsewhere}`, { isArchived: false }))
  })
})
