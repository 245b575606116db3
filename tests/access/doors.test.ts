import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestApi } from '../support/api.js'
import { byGraph, byRest, make, people, roles, startWithContent, type Outcome, type Role } from './act-fixture.js'
import { reads, writes, type Act } from './acts.js'

let api: TestApi
beforeAll(async () => {
  api = await startWithContent()
}, 120_000)
afterAll(() => api.stop())

const differing = new Set(['id', 'createdAt', 'updatedAt', 'key', 'role', 'myRole', 'userRole', 'resourceType'])

/**
 * Tells whether every field that both answers have under the same name is equal, and lists have the same ids. `fresh`:
 * the two acts made different rows, so ids differ.
 */
function agree(graph: unknown, rest: unknown, fresh: boolean): boolean {
  if (Array.isArray(graph) && Array.isArray(rest)) {
    const byId = (list: any[]) =>
      [...list].sort((a, b) => String(a?.id ?? a?.key).localeCompare(String(b?.id ?? b?.key)))
    // Claims are one flat list in GraphQL, trees in REST.
    const [a, b] = [byId(graph), byId(rest.flatMap((one) => flat(one)))]
    return a.length === b.length && a.every((one, i) => agree(one, b[i], fresh))
  }
  // The words of GraphQL's enums are those of REST in capitals.
  if (typeof graph === 'string' && /^[A-Z_]+$/.test(graph) && typeof rest === 'string')
    return graph === rest.toUpperCase()
  if (graph === null || typeof graph !== 'object' || Array.isArray(graph))
    return JSON.stringify(graph) === JSON.stringify(rest)
  if ('nodes' in graph) return agree(graph.nodes, rest, fresh)
  const row = (rest ?? {}) as Record<string, unknown>
  return Object.entries(graph).every(([name, value]) => {
    if (!(name in row) || (differing.has(name) && (fresh || name !== 'id'))) return true
    return agree(value, row[name], fresh)
  })
}

function flat(row: any): unknown[] {
  return [row, ...(row?.subclaims ?? []).flatMap(flat)]
}

/**
 * The intended differences: GraphQL answers null or an empty list where REST refuses, and shows administrators every
 * group.
 */
function isOwnWayOf({ name }: Act, role: Role, rest: Outcome, graph: Outcome): boolean {
  if (name === 'claims' && rest.code === 'NOT_FOUND') return JSON.stringify(graph.value) === '{"nodes":[]}'
  if ((name === 'group' || name === 'project') && rest.code === 'FORBIDDEN')
    return graph.code === 'NOT_FOUND' || (name === 'group' && role === 'administrator')
  return false
}

/** Runs the act by REST and by GraphQL for every role; returns a line for each role whose outcomes differ. */
async function disagreements(act: Act): Promise<string[]> {
  const found: string[] = []
  for (const role of roles) {
    const rest = await byRest(act, people[role])
    if (rest.code === null && act.spoils) await make(act.spoils)
    const graph = await byGraph(act, people[role])
    if (graph.code === null && act.spoils) await make(act.spoils)
    // Values are compared only when both answer an object: REST says of a deletion how much is gone, not what.
    const isRow =
      graph.value !== null &&
      typeof graph.value === 'object' &&
      !/^(createClaims|saveAnnotations|reviewItems|delete|remove|revoke|unassign)/.test(act.name)
    // A message names the field as it was sent: in GraphQL below the argument `input`.
    const sameText = graph.message === undefined || graph.message.replaceAll('input.', '') === rest.message
    if (isOwnWayOf(act, role, rest, graph)) continue
    const fresh = act.spoils !== undefined || /^(create|fork|share)/.test(act.name)
    const same =
      rest.code === graph.code && sameText && (rest.code !== null || !isRow || agree(graph.value, rest.value, fresh))
    if (!same)
      found.push(
        `${act.name} by ${role}: REST ${JSON.stringify(rest).slice(0, 400)}, GraphQL ${JSON.stringify(graph).slice(0, 400)}`,
      )
  }
  return found
}

/**
 * Mutations that are not compared here: those about the session of the request itself, and those that need another
 * service or a file. Each has its own tests.
 */
const elsewhere = [
  'login',
  'logout',
  'register',
  'extendSession',
  'syncVideos',
  'uploadVideo',
  'detectObjects',
  'detectInVideo', // tests/annotations/tracking.test.ts
  'trackFrom',
  'createExport', // tests/exchange/frozen-exports.test.ts: a person's own
  'deleteExport',
  // What has a past: tests/changes/history.test.ts, trash.test.ts and undo.test.ts
  'restoreVersion',
  'restoreFromTrash',
  'undoDeletion',
  'deleteFromTrash',
  'emptyTrash',
  'markNotificationsSeen', // tests/changes/notifications.test.ts
  // tests/changes/webhooks.test.ts
  'createWebhook',
  'updateWebhook',
  'deleteWebhook',
  'rotateWebhookSecret',
  'replayWebhook',
  'adoptDetections',
  'transcribeVideo',
  'setPresence', // tests/videos/presence.test.ts
  'augmentOntology',
  'selectModel',
  'validateModels',
  'replaceDetectionVocabulary',
  'saveOntologyData',
  'importFile',
  'importPreview',
  'deleteWorldObject',
  // These need an invitation that is used up: tests/projects/invitations.test.ts
  'acceptInvitation',
  'declineInvitation',
  'withdrawInvitation',
]

describe('REST and GraphQL', () => {
  it('have every other mutation of the schema in the table', () => {
    const mutations = /^type Mutation \{(.*?)^\}/ms.exec(readFileSync('schema.graphql', 'utf8'))?.[1] ?? ''
    const names = [...mutations.matchAll(/^  (\w+)[(:]/gm)].map(([, name]) => name ?? '')
    const known = new Set([...elsewhere, ...writes.map(({ name }) => name.split(' ')[0])])
    expect(names.length).toBeGreaterThan(60)
    expect(names.filter((name) => !known.has(name))).toEqual([])
  })

  it.each(reads.map((act) => [act.name, act] as const))(
    'give the same answer to the same person: %s',
    async (_name, act) => {
      expect(await disagreements(act)).toEqual([])
    },
  )

  it.each(writes.map((act) => [act.name, act] as const))(
    'have the same effect for the same user: %s',
    async (_name, act) => {
      expect(await disagreements(act)).toEqual([])
    },
  )
})
