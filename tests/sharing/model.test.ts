import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chance, oneOf, seeded, type Random } from '../http/fuzz-values.js'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { made, makeContent, makeVideo, unique } from '../support/workspace.js'
import * as rules from './plain-rules.js'

// Shares at random and compares the server with a second implementation of the rules (plain-rules.ts). For a long run:
// SHARING_STEPS=2000 SHARING_SEED=7 npx vitest run tests/sharing/model
const steps = Number(process.env['SHARING_STEPS'] ?? 120)
const seed = Number(process.env['SHARING_SEED'] ?? 1)
/** After so many steps a new world of users and content is made. */
const stepsOfAWorld = 60

interface World {
  random: Random
  people: Person[]
  state: rules.State
  videoOf: Map<string, string>
  groupIds: string[]
  /** Two projects: one of the first user, one of the first group. */
  projectIds: string[]
  /** An object inside each world, by the world's id. */
  objectOf: Map<string, string>
  comparisons: number
  disagreements: string[]
  /** How often each act ended with each status. */
  acts: Map<string, number>
}

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.stop())

async function makeWorld(random: Random): Promise<World> {
  const admin = await api.admin()
  const people = [...(await Promise.all(Array.from({ length: 6 }, () => api.person()))), admin]
  const [first, second, third] = people as [Person, Person, Person]
  const groupIds: string[] = []
  const groups = new Map<string, Set<string>>()
  for (const owner of [first, second]) {
    const { id } = await made(owner.post('/api/groups', { name: 'Team', slug: unique('team') }))
    groupIds.push(id)
    groups.set(id, new Set([owner.id]))
  }
  const projectIds: string[] = []
  for (const owner of [{}, { ownerGroupId: groupIds[0] }])
    projectIds.push((await made(first.post('/api/projects', { name: 'Port', slug: unique('port'), ...owner }))).id)
  const [ownProject = '', groupProject = ''] = projectIds
  const things = new Map<string, rules.Thing>()
  const videoOf = new Map<string, string>()
  const objectOf = new Map<string, string>()
  for (const [owner, project] of [
    [first, ownProject],
    [first, groupProject],
    [second, null],
    [third, null],
  ] as const) {
    const videoId = await makeVideo(api)
    const content = await makeContent(owner, videoId, project ?? undefined)
    const add = (id: string, kind: rules.Kind, more: object = {}) => {
      things.set(id, { id, kind, owner: owner.id, project, ...more })
      videoOf.set(id, videoId)
    }
    add(content.personaId, 'persona')
    add(content.annotationId, 'annotation')
    add(content.summaryId, 'summary')
    add(content.claimId, 'claim', { summary: content.summaryId })
    add(content.otherClaimId, 'claim', { summary: content.summaryId, above: content.claimId })
    const object = unique('object')
    const path = project === null ? '/api/world' : `/api/projects/${project}/world`
    const { id: worldId } = await made(owner.put(path, { entities: [{ id: object, name: 'A thing' }] }))
    add(worldId, 'world_state')
    objectOf.set(worldId, object)
  }
  const projects = new Map(projectIds.map((id) => [id, new Map([[first.id, 'project_owner']])]))
  const groupOf = new Map([[groupProject, groupIds[0] ?? '']])
  const state = { things, groups, projects, groupOf, admins: new Set([admin.id]), shares: [] }
  const ids = { videoOf, groupIds, projectIds, objectOf }
  return { random, people, state, ...ids, comparisons: 0, disagreements: [], acts: new Map() }
}

function compare(world: World, what: string, expected: unknown, found: unknown): void {
  world.comparisons += 1
  if (JSON.stringify(expected) !== JSON.stringify(found))
    world.disagreements.push(`${what}: rules ${JSON.stringify(expected)}, server ${JSON.stringify(found)}`)
}

const graphShare = `mutation ($input: ShareResourceInput!) { shareResource(input: $input) { share { id } } }`
const graphRevoke = `mutation ($id: ID!) { revokeShare(input: { id: $id }) { deletedIds } }`
const statusOfCode: Record<string, number> = { NOT_FOUND: 404, FORBIDDEN: 403, VALIDATION_ERROR: 400 }
const statusOf = (errors: { extensions: Record<string, unknown> }[] | undefined, success: number) =>
  errors?.length ? (statusOfCode[String(errors[0]?.extensions['code'])] ?? 500) : success

