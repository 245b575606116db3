import { trace } from '@opentelemetry/api'
import type { Database } from '../database/driver/client.js'
import type { Slot } from '../database/driver/statement.js'
import { normalUuid } from '../lib/uuid.js'
import { requireActor, type Actor } from './actor.js'
import { selectAccessVersion, selectGrants, selectMemberships, type GrantRow } from './access.sql.js'
import type { Action, GroupRole, ProjectRole, ResourceType } from './vocabulary.js'

/**
 * The ids of the projects (or groups) in which a grant holds; 'every' for a system administrator, who bypasses the
 * permission table (PM-09).
 */
export type ProjectSet = 'every' | readonly string[]

/** A value in the SQL of a rule: the value itself, or the parameter of a statement that is prepared for all users. */
export type Value<T> = T | Slot<WithAbilities>

/** The input of a prepared statement whose SQL contains an access rule. */
export interface WithAbilities {
  abilities: Abilities
}

/**
 * Selects the SQL of a rule: administrators and actors who are limited to projects (`limited`, never administrators)
 * have SQL of their own.
 */
export type RuleForm = 'admin' | 'user' | 'limited'

/** The abilities of a user that the SQL of the access rules uses. */
export interface RuleValues {
  form: RuleForm
  isAdmin: boolean
  /** The only projects that the actor can reach; used only by the form `limited`. */
  onlyProjects: Value<readonly string[]>
  userId: Value<string>
  groupIds: Value<readonly string[]>
  /** Returns the groups in which the user's role has the grant. */
  groupsWith(action: Action): Value<ProjectSet>
  projectIds: Value<readonly string[]>
  /** Returns the projects where the user's role has the grant for the rows of all users. */
  projectsWith(type: ResourceType, action: Action): Value<ProjectSet>
  /** Returns the projects where the user's role has the grant at least for the user's own rows. */
  projectsWithOwn(type: ResourceType, action: Action): Value<ProjectSet>
  /**
   * Whether all users may see a video that no assignment closes (VIDEO_DEFAULT_ACCESS); the same for all users of a
   * server.
   */
  openVideos: Value<boolean>
}

/**
 * The abilities of one user, compiled from the user's memberships and the permission table. The functions in src/access
 * build rules from them; other modules pass them on, or read `isAdmin` and the sets of ids.
 */
export interface Abilities extends RuleValues {
  userId: string
  onlyProjects: readonly string[]
  groupIds: readonly string[]
  /** Returns the role of the user's membership in the group; undefined without one. */
  groupRole(groupId: string): GroupRole | undefined
  groupsWith(action: Action): ProjectSet
  /**
   * Returns the user's effective role in the project (PR-06), and whether it comes from a membership of the user's own;
   * undefined without a role.
   */
  projectRole(projectId: string): { role: ProjectRole; direct: boolean } | undefined
  projectIds: readonly string[]
  projectsWith(type: ResourceType, action: Action): ProjectSet
  projectsWithOwn(type: ResourceType, action: Action): ProjectSet
  /** Returns whether a role has the grant, at least for own rows; always true for an administrator. */
  roleGrants(scope: 'group' | 'project', role: string, type: ResourceType, action: Action): boolean
  /**
   * Returns the row of the permission table that applies to a role; a row for the rows of all users takes precedence
   * over one for own rows only.
   */
  grantOf(scope: 'group' | 'project', role: string, type: ResourceType, action: Action): Grant | undefined
  openVideos: boolean
}

/** The abilities that list rules need when they use the user's own memberships and no grants. */
export type Reach = Pick<RuleValues, 'form' | 'userId' | 'onlyProjects'>

/** Returns the reach of an actor, for statements that need none of the other abilities. */
export const reachOf = ({ userId, isAdmin, onlyProjects }: Actor): Reach => ({
  form: formOf(isAdmin, onlyProjects),
  userId,
  onlyProjects: onlyProjects ?? [],
})

