import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Printed } from '../../database/print.js'
import { anyOf, inOrder } from './rows.sql.js'
import { claimData, claimRelationData, ontologyData, personaData, summaryData, typedLine } from './lines.sql.js'

/** Rows of other people that the caller's rows refer to and the caller may read. All four are usually empty. */
export interface Borrowed {
  personas: readonly string[]
  summaries: readonly string[]
  claims: readonly string[]
  /** Personas the caller's rows name but the caller may not read. */
  unreadable: readonly string[]
}

export interface ContentScope {
  userId: string
  /** Never a line (AM-06). */
  systemPersonaId: string
  borrowed: Borrowed
}

/**
 * Other people's claims that own claims stand below or own relations join, with the claims above them; `readable` is
 * over c.
 */
export function selectBorrowedClaims(userId: string, readable: RawBuilder<SqlBool>) {
  return sql<{ id: string }>`with recursive needed(id) as (
      select k.parent_claim_id from claims k where k.created_by = ${userId} and k.parent_claim_id is not null
      union select unnest(array[r.source_claim_id, r.target_claim_id]) from claim_relations r where r.created_by = ${userId}
      union select k.parent_claim_id from needed n join claims k on k.id = n.id where k.parent_claim_id is not null
    ) select c.id from needed n join claims c on c.id = n.id where c.created_by is distinct from ${userId} and ${readable}`
}

/** Other people's summaries of the exported claims; `readable` is over s. */
export function selectBorrowedSummaries(userId: string, claimIds: readonly string[], readable: RawBuilder<SqlBool>) {
  return sql<{
    id: string
  }>`select s.id from video_summaries s where s.created_by is distinct from ${userId} and ${readable}
    and s.id in (select k.summary_id from claims k where k.created_by = ${userId} or k.id = any(${claimIds}::uuid[]))`
}

/** Other people's personas of the exported rows; `readable` is over p. */
export function selectBorrowedPersonas(userId: string, summaryIds: readonly string[], readable: RawBuilder<SqlBool>) {
  return sql<{
    id: string
    readable: boolean
  }>`select p.id, ${readable} as readable from personas p where p.user_id <> ${userId} and p.id in (
      select distinct a.persona_id from annotations a where a.created_by_user_id = ${userId}
      union select s.persona_id from video_summaries s where s.created_by = ${userId} or s.id = any(${summaryIds}::uuid[]))`
}

/** The caller's personal world, or the one within a project. */
export function selectWorldId(userId: string, projectId: string | null) {
  return sql<{
    id: string
  }>`select id from world_states where user_id = ${userId} and project_id is not distinct from ${projectId}::uuid`
}

const also = (column: string, ids: readonly string[]) =>
  ids.length ? sql`or ${sql.ref(column)} = ${anyOf(ids, 'uuid')}` : sql``

const personas = ({ userId, systemPersonaId, borrowed }: ContentScope) =>
  sql`(p.user_id = ${sql.lit(userId)} ${also('p.id', borrowed.personas)}) and p.id <> ${sql.lit(systemPersonaId)}`
const summaries = ({ userId, borrowed }: ContentScope) =>
  sql`(s.created_by = ${sql.lit(userId)} ${also('s.id', borrowed.summaries)})`
const claims = ({ userId, borrowed }: ContentScope) =>
  sql`(c.created_by = ${sql.lit(userId)} ${also('c.id', borrowed.claims)})`
const relations = ({ userId }: ContentScope) => sql`r.created_by = ${sql.lit(userId)}`

/** Each persona followed by its ontology, oldest first. */
export function selectPersonaLines(scope: ContentScope): RawBuilder<unknown> {
  return sql`select x.line from personas p left join ontologies o on o.persona_id = p.id
    cross join lateral (values (1, ${typedLine('persona', personaData)}), (2, case when o.id is not null then ${typedLine('ontology', ontologyData)} end)) x(part, line)
   where ${personas(scope)} and x.line is not null order by p.created_at, p.id, x.part`
}

