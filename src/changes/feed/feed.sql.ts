import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { horizon } from '../../database/changes/position.js'
import type { Database } from '../../database/driver/client.js'
import { all } from '../../database/rows/conditions.js'
import type { Kind } from '../../database/rows/kind.js'
import { kindNames, kinds, namesOf } from '../../kinds.js'
import { ontologyTypeKind } from '../../personas/persona.kinds.js'
import { inProject, selectEntries, settled, type Place } from '../log/entries.sql.js'
import { kindsInLines } from '../log/logged-kinds.js'

// The statements by which the feed reads the log.

/** The fields of an entry of the log that the feed needs. */
export interface FeedEntry {
  tx: number
  seq: number
  kind: string
  thing: string
  part: string | null
  operation: 'insert' | 'update' | 'delete'
  owner: string | null
  project: string | null
  formerOwner: string | null
  formerProject: string | null
  /** Of a claim that was deleted or moved: its former summary. */
  summary: string | null
  /** Of an ontology that was deleted: its own id. */
  ontology: string | null
  /** The changes of an update on which other lines depend. */
  movedProject: boolean
  movedPlace: boolean
  renamed: boolean
}

export const typeKinds = namesOf(ontologyTypeKind)
/** The kinds of rows that are in the project of their parent. */
const isBelow = ({ content, project, isStorage, hasNoLines }: Kind) =>
  content !== undefined && project === undefined && isStorage === undefined && hasNoLines === undefined
const below = kindNames(isBelow)
const above = kinds.filter(isBelow).map(({ content }) => content!)
const listed = [...kindsInLines, 'user']
/** Entries of these kinds concern lines in any place, because the rows that they change are part of other lines. */
const anywhere = [...typeKinds, 'claim', 'sequence_part', 'user']

/** Whose entries are wanted, besides entries that may concern lines in any place. */
export type EntriesOf =
  | { of: 'all' }
  | { of: 'project'; projectId: string }
  | { of: 'own'; userId: string; worldId: string | null; borrowed: readonly string[] }

function wanted(whose: EntriesOf): RawBuilder<SqlBool> {
  if (whose.of === 'all') return sql<SqlBool>`true`
  const some = sql`c.kind = any(${anywhere})`
  // The entry of a row that was deleted by a cascade has neither owner nor project.
  const cascaded = sql`(c.operation = 'delete' and c.project_id is null and c.kind = any(${below}))`
  if (whose.of === 'project') return sql<SqlBool>`(${inProject(whose.projectId)} or ${some} or ${cascaded})`
  const { userId, worldId, borrowed } = whose
  return sql<SqlBool>`(c.owner_id = ${userId} or c.former_owner_id = ${userId} or c.thing = ${worldId}::uuid
    or c.thing = any(${borrowed}::uuid[]) or ${some} or ${cascaded})`
}

const has = (member: string) => sql`coalesce(c.before -> ${sql.lit(member)} is not null, false)`

/** The entry for the parent with which the row of an entry, on the alias c, was deleted. */
const parentOfDeleted = sql`
  select u.owner_id, u.project_id from changes u
   where u.thing = c.parent_id and u.tx = c.tx and u.part is null and u.operation = 'delete'
     and u.kind = any(${[...new Set(above)]}) limit 1`
/** A join that adds that entry as `up`, for rows that have no project of their own. */
const withParent = sql`left join lateral (${parentOfDeleted}) up
  on c.operation = 'delete' and c.project_id is null and c.kind = any(${below})`

/**
 * Selects entries from one place up to another, in order. If a row was deleted together with
 * its parent, its owner and project are those of the parent.
 */
