import { trace } from '@opentelemetry/api'
import type { Database } from '../database/driver/client.js'
import type { Slot } from '../database/driver/prepared.js'
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
 * The rules have another SQL for administrators, and for actors who are limited to projects (`limited`), who are never
 * administrators.
 */
export type RuleForm = 'admin' | 'user' | 'limited'

/** What the SQL of the access rules needs of a user's abilities. */
export interface RuleValues {
  form: RuleForm
  isAdmin: boolean
  /** The projects outside of which the actor reaches nothing; only for the form `limited`. */
  onlyProjects: Value<readonly string[]>
  userId: Value<string>
  groupIds: Value<readonly string[]>
  /** The groups in which the user's role has the grant. */
  groupsWith(action: Action): Value<ProjectSet>
  projectIds: Value<readonly string[]>
  /** The projects where the user's role has the grant for everybody's rows. */
  projectsWith(type: ResourceType, action: Action): Value<ProjectSet>
  /** The projects where the user's role has the grant at least for the user's own rows. */
  projectsWithOwn(type: ResourceType, action: Action): Value<ProjectSet>
  /**
   * Whether everybody may see a video that no assignment closes (VIDEO_DEFAULT_ACCESS); the same for all users of a
   * server.
   */
  openVideos: Value<boolean>
}

/**
 * What one user may do, compiled from the user's memberships and the permission table. The rules are built from it in
 * src/access; other modules pass it on, or read `isAdmin` and its sets of ids.
 */
export interface Abilities extends RuleValues {
  userId: string
  onlyProjects: readonly string[]
  groupIds: readonly string[]
  /** The role of the user's membership in the group; undefined without one. */
  groupRole(groupId: string): GroupRole | undefined
  groupsWith(action: Action): ProjectSet
  /**
   * The user's effective role in the project (PR-06), and whether it comes from a membership of the user's own;
   * undefined without a role.
   */
  projectRole(projectId: string): { role: ProjectRole; direct: boolean } | undefined
  projectIds: readonly string[]
  projectsWith(type: ResourceType, action: Action): ProjectSet
  projectsWithOwn(type: ResourceType, action: Action): ProjectSet
  /** Whether a role has the grant, at least for own rows; always true for an administrator. */
  roleGrants(scope: 'group' | 'project', role: string, type: ResourceType, action: Action): boolean
  /**
   * The row of the permission table that decides for a role; a row for everybody's rows comes before one for own rows
   * only.
   */
  grantOf(scope: 'group' | 'project', role: string, type: ResourceType, action: Action): Grant | undefined
  openVideos: boolean
}

/** What the rules for lists need that ask for the user's own memberships and not for grants. */
export type Reach = Pick<RuleValues, 'form' | 'userId' | 'onlyProjects'>

/** The reach of an actor, for statements that need none of the other abilities. */
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
 * What the found row of the permission table says: the action may be `manage`, which stands for all actions (PM-06),
 * where another one was asked for.
 */
export interface Grant {
  action: Action
  ownOnly: boolean
}

const capacity = 10_000
const tracer = trace.getTracer('parallax')

/**
 * Compiled abilities, kept as long as the server, which its configuration stands for, or as an open transaction. Those
 * of a transaction stay out of the server's: it may never commit, and the next change would then get the same version
 * number again.
 */
const caches = new WeakMap<object, Map<string, Abilities>>()

function cacheOf(owner: object): Map<string, Abilities> {
  const kept = caches.get(owner) ?? new Map<string, Abilities>()
  caches.set(owner, kept)
  return kept
}

/**
 * The abilities of the actor, compiled once for each version of the user's access (PM-08). The version is read together
 * with the session, so a stale entry of the cache is never used. Throws UNAUTHENTICATED without an actor.
 */
export async function abilitiesOf(ctx: AccessContext): Promise<Abilities> {
  const actor = requireActor(ctx)
  const { onlyProjects } = actor
  const key = `${actor.userId}/${actor.accessVersion}/${actor.isAdmin}/${onlyProjects?.join() ?? ''}`
  const shared = cacheOf(ctx.config)
  const kept = ctx.db.isTransaction ? cacheOf(ctx.db) : shared
  const known = kept.get(key) ?? shared.get(key)
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
 * Reads the actor's access version again, and returns whether it has changed. To be called after a change of the
 * actor's own memberships, so that the rest of the same request, such as nested fields, sees the change.
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
  // Groups are outside of projects, but the roles in projects that come from them (PR-06) are among these.
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
    const known = sets.get(key)
    if (known) return known
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
