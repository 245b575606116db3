import { trace } from '@opentelemetry/api'
import type { Database } from '../database/client.js'
import { requireActor, type Actor } from './actor.js'
import { selectAccessVersion, selectGrants, selectMemberships, type GrantRow } from './access.sql.js'
import type { Action, GroupRole, ProjectRole, ResourceType } from './vocabulary.js'

/** Project ids in which a grant holds; 'every' for a system administrator, who bypasses the table (PM-09). */
export type ProjectSet = 'every' | readonly string[]

/** What one user may do, compiled from memberships and the permission table. Only SQL and access/ read it. */
export interface Abilities {
  userId: string
  isAdmin: boolean
  groupIds: readonly string[]
  groupRole(groupId: string): GroupRole | undefined
  /** Effective role (PR-06) and whether it comes from a membership of one's own. */
  projectRole(projectId: string): { role: ProjectRole; direct: boolean } | undefined
  projectIds: readonly string[]
  /** Projects where the grant covers everybody's rows. */
  projectsWith(type: ResourceType, action: Action): ProjectSet
  /** Projects where it covers at least the user's own rows. */
  projectsWithOwn(type: ResourceType, action: Action): ProjectSet
  roleGrants(scope: 'group' | 'project', role: string, type: ResourceType, action: Action): boolean
}

const capacity = 10_000
const cache = new Map<string, Abilities>()
const tracer = trace.getTracer('parallax')

/**
 * What a transaction sees may never be committed, and the next change takes the same version again: others must not get
 * it from the cache. It is kept as long as the transaction.
 */
const ofTransactions = new WeakMap<Database, Map<string, Abilities>>()

function cacheOf(db: Database): Map<string, Abilities> {
  if (!db.isTransaction) return cache
  const own = ofTransactions.get(db) ?? new Map<string, Abilities>()
  ofTransactions.set(db, own)
  return own
}

/**
 * Compiled once for each version of the user's access (PM-08); the version comes with the session, so a stale copy is
 * never used.
 */
export async function abilitiesOf(ctx: { db: Database; actor: Actor | null }): Promise<Abilities> {
  const actor = requireActor(ctx)
  const key = `${actor.userId}/${actor.accessVersion}/${actor.isAdmin}`
  const kept = cacheOf(ctx.db)
  const known = kept.get(key) ?? cache.get(key)
  if (known) return known
  return tracer.startActiveSpan('rbac.buildAbilities', async (span) => {
    try {
      const [memberships, grants] = [await selectMemberships(ctx.db, actor.userId), await selectGrants(ctx.db)]
      const abilities = compile(actor, memberships, grants)
      if (kept.size >= capacity) kept.delete(kept.keys().next().value ?? '')
      kept.set(key, abilities)
      return abilities
    } finally {
      span.end()
    }
  })
}

/**
 * After an act that changed the actor's own memberships: the rest of the same request, such as nested fields, sees the
 * change.
 */
export async function refreshAccess(ctx: { db: Database; actor: Actor | null }): Promise<void> {
  if (ctx.actor) ctx.actor.accessVersion = await selectAccessVersion(ctx.db, ctx.actor.userId)
}

type Membership = Awaited<ReturnType<typeof selectMemberships>>[number]

function compile(actor: Actor, memberships: Membership[], rows: GrantRow[]): Abilities {
  const groups = new Map(
    memberships.filter((one) => one.scope === 'group').map((one) => [one.id, one.role as GroupRole]),
  )
  const projects = new Map(
    memberships
      .filter((one) => one.scope === 'project')
      .map((one) => [one.id, { role: one.role as ProjectRole, direct: one.direct }]),
  )
  // true: everybody's rows, false: own rows only. `manage` stands for all actions (PM-06).
  const grants = new Map<string, boolean>()
  for (const row of rows) {
    const key = `${row.scope}/${row.role}/${row.resourceType}/${row.action}`
    grants.set(key, grants.get(key) === true || !row.ownOnly)
  }
  const granted = (scope: string, role: string, type: ResourceType, action: Action, own: boolean) =>
    [action, 'manage'].some((one) => {
      const full = grants.get(`${scope}/${role}/${type}/${one}`)
      return full === true || (own && full === false)
    })
  const sets = new Map<string, readonly string[]>()
  const projectsGranting = (type: ResourceType, action: Action, own: boolean): ProjectSet => {
    if (actor.isAdmin) return 'every'
    const key = `${type}/${action}/${own}`
    const known = sets.get(key)
    if (known) return known
    const ids = [...projects].filter(([, { role }]) => granted('project', role, type, action, own)).map(([id]) => id)
    sets.set(key, ids)
    return ids
  }
  return {
    userId: actor.userId,
    isAdmin: actor.isAdmin,
    groupIds: [...groups.keys()],
    groupRole: (groupId) => groups.get(groupId),
    projectRole: (projectId) => projects.get(projectId),
    projectIds: [...projects.keys()],
    projectsWith: (type, action) => projectsGranting(type, action, false),
    projectsWithOwn: (type, action) => projectsGranting(type, action, true),
    roleGrants: (scope, role, type, action) => actor.isAdmin || granted(scope, role, type, action, true),
  }
}
