import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Condition } from '../database/rows/conditions.js'
import type { RuleValues } from './abilities.js'
import { columnOf } from './kinds.js'
import { check, either, lasting, sharedTo, visible } from './rules.js'

// A user who may read a text may also read the name, type and picture of what it refers to, as far as its author could,
// but no more. The rules select these rows; callers return only these members.

/** The members of a row, besides its name, that a user can see who may read only a text that refers to the row. */
export const carriedPictures = ['picture', 'image', 'thumbnail', 'icon'] as const
export const carriedMembers = ['id', 'name', 'label', 'type', 'color', ...carriedPictures] as const

/**
 * Returns a condition on personas (alias p): the user may read the persona, or a summary or annotation of it is shared
 * with the user. In the second case only its name and role are shown; `visible` distinguishes the two cases.
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

/** The author and project of a text, as columns of the caller's statement. */
export interface TextOwner {
  author: RawBuilder<unknown>
  project: RawBuilder<unknown>
}

/**
 * Returns a condition on personas (alias p): a readable text may name the persona's types. These are the author's own
 * personas in the project of the text (or outside projects), and those of shared texts. Only the author writes a text
 * outside projects, so such a text cannot name the types of other users.
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

/**
 * Returns a condition on worlds (alias w): a readable text may name the world's objects. These are the author's own
 * worlds in the project of the text, or outside projects.
 */
export const worldOfText = (abilities: RuleValues, { author, project }: TextOwner, alias: string): Condition =>
  check(abilities, 'read', 'world_state', ofAuthor(alias, author, project))

const ofAuthor = (alias: string, author: RawBuilder<unknown>, project: RawBuilder<unknown>): Condition =>
  sql<SqlBool>`(${columnOf(alias, 'user_id')} = ${author}
    and ${columnOf(alias, 'project_id')} is not distinct from ${project})`