const formOf = (isAdmin: boolean, onlyProjects: readonly string[] | undefined): RuleForm =>
  onlyProjects ? 'limited' : isAdmin ? 'admin' : 'user'

/** The part of a context that is needed to compile abilities. */
export interface AccessContext {
  db: Database
  actor: Actor | null
  config: { access: { openVideos: boolean } }
}

/**
 * A matching row of the permission table. Its action can be `manage`, which includes all actions (PM-06), instead of
 * the action that was asked for.
 */
export interface Grant {
  action: Action
  ownOnly: boolean
}

const capacity = 10_000
const tracer = trace.getTracer('parallax')

/**
 * Compiled abilities, cached by configuration, which lives as long as the server, or by open transaction. The abilities
 * of a transaction are not cached for the server: the transaction may roll back, and the next change would then reuse
 * the same version number.
 */
const caches = new WeakMap<object, Map<string, Abilities>>()

function cacheOf(owner: object): Map<string, Abilities> {
  const kept = caches.get(owner) ?? new Map<string, Abilities>()
  caches.set(owner, kept)
  return kept
}

/**
 * Returns the abilities of the actor, compiled once for each version of the user's access (PM-08). The version is read
 * together with the session, so a stale cache entry is never used. Throws UNAUTHENTICATED without an actor.
 */
export async function abilitiesOf(ctx: AccessContext): Promise<Abilities> {
  const actor = requireActor(ctx)
  const { onlyProjects } = actor
  const key = `${actor.userId}/${actor.accessVersion}/${actor.isAdmin}/${onlyProjects?.join() ?? ''}`
  const shared = cacheOf(ctx.config)
  const kept = ctx.db.isTransaction ? cacheOf(ctx.db) : shared
  const cached = kept.get(key) ?? shared.get(key)
  if (cached) return cached
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
 * Reads the actor's access version again and returns whether it has changed. Call it after a change of the actor's own
 * memberships, so that the rest of the request, such as nested fields, sees the change.
 */
export async function refreshAccess(ctx: { db: Database; actor: Actor | null }): Promise<boolean> {
  if (!ctx.actor) return false
  const before = ctx.actor.accessVersion
  ctx.actor.accessVersion = await selectAccessVersion(ctx.db, ctx.actor.userId)
  return ctx.actor.accessVersion !== before
}

type Membership = Awaited<ReturnType<typeof selectMemberships>>[number]

function compile(actor: Actor, held: Membership[], rows: GrantRow[], openVideos: boolean): Abilities {
  const { onlyProjects } = actor
  const isAdmin = actor.isAdmin && !onlyProjects
  // A limited actor has no groups, but keeps the roles in projects that come from groups (PR-06).
  const memberships = onlyProjects
    ? held.filter(({ scope, id }) => scope === 'project' && onlyProjects.includes(id))
    : held
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
    if (isAdmin) return 'every'
    const key = `${type}/${action}/${own}`
    const kept = sets.get(key)
    if (kept) return kept
    const ids = [...projects].filter(([, { role }]) => granted('project', role, type, action, own)).map(([id]) => id)
    sets.set(key, ids)
    return ids
  }
  return {
    form: formOf(isAdmin, onlyProjects),
    userId: actor.userId,
    isAdmin,
    onlyProjects: onlyProjects ?? [],
    groupIds: [...groups.keys()],
    groupRole: (groupId) => groups.get(normalUuid(groupId)),
    groupsWith(action) {
      if (isAdmin) return 'every'
      return [...groups].filter(([, role]) => granted('group', role, 'group', action, true)).map(([id]) => id)
    },
    projectRole: (projectId) => projects.get(normalUuid(projectId)),
    projectIds: [...projects.keys()],
    projectsWith: (type, action) => projectsGranting(type, action, false),
    projectsWithOwn: (type, action) => projectsGranting(type, action, true),
    roleGrants: (scope, role, type, action) => isAdmin || granted(scope, role, type, action, true),
    openVideos,
    grantOf,
  }
}
