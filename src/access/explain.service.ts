import { isUuid } from '../lib/uuid.js'
import type { Context } from '../context.js'
import { notFound } from '../lib/errors.js'
import { abilitiesOf, type Abilities } from './abilities.js'
import { selectSubject } from './access.sql.js'
import { selectAccessPaths, selectVideoWays } from './explain.sql.js'
import { requireAdmin } from './require.js'
import { throughProject } from './rules.js'
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
  /** Every way that leads to the resource; empty when there is none. */
  reasons: string[]
}

/** For administrators: whether a user may act on a resource, and why. NOT_FOUND for a missing user or resource. */
export async function explainAccess(ctx: Context, { userId, action, kind, id }: AccessQuestion): Promise<AccessAnswer> {
  requireAdmin(ctx)
  const subject = await selectSubject(ctx.db, userId)
  if (!subject) throw notFound('User')
  const abilities = await abilitiesOf({ db: ctx.db, actor: { ...subject, sessionId: null } })
  const content = contentTypes.find((one) => one === kind)
  if (content) return explainContent(ctx, abilities, action, content, id)
  if (kind === 'group' || kind === 'project') return explainRole(abilities, action, kind, id)
  if (kind === 'video') return explainVideo(ctx, abilities, action, id)
  const own = userId === id
  return answer(null, [own && 'own account', abilities.isAdmin && 'system administrator'])
}

function answer(role: string | null, reasons: (string | false | undefined)[]): AccessAnswer {
  const given = reasons.filter((one): one is string => Boolean(one))
  return { allowed: given.length > 0, role, reasons: given }
}

function grantText(scope: string, role: string, kind: string, action: string, own: boolean): string {
  return `permission ${scope}/${role}/${kind}/${action}${own ? ' for own rows' : ''}`
}

/** The table alone: a route may ask for more, such as a direct membership (PM-09). */
function explainRole(abilities: Abilities, action: Action, kind: 'group' | 'project', id: string): AccessAnswer {
  const role = (kind === 'group' ? abilities.groupRole(id) : abilities.projectRole(id)?.role) ?? null
  const granted = role !== null && !abilities.isAdmin && abilities.roleGrants(kind, role, kind, action)
  return answer(role, [
    granted && grantText(kind, role, kind, action, false),
    abilities.isAdmin && 'system administrator',
  ])
}

async function explainContent(
  ctx: Context,
  abilities: Abilities,
  action: Action,
  kind: ContentType,
  id: string,
): Promise<AccessAnswer> {
  const paths = isUuid(id) ? await selectAccessPaths(ctx.db, abilities, action, kind, id) : undefined
  if (!paths) throw notFound('Resource')
  const role = paths.projectId ? (abilities.projectRole(paths.projectId)?.role ?? null) : null
  const through = abilities.isAdmin ? 'system administrator' : grantText('project', role ?? '', kind, action, false)
  return answer(
    role,
    paths.ways.map((way) => (way === throughProject ? through : way)),
  )
}

async function explainVideo(ctx: Context, abilities: Abilities, action: Action, id: string): Promise<AccessAnswer> {
  const ways = await selectVideoWays(ctx.db, abilities, action, id)
  if (!ways) throw notFound('Video')
  return answer(null, ways)
}
