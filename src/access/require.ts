import { sql, type RawBuilder } from 'kysely'
import type { Context } from '../context.js'
import { archived } from '../lib/constraints.js'
import { conflict, forbidden, notFound } from '../lib/errors.js'
import { normalUuid } from '../lib/uuid.js'
import { requireActor, type Actor } from './actor.js'
import { abilitiesOf } from './abilities.js'
import { decided, roleOf } from './measure.js'
import { mayMakeIn, visibleVideo } from './place-rules.js'
import { kinds } from './kinds.js'
import { permitted, visible } from './rules.js'
import { outsideOfProjects } from './scopes.js'
import type { Action, ContentType } from './vocabulary.js'

/**
 * Returns the actor; throws UNAUTHENTICATED without an actor, and FORBIDDEN for a user who is not a system
 * administrator.
 */
export function requireAdmin(ctx: { actor: Actor | null }): Actor {
  const actor = requireActor(ctx)
  const labels = { action: 'manage', resource: 'system', role: roleOf(actor) }
  if (!decided(labels, actor.isAdmin)) throw forbidden('Admin access required')
  return actor
}

/**
 * Checks the right to act on several rows, or with several statements, before the act; an act with a single statement
 * has the rule inside that statement. Reads all ids with one statement. Throws NOT_FOUND when a row is missing or the
 * actor may not act on it, so that callers cannot distinguish the two (G-14).
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
 * Checks the target project of content. Moving content into a project needs the same right as creating it there
 * (PR-17); throws NOT_FOUND without it. The current project of the row is always accepted, because clients send back
 * what they read; `held` reads it, for a row that the actor may change. Null means outside projects, where a token that
 * is limited to projects cannot create content (FORBIDDEN); undefined leaves the project as it is.
 */
export async function requirePlace(
  ctx: Context,
  kind: ContentType,
  projectId: string | null | undefined,
  held: () => Promise<string | null | undefined>,
): Promise<void> {
  if (projectId === undefined) return
  if (mayMakeIn(await abilitiesOf(ctx), kind, projectId)) return
  if (projectId === null) throw forbidden(outsideOfProjects)
  if ((await held()) !== normalUuid(projectId)) throw notFound('Project')
}

/**
 * Call it before work that costs money. Throws CONFLICT when the result would go into an archived project, which the
 * database would refuse (ST-04).
 */
export async function refuseArchived(ctx: Context, projectId: string | null): Promise<void> {
  if (projectId && (await areAll(ctx, sql`projects p where p.id = ${projectId}::uuid and p.is_archived`, [projectId])))
    throw conflict(archived)
}

/** Returns the argument `held` of requirePlace for content that does not exist yet. */
export const inNone = async () => null

/** Returns whether there are as many rows as distinct ids; `having` drops the result row if a row is missing. */
async function areAll(ctx: Context, from: RawBuilder<unknown>, ids: readonly string[]): Promise<boolean> {
  const { rows } = await sql`select from ${from} having count(*) = ${new Set(ids).size}`.execute(ctx.db)
  return rows.length > 0
}

/** Throws NOT_FOUND unless every video exists and is visible to the actor (VA-17). */
export async function requireVideos(ctx: Context, ids: readonly string[]): Promise<void> {
  const abilities = await abilitiesOf(ctx)
  const rows = sql`videos v where v.id = any(${ids}::text[]) and ${visibleVideo(abilities, 'v')}`
  if (!(await areAll(ctx, rows, ids))) throw notFound('Video')
}
