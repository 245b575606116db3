import { sql, type RawBuilder } from 'kysely'
import { kinds, left } from '../access/kinds.js'
import type { ContentType } from '../access/vocabulary.js'
import type { Database } from '../database/driver/client.js'
import type { UserContentCounts } from './user-deletion.shape.js'

const split = (inProject: ReturnType<typeof sql>) =>
  sql`json_build_object('inProjects', count(*) filter (where ${inProject}), 'personal', count(*) filter (where not (${inProject})))`

/**
 * Joins the claims that meet the condition. The lateral join with `offset 0` makes PostgreSQL look them up row by row:
 * it expects far more rows from the recursion than there are and would otherwise read the whole table of claims.
 */
const claimsWhere = (condition: string) =>
  sql.raw(`cross join lateral (select c.id, c.created_by from claims c where ${condition} offset 0) c`)

/**
 * Counts the content of an account, in one statement; undefined if the account does not exist. `claimsOfOthers` counts
 * claims by other users that would be deleted along with all of the account's content.
 */
export async function selectUserContent(db: Database, id: string): Promise<UserContentCounts | undefined> {
  const { rows } = await sql<UserContentCounts>`
    with recursive own_summaries as (
      select s.id from video_summaries s where s.created_by = ${id}
      union select s.id from video_summaries s join personas p on p.id = s.persona_id where p.user_id = ${id}
    ), gone(id) as (
      (select c.id from claims c where c.created_by = ${id}
       union select c.id from own_summaries o ${claimsWhere('c.summary_id = o.id')})
      union
      select c.id from gone g ${claimsWhere('c.parent_claim_id = g.id')}
    )
    select
      (select ${split(sql`p.project_id is not null`)} from personas p where p.user_id = u.id) as personas,
      (select ${split(sql`w.project_id is not null`)} from world_states w join world_objects o on o.world_id = w.id
        where w.user_id = u.id) as world_objects,
      (select ${split(sql`s.project_id is not null`)} from video_summaries s where s.created_by = u.id) as summaries,
      (select ${split(sql`coalesce(c.project_id, s.project_id) is not null`)} from claims c
         join video_summaries s on s.id = c.summary_id where c.created_by = u.id) as claims,
      (select ${split(sql`coalesce(c.project_id, s.project_id) is not null`)} from claim_relations r
         join claims c on c.id = r.source_claim_id join video_summaries s on s.id = c.summary_id
        where r.created_by = u.id) as claim_relations,
      (select ${split(sql`a.project_id is not null`)} from annotations a where a.created_by_user_id = u.id) as annotations,
      (select count(*)::int from gone g ${claimsWhere('c.id = g.id')} where c.created_by <> u.id) as claims_of_others,
      (select count(*)::int from projects p where p.owner_user_id = u.id) as projects,
      (select count(*)::int from sessions n where n.user_id = u.id) as sessions,
      (select count(*)::int from api_tokens t where t.user_id = u.id) as tokens,
      (select count(*)::int from api_keys k where k.user_id = u.id) as api_keys
      from users u where u.id = ${id} and u.removed_at is null`.execute(db)
  return rows[0]
}

/** Content that only an administrator can delete, with the ids of its first ten rows. */
export interface LeftContent {
  kind: ContentType
  count: number
  ids: string[]
}

/**
 * Counts the content of removed users that is outside of projects and on which no work of others depends. Its projects
 * are deleted, so that no user sees it.
 */
export async function selectLeftContent(db: Database): Promise<LeftContent[]> {
  const rows = (kind: ContentType, unused: RawBuilder<unknown>) =>
    sql`select ${sql.lit(kind)} as kind, x.id from ${sql.table(kinds[kind].table)} x where ${left(kind, 'x')} and ${unused}`
  const { rows: found } = await sql<LeftContent>`
    select kind, count(*)::int as count, (array_agg(id::text order by id))[1:10] as ids from (
      ${rows('annotation', sql`true`)}
      union all ${rows('summary', sql`not exists (select from claims c where c.summary_id = x.id and c.created_by <> x.created_by)`)}
      union all ${rows(
        'persona',
        sql`not exists (select from video_summaries s where s.persona_id = x.id)
        and not exists (select from annotations a where a.persona_id = x.id)`,
      )}) rows
    group by kind order by kind`.execute(db)
  return found
}