/** A line of each row, oldest first. */
function linesOf(table: string, alias: string, where: RawBuilder<unknown>, line: Printed): RawBuilder<unknown> {
  const order = sql`${sql.ref(alias)}.created_at, ${sql.ref(alias)}.id`
  return sql`select ${line} from ${inOrder(table, alias, where, order)} order by ${order}`
}

export function selectSummaryLines(scope: ContentScope): RawBuilder<unknown> {
  return linesOf('video_summaries', 's', summaries(scope), typedLine('summary', summaryData))
}

/**
 * Whether a claim is older than its parent. Then claims are not simply in order of time: such a claim follows its
 * parent as if it had been made right after it.
 */
export function selectHasOlderChild(scope: ContentScope) {
  return sql<{ found: boolean }>`select exists (select from claims c join claims parent on parent.id = c.parent_claim_id
    where ${claims(scope)} and (c.created_at, c.id) < (parent.created_at, parent.id)) as found`
}

/** The time by which each claim is sorted: its own, or that of the newest claim above it. */
const claimTimes = (scope: ContentScope) => sql`with recursive placed(id, at, by, depth) as (
    select c.id, c.created_at, c.id, 0 from claims c where c.parent_claim_id is null
       and c.summary_id in (select c.summary_id from claims c where ${claims(scope)})
    union all
    select k.id, case when (k.created_at, k.id) > (t.at, t.by) then k.created_at else t.at end,
           case when (k.created_at, k.id) > (t.at, t.by) then k.id else t.by end, t.depth + 1
      from placed t join claims k on k.parent_claim_id = t.id
  )`

/** Parents before children (XR-17). */
export function selectClaimLines(scope: ContentScope, olderChild: boolean): RawBuilder<unknown> {
  if (!olderChild) return linesOf('claims', 'c', claims(scope), typedLine('claim', claimData))
  return sql`${claimTimes(scope)} select ${typedLine('claim', claimData)} from claims c join placed t on t.id = c.id
    where ${claims(scope)} order by t.at, t.by, t.depth, c.created_at, c.id`
}

export function selectClaimRelationLines(scope: ContentScope): RawBuilder<unknown> {
  return linesOf('claim_relations', 'r', relations(scope), typedLine('claim_relation', claimRelationData))
}

/**
 * each summary, its claims, then the relations whose ends have both been written; a relation waits for the later
 * of its ends.
 */
export function selectSummaryBlocks(scope: ContentScope, olderChild: boolean): RawBuilder<unknown> {
  const times = olderChild
    ? claimTimes(scope)
    : sql`with placed as (select c.id, c.created_at as at, c.id as by, 0 as depth from claims c where ${claims(scope)})`
  return sql`${times}, listed as (select s.id, row_number() over (order by s.created_at, s.id) as n from video_summaries s where ${summaries(scope)})
    select x.line from (
      select l.n, 1 as part, null::timestamptz as at, null::uuid as by, 0 as depth, s.created_at, s.id, ${typedLine('summary', summaryData)} as line
        from listed l join video_summaries s on s.id = l.id
      union all
      select l.n, 2, t.at, t.by, t.depth, c.created_at, c.id, ${typedLine('claim', claimData)}
        from listed l join claims c on c.summary_id = l.id join placed t on t.id = c.id where ${claims(scope)}
      union all
      select case when a.n >= b.n then a.n else (select max(n) + 1 from listed) end, 3, null, null, 0, r.created_at, r.id, ${typedLine('claim_relation', claimRelationData)}
        from claim_relations r
        left join claims source on source.id = r.source_claim_id left join listed a on a.id = source.summary_id
        left join claims target on target.id = r.target_claim_id left join listed b on b.id = target.summary_id
       where ${relations(scope)}
    ) x order by x.n nulls last, x.part, x.at, x.by, x.depth, x.created_at, x.id`
}
