import { sql, type RawBuilder } from 'kysely'
import type { Context } from '../context.js'
import { forbidden, notFound } from '../lib/errors.js'
import { normalUuid } from '../lib/uuid.js'
import { requireActor, type Actor } from './actor.js'
import { abilitiesOf, type Abilities } from './abilities.js'
import { measured } from './measure.js'
import { visibleVideo } from './place-rules.js'
import { kinds, mayCreateIn, permitted, visible } from './rules.js'
import type { Action, ContentType } from './vocabulary.js'

export function requireAdmin(ctx: { actor: Actor | null }): Actor {
  const actor = requireActor(ctx)
  if (!actor.isAdmin) throw forbidden('Admin access required')
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
  const role = abilities.isAdmin ? 'system_admin' : 'user'
  const allowed = await measured({ action, resource: kind, role }, async () => {
    const found = await countOf(
      ctx,
      sql`${sql.ref(kinds[kind].table)} r where r.id = any(${ids}::uuid[]) and ${condition}`,
    )
    return found === new Set(ids).size
  })
  if (!allowed) throw notFound(kinds[kind].thing)
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

/** Content that is yet to be made. */
export const inNone = async () => null

async function countOf(ctx: Context, from: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${from}`.execute(ctx.db)
  return rows[0]?.count ?? 0
}

/** NOT_FOUND unless every video exists and is visible to the actor (VA-17). */
export async function requireVideos(ctx: Context, ids: readonly string[]): Promise<void> {
  const abilities: Abilities = await abilitiesOf(ctx)
  const allowed = await measured(
    { action: 'read', resource: 'video', role: abilities.isAdmin ? 'system_admin' : 'user' },
    async () => {
      const found = await countOf(
        ctx,
        sql`videos v where v.id = any(${ids}::text[]) and ${visibleVideo(abilities, 'v')}`,
      )
      return found === new Set(ids).size
    },
  )
  if (!allowed) throw notFound('Video')
}