async function share(world: World): Promise<void> {
  const { random, state, people } = world
  // Mostly something that the user may share, half of it by passing on; refusals are easy to reach, so they are rare.
  const wanted = chance(random, 0.15) ? undefined : chance(random, 0.5) ? 'passed on' : 'own'
  const pairs = people.flatMap((by) => [...state.things.values()].map((thing) => ({ by, thing })))
  const chosen = pairs.filter(({ by, thing }) => rules.right(state, by.id, thing.id) === wanted)
  const { by, thing } = oneOf(random, wanted && chosen.length ? chosen : pairs)
  const to = oneOf(random, people)
  const toGroup = to.id === by.id || chance(random, 0.3)
  const how = rules.right(state, by.id, thing.id)
  const wish: rules.Wish = {
    thing: thing.id,
    user: toGroup ? null : to.id,
    group: toGroup ? oneOf(random, world.groupIds) : null,
    level: chance(random, 0.7) ? 'forkable' : 'read_only',
    left: chance(random, 0.5) ? null : oneOf(random, [100, 200, 300]),
  }
  const input = {
    resourceType: thing.kind,
    resourceId: thing.id,
    permissionLevel: wish.level,
    ...(wish.left !== null && { expiresAt: new Date(Date.now() + wish.left * 60_000).toISOString() }),
  }
  let found: { status: number; id: string }
  if (chance(random, 0.5)) {
    const to = { sharedWithUserId: wish.user, sharedWithGroupId: wish.group }
    const { status, body } = await by.post('/api/sharing', { ...input, ...to })
    found = { status, id: body.id }
  } else {
    const receiver = wish.user ? { userId: wish.user } : { groupId: wish.group }
    const enums = { resourceType: thing.kind.toUpperCase(), permissionLevel: wish.level.toUpperCase() }
    const { data, errors } = await by.graph(graphShare, { input: { ...input, ...enums, receiver } })
    found = { status: statusOf(errors, 201), id: data?.shareResource?.share.id }
  }
  const expected = rules.share(state, by.id, wish, () => found.id ?? 'none')
  note(world, how === 'passed on' ? 'pass on' : 'share', expected)
  compare(world, `share of ${thing.kind} by ${by.username}`, expected, found.status)
}

async function revoke(world: World): Promise<void> {
  const { random, state, people } = world
  const chosen = state.shares.length ? oneOf(random, state.shares) : undefined
  if (!chosen) return
  const thing = state.things.get(chosen.thing)
  const by = people.find(({ id }) => id === (chance(random, 0.4) ? chosen.by : thing?.owner)) ?? oneOf(random, people)
  const who = chance(random, 0.2) ? oneOf(random, people) : by
  const status = chance(random, 0.5)
    ? (await who.delete(`/api/sharing/${chosen.id}`)).status
    : statusOf((await who.graph(graphRevoke, { id: chosen.id })).errors, 200)
  const expected = rules.revoke(state, who.id, chosen.id)
  note(world, 'revoke', expected)
  compare(world, `revocation by ${who.username}`, expected, status)
}

async function changeGroup({ random, people, state, groupIds }: World): Promise<void> {
  const at = chance(random, 0.5) ? 0 : 1
  const [groupId, owner] = [groupIds[at] ?? '', people[at] as Person]
  const person = oneOf(
    random,
    people.filter((one) => one !== owner),
  )
  const members = state.groups.get(groupId)
  if (members?.delete(person.id)) await made(owner.delete(`/api/groups/${groupId}/members/${person.id}`))
  else {
    await made(owner.post(`/api/groups/${groupId}/members`, { userId: person.id, role: 'group_member' }))
    members?.add(person.id)
  }
}

async function changeProject({ random, people, state, projectIds }: World): Promise<void> {
  const [owner, ...others] = people as [Person, ...Person[]]
  const person = oneOf(random, others)
  const projectId = oneOf(random, projectIds)
  const members = state.projects.get(projectId)
  const path = `/api/projects/${projectId}/members`
  const role = oneOf(random, ['viewer', 'reviewer', 'annotator', 'project_manager'])
  if (!members?.has(person.id)) await made(owner.post(path, { userId: person.id, role }))
  else if (chance(random, 0.5)) await made(owner.put(`${path}/${person.id}`, { role }))
  else {
    await made(owner.delete(`${path}/${person.id}`))
    members.delete(person.id)
    return
  }
  members?.set(person.id, role)
}

/** Lets an hour pass by moving the ends of all shares, because the clock of the database cannot be moved. */
async function pass({ state }: World): Promise<void> {
  await sql`update resource_shares set expires_at = expires_at - interval '60 minutes' where expires_at is not null`.execute(
    api.app.services.db,
  )
  rules.pass(state, 60)
}

const note = ({ acts }: World, act: string, status: number) =>
  void acts.set(`${act} ${status}`, (acts.get(`${act} ${status}`) ?? 0) + 1)

