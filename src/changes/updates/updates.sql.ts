import { sql } from 'kysely'
import type { Database } from '../../database/driver/client.js'
import { all, isAny, type Condition } from '../../database/rows/conditions.js'
import { lasting, sharedTo } from '../../access/rules.js'
import type { Abilities } from '../../access/abilities.js'
import { kindNames, type LoggedKind } from '../../kinds.js'
import { selectEntries } from '../log/entries.sql.js'

// The log read by snapshots: an answer has the changes of all transactions that have ended since the last one, in any
// order. The feed reads it up to the first transaction that still runs instead, because its positions are in order;
// then the import of one user, a transaction of a minute, would hold back the news of all others.

/** Where a reader of updates is: the name of the log, and the snapshot up to which it knows all changes. */
export interface UpdatesPosition {
  log: string
  snapshot: string
}

/** Changes that are alike: of one kind, in one place, by one request. */
export interface UpdateGroup {
  kind: LoggedKind
  owner: string | null
  project: string | null
  formerOwner: string | null
  formerProject: string | null
  actor: string | null
  request: string | null
  video: string | null
  /** Of claims: their summary, and the user who made it. */
  summary: string | null
  summaryOwner: string | null
  /** Of a share or a project: the users and groups that it is shared with, or that own it. */
  concerned: (string | null)[] | null
  /** The ids of the things; null if there are more than `mostIds`. */
  things: string[] | null
}

/** How many ids of a group are listed. */
const mostIds = 50
/** How many changes are read one by one; of more, only kinds, owners and projects are read. */
const mostEntries = 10_000
const mostGroups = 1_000

/** Rows that only store parts of other things change together with these. */
const told = kindNames<LoggedKind>(({ log, isStorage }) => log !== undefined && isStorage === undefined)

/** A condition on entries (c): their transactions have ended since the snapshot. */
const since = (snapshot: string): Condition =>
  all(
    sql`c.tx >= change_base() + pg_snapshot_xmin(${snapshot}::pg_snapshot)::text::bigint`,
    sql`not pg_visible_in_snapshot((c.tx - change_base())::text::xid8, ${snapshot}::pg_snapshot)`,
    isAny('c.kind', told, 'text'),
  )

/** Selects the position of the current moment. */
export const selectPosition = sql<UpdatesPosition>`
  select change_log() as log, pg_current_snapshot()::text as snapshot`

/** Returns whether the log of that name has everything that follows the snapshot. */
export async function selectIsComplete(db: Database, { log, snapshot }: UpdatesPosition): Promise<boolean> {
  const { rows } = await sql<{ complete: boolean }>`
    select change_log() = ${log} and change_start() <= change_base() + pg_snapshot_xmin(${snapshot}::pg_snapshot)::text::bigint
      and pg_snapshot_xmin(${snapshot}::pg_snapshot) <= pg_snapshot_xmin(pg_current_snapshot()) as complete`.execute(db)
  return rows[0]!.complete
}

const before = (column: string) => sql`c.before ->> ${sql.lit(column)}`

/**
 * Selects the changes of transactions that have ended since the snapshot, and the snapshot up to which they were read.
 */
export async function selectUpdates(db: Database, snapshot: string) {
  const entries = selectEntries({ columns: sql`c.*`, where: since(snapshot), limit: mostEntries + 1 })
  const { rows } = await sql<{ snapshot: string; groups: UpdateGroup[] | null }>`
    with c as materialized (${entries}),
    g as materialized (
      select c.kind, c.owner_id as owner, c.project_id as project, c.former_owner_id as "formerOwner",
             c.former_project_id as "formerProject", c.actor_id as actor, c.request_id as request, k.video, k.summary,
             k."summaryOwner", k.concerned,
             case when count(distinct c.thing) <= ${mostIds}
               then json_agg(distinct c.thing) filter (where c.thing is not null) end as things
        from c
        left join lateral (
          select coalesce(a.video_id, ${before('video_id')}) as video, null::uuid as summary, null::uuid as "summaryOwner",
                 null::uuid[] as concerned
            from (select) one left join annotations a on a.id = c.thing where c.kind = 'annotation'
          union all
          select coalesce(s.video_id, ${before('video_id')}), null, null, null
            from (select) one left join video_summaries s on s.id = c.thing where c.kind = 'summary'
          union all
          select s.video_id, m.summary_id, s.created_by, null
            from (select) one left join claims m on m.id = c.thing
            left join video_summaries s on s.id = coalesce(m.summary_id, (${before('summary_id')})::uuid)
           where c.kind = 'claim'
          union all
          select null, null, null, array[h.shared_with_user_id, h.shared_with_group_id,
                 (${before('shared_with_user_id')})::uuid, (${before('shared_with_group_id')})::uuid]
            from (select) one left join resource_shares h on h.id = c.thing where c.kind = 'share'
          union all
          select null, null, null, array[p.owner_group_id, (${before('owner_group_id')})::uuid]
            from (select) one left join projects p on p.id = c.thing where c.kind = 'project'
        ) k on true
       where (select count(*) from c) <= ${mostEntries}
       group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11
       limit ${mostGroups + 1})
    select pg_current_snapshot()::text as snapshot,
      case when (select count(*) from c) <= ${mostEntries} and (select count(*) from g) <= ${mostGroups}
        then (select coalesce(json_agg(g), '[]') from g) end as groups`.execute(db)
  const { snapshot: to, groups } = rows[0]!
  return { snapshot: to, groups: groups ?? (await selectCoarseUpdates(db, snapshot, to)) }
}

/** Selects the same changes, told apart by no more than kind, owner and project; null if they are too many. */
async function selectCoarseUpdates(db: Database, snapshot: string, to: string): Promise<UpdateGroup[] | null> {
  const ended = sql`pg_visible_in_snapshot((c.tx - change_base())::text::xid8, ${to}::pg_snapshot)`
  const { rows } = await sql<UpdateGroup>`
    select distinct c.kind, c.owner_id as owner, c.project_id as project, c.former_owner_id as "formerOwner",
           c.former_project_id as "formerProject", null as actor, null as request, null as video,
           null as summary, null as "summaryOwner", null as concerned, null as things
      from changes c where ${since(snapshot)} and ${ended} limit ${mostGroups + 1}`.execute(db)
  return rows.length > mostGroups ? null : rows
}

/** Something that is shared with the user: its id, who shares it, and of a claim its summary. */
export interface SharedThing {
  thing: string
  owner: string
  summary: string | null
}

/** Selects what is shared with the user and the user's groups. */
export async function selectSharedThings(db: Database, abilities: Abilities): Promise<SharedThing[]> {
  const { rows } = await sql<SharedThing>`
    select sh.resource_id as thing, sh.shared_by_user_id as owner, c.summary_id as summary
      from resource_shares sh left join claims c on c.id = sh.claim_id
     where ${sharedTo(abilities, 'sh')} and ${lasting('sh')}`.execute(db)
  return rows
}