export async function selectFeedEntries(
  db: Database,
  range: { from: Place; to: Place; limit: number },
  whose: EntriesOf,
): Promise<FeedEntry[]> {
  const columns = sql`
           c.tx, c.seq, c.kind, c.thing, c.part, c.operation, c.former_owner_id as "formerOwner", c.former_project_id as "formerProject",
           coalesce(c.owner_id, up.owner_id) as owner, coalesce(c.project_id, up.project_id) as project,
           case when c.kind = 'claim' then c.before ->> 'summary_id' end as summary,
           case when c.kind = 'ontology' and c.operation = 'delete' then c.before ->> 'id' end as ontology,
           c.operation = 'update' and c.kind = 'claim' and ${has('project_id')} as "movedProject",
           c.operation = 'update' and c.kind = 'claim' and (${has('created_at')} or ${has('parent_claim_id')}) as "movedPlace",
           c.operation = 'update' and c.kind = 'user' and ${has('username')} as renamed`
  const where = all(settled('c'), wanted(whose))
  const { rows } = await selectEntries<FeedEntry>({
    columns,
    joins: withParent,
    kinds: listed,
    where,
    ...range,
  }).execute(db)
  return rows
}

/**
 * Selects the things that have further entries of their kind after an entry in its transaction: their lines come with
 * the last of these entries.
 */
export async function selectContinued(
  db: Database,
  { tx, seq }: { tx: number; seq: number },
  things: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ thing: string }>`
    select t.thing from unnest(${things}::uuid[]) t(thing)
     where exists (select from changes c where c.thing = t.thing and c.tx = ${tx} and c.seq > ${seq}
       and c.kind = any(${['ontology', ...typeKinds, 'annotation', 'sequence_part']}))`.execute(db)
  return rows.map(({ thing }) => thing)
}

/** A change that wakes waiting followers: one row for all changes that are alike. */
export interface NewChange {
  kind: string
  thing: string | null
  owner: string | null
  project: string | null
  formerOwner: string | null
  formerProject: string | null
  /**
   * The ids of other rows that it concerns: of a share its recipient (a user or a group), of a project the group that
   * owns it, of a claim its summary and the owner of the summary. Former values too, if they differ.
   */
  concerned: (string | null)[] | null
  /** Whether it changed the name of a user. */
  renamed: boolean
}

const before = (column: string) => sql`(c.before ->> ${sql.lit(column)})::uuid`

/**
 * Reads how far the log is complete, and the changes since; these are null if there are more than `limit` entries, or
 * more than `most` that are not alike.
 */
export async function selectNewChanges(db: Database, since: number, limit: number, most: number) {
  const where = sql<SqlBool>`c.tx < (select tx from h)`
  const entries = selectEntries({ columns: sql`c.*`, from: { tx: since, seq: 0 }, where, limit: limit + 1 })
  const { rows } = await sql<{ tx: number; changes: NewChange[] | null }>`
    with h as materialized (select ${horizon} as tx), c as materialized (
      ${entries}),
    n as materialized (
      select distinct c.kind, case when c.kind = any(${alike}) then null else c.thing end as thing,
             coalesce(c.owner_id, up.owner_id) as owner, coalesce(c.project_id, up.project_id) as project,
             c.former_owner_id as "formerOwner", c.former_project_id as "formerProject",
             case c.kind
               when 'share' then (
                 select array[s.shared_with_user_id, s.shared_with_group_id, ${before('shared_with_user_id')},
                   ${before('shared_with_group_id')}]
                   from (select) one left join resource_shares s on s.id = c.thing)
               when 'project' then (
                 select array[p.owner_group_id, ${before('owner_group_id')}]
                   from (select) one left join projects p on p.id = c.thing)
               when 'claim' then (
                 select array[k.summary_id, k.summary_owner_id, ${before('summary_id')}, s.created_by]
                   from (select) one left join claims k on k.id = c.thing
                   left join video_summaries s on s.id = ${before('summary_id')})
             end as concerned,
             c.kind = 'user' and c.operation = 'update' and ${has('username')} as renamed
        from c ${withParent}
       limit ${most + 1})
    select h.tx, case when (select count(*) from c) <= ${limit} and (select count(*) from n) <= ${most}
        then (select coalesce(json_agg(n), '[]') from n) end as changes
      from h`.execute(db)
  return rows[0]!
}
/** Kinds of which one act changes many rows: their rows are not told apart. */
const alike = ['annotation', 'claim_relation', 'sequence_part', 'session']