/** Compares everything that a user can read, by REST, by GraphQL and in an export, with the rules. */
async function look(world: World, person: Person): Promise<void> {
  const { state, videoOf, objectOf } = world
  const things = [...state.things.values()]
  // For a world one of its objects, which is readable exactly when the world is.
  const nodeOf = ({ id }: rules.Thing) => (objectOf.has(id) ? `${id}/entity/${objectOf.get(id)}` : id)
  const nodesOf = async (idOf: (thing: rules.Thing) => string) => {
    const nodes = things.map((thing, i) => `a${i}: node(id: "${idOf(thing)}") { id }`)
    const found = await made(person.graph(`{ ${nodes.join(' ')} }`))
    return things.map((thing, i) => found[`a${i}`]?.id === idOf(thing))
  }
  const [whole, inside] = [await nodesOf(({ id }) => id), await nodesOf(nodeOf)]
  const exported = await made(person.get('/api/export/all').then(({ status, text }) => ({ status, body: text })))
  const seen = await Promise.all(things.map((thing) => readsByRest(person, thing, videoOf.get(thing.id) ?? '')))
  things.forEach((thing, i) => {
    const expected = rules.reads(state, person.id, thing.id)
    const where = `${thing.kind} ${thing.id} for ${person.username}`
    const isWorld = thing.kind === 'world_state'
    // Another user's world has no route of its own; it can be read only through a share.
    const byRest = isWorld ? thing.owner === person.id || rules.isShared(state, person.id, thing.id) : expected
    compare(world, `${where} by REST`, byRest, seen[i])
    compare(world, `${where} by GraphQL`, expected, whole[i])
    compare(world, `${where}, inside, by GraphQL`, expected, inside[i])
    // An export holds only own content, since nothing here refers to others' work. Worlds in projects are exported only
    // by their scope.
    const inExport = thing.owner === person.id && !(isWorld && thing.project !== null)
    const id = objectOf.get(thing.id) ?? thing.id
    compare(world, `${where} in an export`, inExport, String(exported).includes(`"id":"${id}"`))
  })
}

async function readsWorld(person: Person, { id, owner, project }: rules.Thing): Promise<boolean> {
  if (owner === person.id)
    return (await made(person.get(project ? `/api/projects/${project}/world` : '/api/world'))).id === id
  const received: { id: string; resourceId: string }[] = await made(person.get('/api/sharing/received'))
  const share = received.find((one) => one.resourceId === id)
  return share !== undefined && (await person.get(`/api/sharing/${share.id}/resource`)).body.resource?.id === id
}

async function readsByRest(person: Person, thing: rules.Thing, videoId: string): Promise<boolean> {
  const { id, kind } = thing
  if (kind === 'world_state') return readsWorld(person, thing)
  if (kind === 'persona') return (await person.get(`/api/personas/${id}`)).status === 200
  if (kind === 'claim') return (await person.get(`/api/claims/${id}`)).status === 200
  const path = kind === 'annotation' ? `/api/annotations/${videoId}` : `/api/videos/${videoId}/summaries`
  return (await made(person.get(path))).some((one: { id: string }) => one.id === id)
}

const acts = [share, share, share, share, revoke, revoke, changeGroup, changeProject, pass]

describe('sharing, re-sharing and what ends it', () => {
  it(
    `follows the rules in ${steps} random steps, through REST, GraphQL and exports`,
    { timeout: 60_000 + steps * 2000 },
    async () => {
      const random = seeded(seed)
      const disagreements: string[] = []
      const acted = new Map<string, number>()
      let comparisons = 0
      for (let done = 0; done < steps; done += stepsOfAWorld) {
        const world = await makeWorld(random)
        for (let step = 0; step < Math.min(stepsOfAWorld, steps - done); step++) {
          await oneOf(random, acts)(world)
          if (step % 3 === 0) await look(world, oneOf(random, world.people))
          if (world.disagreements.length) break
        }
        for (const person of world.people) await look(world, person)
        comparisons += world.comparisons
        disagreements.push(...world.disagreements)
        for (const [act, count] of world.acts) acted.set(act, (acted.get(act) ?? 0) + count)
      }
      if (process.env['SHARING_STEPS']) console.log(comparisons, 'comparisons', Object.fromEntries([...acted].sort()))
      expect(disagreements.slice(0, 20)).toEqual([])
      expect(comparisons).toBeGreaterThan(steps * 10)
      const often = (outcome: string) => acted.get(outcome) ?? 0
      for (const outcome of ['share 201', 'share 404', 'pass on 201', 'revoke 200'])
        expect(often(outcome), outcome).toBeGreaterThan(0)
      expect(often('share 201') + often('pass on 201')).toBeGreaterThan(2 * often('share 404'))
    },
  )
})
