import { trace } from '@opentelemetry/api'
import type { Database } from '../database/client.js'
import { normalUuid } from '../lib/uuid.js'
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
  /** Groups in which the user's role has the grant. */
  groupsWith(action: Action): ProjectSet
  /** Effective role (PR-06) and whether it comes from a membership of one's own. */
  projectRole(projectId: string): { role: ProjectRole; direct: boolean } | undefined
  projectIds: readonly string[]
  /** Projects where the grant covers everybody's rows. */
  projectsWith(type: ResourceType, action: Action): ProjectSet
  /** Projects where it covers at least the user's own rows. */
  projectsWithOwn(type: ResourceType, action: Action): ProjectSet
  roleGrants(scope: 'group' | 'project', role: string, type: ResourceType, action: Action): boolean
  /** The row of the table that decides for a role: one for everybody's rows before one for own rows. */
  grantOf(scope: 'group' | 'project', role: string, type: ResourceType, action: Action): Grant | undefined
  /** Whether videos that no project has are everybody's (VIDEO_DEFAULT_ACCESS); the same for all users of a server. */
  openVideos: boolean
}

/** What compiling abilities needs of a context. */
export interface AccessContext {
  db: Database
  actor: Actor | null
  config: { access: { openVideos: boolean } }
}

/** A row as far as it differs from what was asked: `manage` stands for all actions (PM-06). */
export interface Grant {
  action: Action
  ownOnly: boolean
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
export async function abilitiesOf(ctx: AccessContext): Promise<Abilities> {
  const actor = requireActor(ctx)
  const key = `${actor.userId}/${actor.accessVersion}/${actor.isAdmin}`
  const kept = cacheOf(ctx.db)
  const known = kept.get(key) ?? cache.get(key)
  if (known) return known
  return tracer.startActiveSpan('rbac.buildAbilities', async (span) => {
    try {
      const [memberships, grants] = [await selectMemberships(ctx.db, actor.userId), await selectGrants(ctx.db)]
      const abilities = compile(actor, memberships, grants, ctx.config.access.openVideos)
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

function compile(actor: Actor, memberships: Membership[], rows: GrantRow[], openVideos: boolean): Abilities {
  const groups = new Map(
    memberships.filter((one) => one.scope === 'group').map((one) => [one.id, one.role as GroupRole]),
  )
  const projects = new Map(
    memberships
      .filter((one) => one.scope === 'project')
      .map((one) => [one.id, { role: one.role as ProjectRole, direct: one.direct }]),
  )
  const grants = new Map(
    rows.map((row) => [`${row.scope}/${row.role}/${row.resourceType}/${row.action}`, { ownOnly: row.ownOnly }]),
  )
  const grantOf = (scope: string, role: string, type: ResourceType, action: Action): Grant | undefined => {
    const found = [action, 'manage' as const].flatMap((one) => {
      const row = grants.get(`${scope}/${role}/${type}/${one}`)
      return row ? [{ action: one, ...row }] : []
    })
    return found.find((one) => !one.ownOnly) ?? found[0]
  }
  const granted = (scope: string, role: string, type: ResourceType, action: Action, own: boolean) => {
    const grant = grantOf(scope, role, type, action)
    return grant !== undefined && (own || !grant.ownOnly)
  }
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
    groupRole: (groupId) => groups.get(normalUuid(groupId)),
    groupsWith(action) {
      if (actor.isAdmin) return 'every'
      return [...groups].filter(([, role]) => granted('group', role, 'group', action, true)).map(([id]) => id)
    },
    projectRole: (projectId) => projects.get(normalUuid(projectId)),
    projectIds: [...projects.keys()],
    projectsWith: (type, action) => projectsGranting(type, action, false),
    projectsWithOwn: (type, action) => projectsGranting(type, action, true),
    roleGrants: (scope, role, type, action) => actor.isAdmin || granted(scope, role, type, action, true),
    openVideos,
    grantOf,
  }
}
