import { sql, type RawBuilder } from 'kysely'
import type { Context } from '../context.js'
import { archived } from '../lib/constraints.js'
import { conflict, forbidden, notFound } from '../lib/errors.js'
import { normalUuid } from '../lib/uuid.js'
import { requireActor, type Actor } from './actor.js'
import { abilitiesOf } from './abilities.js'
import { decided, roleOf } from './measure.js'
import { mayCreateIn, visibleVideo } from './place-rules.js'
import { kinds, permitted, visible } from './rules.js'
import type { Action, ContentType } from './vocabulary.js'

export function requireAdmin(ctx: { actor: Actor | null }): Actor {
  const actor = requireActor(ctx)
  const labels = { action: 'manage', resource: 'system', role: roleOf(actor) }
  if (!decided(labels, actor.isAdmin)) throw forbidden('Admin access required')
  return actor
}

/**
 * Checks acts on several rows, or in several statements, beforehand; acts of one statement carry the rule in it. One
 * statement for all ids. NOT_FOUND when one is missing or not the actor's to act on; the two cannot be told apart
 * (G-14).
 */
export async function requireCan(
  ctx: Context,
  action: Action,
  kind: ContentType,
  ids: readonly string[],
): Promise<void> {
  const abilities = await abilitiesOf(ctx)
  const condition = action === 'read' ? visible(abilities, kind, 'r') : permitted(abilities, action, kind, 'r')
  const rows = sql`${sql.ref(kinds[kind].table)} r where r.id = any(${ids}::uuid[]) and ${condition}`
  if (!(await areAll(ctx, rows, ids))) throw notFound(kinds[kind].thing)
}

/**
 * Putting content into a project asks for what making it there does (PR-17): NOT_FOUND otherwise. The project that it
 * is in already may be said again, as clients send back what they read; `held` reads it, of a row that the actor may
 * change.
 */
export async function requirePlace(
  ctx: Context,
  kind: ContentType,
  projectId: string | null | undefined,
  held: () => Promise<string | null | undefined>,
): Promise<void> {
  if (!projectId || mayCreateIn(await abilitiesOf(ctx), kind, projectId)) return
  if ((await held()) !== normalUuid(projectId)) throw notFound('Project')
}

/**
 * Before work that somebody pays for: CONFLICT where its result would go into an archived project, which the database
 * refuses (ST-04).
 */
export async function refuseArchived(ctx: Context, projectId: string | null): Promise<void> {
  if (projectId && (await areAll(ctx, sql`projects p where p.id = ${projectId}::uuid and p.is_archived`, [projectId])))
    throw conflict(archived)
}

/** Content that is yet to be made. */
export const inNone = async () => null

/** Whether there are as many rows as different ids: no row comes where one is missing. */
async function areAll(ctx: Context, from: RawBuilder<unknown>, ids: readonly string[]): Promise<boolean> {
  const { rows } = await sql`select from ${from} having count(*) = ${new Set(ids).size}`.execute(ctx.db)
  return rows.length > 0
}

/** NOT_FOUND unless every video exists and is visible to the actor (VA-17). */
export async function requireVideos(ctx: Context, ids: readonly string[]): Promise<void> {
  const abilities = await abilitiesOf(ctx)
  const rows = sql`videos v where v.id = any(${ids}::text[]) and ${visibleVideo(abilities, 'v')}`
  if (!(await areAll(ctx, rows, ids))) throw notFound('Video')
}
