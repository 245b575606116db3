import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Condition } from '../database/rows/conditions.js'
import type { RuleValues } from './abilities.js'
import { columnOf } from './kinds.js'
import { check, either, lasting, sharedTo, visible } from './rules.js'

// Whoever may read a text may also read what it refers to, as far as its author could: by name, type and picture, no
// more. The rules say which rows that are; callers answer those members of them alone.

/** What a row shows of itself to those who may only read a text that refers to it, besides its name. */
export const carriedPictures = ['picture', 'image', 'thumbnail', 'icon'] as const
export const carriedMembers = ['id', 'name', 'label', 'type', 'color', ...carriedPictures] as const

/**
 * Personas (alias p) that the user may read, or for whom a summary or annotation was made that is shared with the user.
 * The latter show their name and role only; `visible` tells them apart.
 */
export function namedPersona(abilities: RuleValues, alias: string): Condition {
  const id = columnOf(alias, 'id')
  const shared = sql`${sharedTo(abilities, 'sh')} and ${lasting('sh')}`
  return either([
    { name: 'reader', holds: visible(abilities, 'persona', alias) },
    {
      name: 'shared text',
      holds: sql<SqlBool>`${id} in (
        select vs.persona_id from resource_shares sh join video_summaries vs on vs.id = sh.summary_id where ${shared}
        union all
        select an.persona_id from resource_shares sh join annotations an on an.id = sh.annotation_id
         where an.persona_id is not null and ${shared})`,
    },
  ])
}

/** The author of a text, who made it, and its project; both are columns of the caller's statement. */
export interface TextOwner {
  author: RawBuilder<unknown>
  project: RawBuilder<unknown>
}

/**
 * Personas (alias p) whose types a readable text may name: the author's own in the same project (or outside projects,
 * as the text), and those of shared texts. Nobody but the author writes a text outside projects, so that nobody can
 * name the types of others in it.
 */
export const personaOfText = (abilities: RuleValues, { author, project }: TextOwner, alias: string): Condition =>
  check(
    abilities,
    'read',
    'persona',
    either([
      { name: 'author', holds: ofAuthor(alias, author, project) },
      { name: 'shared text', holds: namedPersona(abilities, alias) },
    ]),
  )

/** Worlds (alias w) whose objects a readable text may name: the author's own in the same project, or outside. */
export const worldOfText = (abilities: RuleValues, { author, project }: TextOwner, alias: string): Condition =>
  check(abilities, 'read', 'world_state', ofAuthor(alias, author, project))

const ofAuthor = (alias: string, author: RawBuilder<unknown>, project: RawBuilder<unknown>): Condition =>
  sql<SqlBool>`(${columnOf(alias, 'user_id')} = ${author}
    and ${columnOf(alias, 'project_id')} is not distinct from ${project})`
