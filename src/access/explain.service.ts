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
  /** Every way that leads to the resource, rows of the table by their words; empty when there is none. */
  reasons: string[]
}

/**
 * For administrators: whether a user may act on a resource, and the rows of the table and other ways by which they may.
 * Making content, or a project of a group, is asked of its place: `id` is that of the project or group. NOT_FOUND for a
 * missing user or resource.
 */
export async function explainAccess(ctx: Context, { userId, action, kind, id }: AccessQuestion): Promise<AccessAnswer> {
  requireAdmin(ctx)
  const subject = await selectSubject(ctx.db, userId)
  if (!subject) throw notFound('User')
  const abilities = await abilitiesOf({ ...ctx, actor: { ...subject, sessionId: null } })
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
  const given = [...new Set(reasons.filter((one): one is string => Boolean(one)))]
  return { allowed: given.length > 0, role, reasons: given }
}

/** The row that lets the role act; administrators bypass the table. */
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
  const found = isUuid(id) ? await pathsTo(ctx, abilities, action, kind, id) : undefined
  if (!found) throw notFound('Resource')
  const { projectId, ways } = found
  const role = projectId ? (abilities.projectRole(projectId)?.role ?? null) : null
  if (action !== 'manage' && !contentActs(kind).includes(action)) return answer(role, [])
  const through = rowText(abilities, 'project', role, kind, action)
  return answer(
    role,
    ways.flatMap((way) => (way === ownInProject ? ['owner', through] : way === throughProject ? [through] : [way])),
  )
}

/** To a row, or to the place where content would be made: a project, or none. */
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
