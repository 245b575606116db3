import { isUuid } from '../lib/uuid.js'
import type { Context } from '../context.js'
import { notFound } from '../lib/errors.js'
import { groupBy } from '../lib/group-by.js'
import { abilitiesOf, type Abilities } from './abilities.js'
import { selectSubject } from './access.sql.js'
import { isThere, selectAccessPaths, selectPlace, selectVideoWays, type AccessPaths } from './explain.sql.js'
import { contentActs } from './idle-row.js'
import { mayCreateIn } from './place-rules.js'
import { requireAdmin } from './require.js'
import { rolePasses } from './role-rule.js'
import { ownInProject, throughProject } from './rules.js'
import { contentTypes, type Action, type ContentType, type ResourceType } from './vocabulary.js'

export interface AccessQuestion {
  userId: string
  action: Action
  kind: ResourceType
  id: string
}

export interface AccessAnswer {
  allowed: boolean
  /** The user's role in the project or group concerned, if any. */
  role: string | null
  /**
   * Each way by which the user may act on the resource, with any row of the permission table spelled out; empty if the
   * user may not.
   */
  reasons: string[]
}

/**
 * Returns, for an administrator, whether a user may act on a resource, and by which rows of the permission table or
 * other ways. For the creation of content, `id` is the id of the target project; for the creation of a project, that of
 * its group. A deactivated account may do nothing. Throws NOT_FOUND for a missing user or resource, and FORBIDDEN for
 * callers who are not administrators.
 */
export async function explainAccess(ctx: Context, question: AccessQuestion): Promise<AccessAnswer> {
  const { userId } = question
  requireAdmin(ctx)
  const subject = await selectSubject(ctx.db, userId)
  if (!subject) throw notFound('User')
  const { isActive, ...actor } = subject
  const answered = await explainFor(ctx, await abilitiesOf({ ...ctx, actor: { ...actor, sessionId: null } }), question)
  return isActive ? answered : { ...answered, allowed: false, reasons: ['the account is deactivated'] }
}

async function explainFor(
  ctx: Context,
  abilities: Abilities,
  { userId, action, kind, id }: AccessQuestion,
): Promise<AccessAnswer> {
  const content = contentTypes.find((one) => one === kind)
  if (content) return explainContent(ctx, abilities, action, content, id)
  if (kind === 'video') return explainVideo(ctx, abilities, action, id)
  const ofRole = kind === 'group' || kind === 'project'
  const place = kind === 'group' || action === 'create' ? 'user_groups' : 'projects'
  if (!isUuid(id) || !(await isThere(ctx.db, ofRole ? place : 'users', id))) throw notFound('Resource')
  if (ofRole) return explainRole(abilities, action, kind, id)
  const own = userId === id && (action === 'read' || action === 'update')
  return answer(null, [own && 'own account', abilities.isAdmin && administrator])
}

const administrator = 'system administrator'

function answer(role: string | null, reasons: (string | false | undefined)[]): AccessAnswer {
  const distinct = [...new Set(reasons.filter((one): one is string => Boolean(one)))]
  return { allowed: distinct.length > 0, role, reasons: distinct }
}

/**
 * Returns the row of the permission table that lets the role act, as text; undefined without such a row. Administrators
 * bypass the table.
 */
function rowText(
  abilities: Abilities,
  scope: 'group' | 'project',
  role: string | null,
  kind: ResourceType,
  action: Action,
): string | undefined {
  if (abilities.isAdmin) return administrator
  const grant = role === null ? undefined : abilities.grantOf(scope, role, kind, action)
  return grant && `permission ${scope}/${role}/${kind}/${grant.action}${grant.ownOnly ? ' for own rows' : ''}`
}

function explainRole(abilities: Abilities, action: Action, type: 'group' | 'project', id: string): AccessAnswer {
  const ofGroup = type === 'group' || action === 'create'
  const scope = ofGroup ? 'group' : 'project'
  const held = ofGroup ? { role: abilities.groupRole(id) } : { role: undefined, ...abilities.projectRole(id) }
  const role = held.role ?? null
  const passes = rolePasses(abilities, { scope, type, action, ...held })
  return answer(role, [passes && rowText(abilities, scope, role, type, action)])
}

async function explainContent(
  ctx: Context,
  abilities: Abilities,
  action: Action,
  kind: ContentType,
  id: string,
): Promise<AccessAnswer> {
  const paths = isUuid(id) ? await pathsTo(ctx, abilities, action, kind, id) : undefined
  if (!paths) throw notFound('Resource')
  const { projectId, ways } = paths
  const role = projectId ? (abilities.projectRole(projectId)?.role ?? null) : null
  if (action !== 'manage' && !contentActs(kind).includes(action)) return answer(role, [])
  const through = rowText(abilities, 'project', role, kind, action)
  return answer(
    role,
    ways.flatMap((way) => (way === ownInProject ? ['owner', through] : way === throughProject ? [through] : [way])),
  )
}

/**
 * Returns the ways that lead to a row or, for a creation, to the place of the new content: a project, or outside
 * projects. Undefined when neither exists.
 */
async function pathsTo(
  { db }: Context,
  abilities: Abilities,
  action: Action,
  kind: ContentType,
  id: string,
): Promise<AccessPaths | undefined> {
  if (action !== 'create') return selectAccessPaths(db, abilities, action, kind, id)
  const place = await selectPlace(db, kind, id)
  if (!place) return undefined
  if (place.projectId === null) return { ...place, ways: ['outside projects'] }
  return { ...place, ways: mayCreateIn(abilities, kind, place.projectId) ? [throughProject] : [] }
}

async function explainVideo(ctx: Context, abilities: Abilities, action: Action, id: string): Promise<AccessAnswer> {
  const through = groupBy(abilities.projectIds, (projectId) => {
    const held = abilities.projectRole(projectId)
    const passes = held && rolePasses(abilities, { scope: 'project', type: 'video', action, ...held })
    return passes ? rowText(abilities, 'project', held.role, 'video', action) : undefined
  })
  const ways = await selectVideoWays(
    ctx.db,
    abilities,
    action,
    id,
    [...through].flatMap(([name, projects]) => (name === undefined ? [] : [{ name, projects }])),
  )
  if (!ways) throw notFound('Video')
  return answer(null, ways)
}
