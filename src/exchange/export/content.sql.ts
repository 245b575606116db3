import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { plain, type Printed, type Value } from '../../database/rows/print.js'
import { authorOf, inEnvelope, orderTime, placeOf, signed, type ExportRows } from './export-rows.sql.js'
import { inOrder } from './rows.sql.js'
import {
  claimData,
  claimRelationData,
  correspondenceData,
  ontologyData,
  personaData,
  summaryData,
  typedLine,
} from './lines.sql.js'

/**
 * Selects other users' claims that the export needs: those above the caller's claims, those joined by the caller's
 * relations, and all claims above these. `readable` is a condition on the alias c (claims). The lateral joins with
 * `offset 0` keep a look-up of each claim by its id: PostgreSQL expects far more rows from the recursion than it
 * returns and would otherwise read the whole table at each step.
 */
export function selectBorrowedClaims(userId: string, readable: RawBuilder<SqlBool>) {
  return sql<{ id: string }>`with recursive needed(id) as (
      select k.parent_claim_id from claims k where k.created_by = ${userId} and k.parent_claim_id is not null
      union select unnest(array[r.source_claim_id, r.target_claim_id]) from claim_relations r where r.created_by = ${userId}
      union select k.parent_claim_id from needed n
        cross join lateral (select c.parent_claim_id from claims c where c.id = n.id offset 0) k where k.parent_claim_id is not null
    ) select c.id from needed n
        cross join lateral (select c.* from claims c where c.id = n.id offset 0) c
       where c.created_by is distinct from ${userId} and ${readable}`
}

/**
 * Selects other users' summaries that the exported claims belong to. `readable` is a condition on the alias s
 * (summaries). `offset 0` keeps a look-up of each summary by its id: otherwise PostgreSQL reads the whole table.
 */
export function selectBorrowedSummaries(userId: string, claimIds: readonly string[], readable: RawBuilder<SqlBool>) {
  return sql<{ id: string }>`select s.id
      from (select distinct k.summary_id as id from claims k where k.created_by = ${userId} or k.id = any(${claimIds}::uuid[])) n
     cross join lateral (select s.* from video_summaries s where s.id = n.id offset 0) s
     where s.created_by is distinct from ${userId} and ${readable}`
}

/**
 * Selects other users' personas that the exported annotations and summaries refer to, and whether the caller may read
 * each. `readable` is a condition on the alias p (personas).
 */
export function selectBorrowedPersonas(userId: string, summaryIds: readonly string[], readable: RawBuilder<SqlBool>) {
  return sql<{
    id: string
    readable: boolean
  }>`select p.id, ${readable} as readable from personas p where p.user_id <> ${userId} and p.id in (
      select distinct a.persona_id from annotations a where a.created_by_user_id = ${userId}
      union select s.persona_id from video_summaries s where s.created_by = ${userId} or s.id = any(${summaryIds}::uuid[]))`
}

/** Selects the id of the caller's world within a project, or of their personal world if `projectId` is null. */
export function selectWorldId(userId: string, projectId: string | null) {
  return sql<{
    id: string
  }>`select id from world_states where user_id = ${userId} and project_id is not distinct from ${projectId}::uuid`
}

/**
 * Selects the personas that the exported annotations refer to but the caller may not read; the names of their types
 * must not be exported. `annotations` is a condition on the alias a, `readable` a condition on p (personas).
 */
export function selectUnreadablePersonas(annotations: RawBuilder<SqlBool>, readable: RawBuilder<SqlBool>) {
  return sql<{ id: string }>`select p.id from personas p
    where p.id in (select distinct a.persona_id from annotations a where ${annotations}) and not ${readable}`
}

/**
 * Selects a line for each persona, followed by the line of its ontology, oldest first. `personas` is a condition for
 * the lines of personas; with `ontologies` false, those of ontologies are omitted.
 */
export function selectPersonaLines(
  rows: ExportRows,
  { personas = sql`true`, ontologies = true }: { personas?: RawBuilder<unknown>; ontologies?: boolean } = {},
): RawBuilder<unknown> {
  const place = placeOf(rows, 'p.project_id')
  const lineOf = (type: string, id: string, part: number, data: Printed) =>
    inEnvelope(
      rows,
      { type, id: plain(id), order: [orderTime('p.created_at'), plain('p.id'), sql.lit(part)] },
      typedLine(type, place, signed(rows, data)),
    )
  const personaLine = lineOf('persona', 'p.id', 1, personaData)
  const ontologyLine = lineOf('ontology', 'o.id', 2, ontologyData)
  return sql`select x.line from personas p left join ontologies o on o.persona_id = p.id ${signers(rows, 'p.user_id')}
    cross join lateral (values (1, case when ${personas} then ${personaLine} end),
      (2, case when ${ontologies ? sql`o.id is not null` : sql`false`} then ${ontologyLine} end)) x(part, line)
   where ${rows.personas} and x.line is not null order by p.created_at, p.id, x.part`
}

/** Returns a join that adds the author of each row, if the export's lines have authors. */
const signers = ({ authors }: ExportRows, owner: string) => (authors ? authorOf(owner) : sql``)

/** Selects one line for each row, oldest first. */
function linesOf(
  rows: ExportRows,
  { table, alias, where }: { table: string; alias: string; where: RawBuilder<unknown> },
  type: string,
  members: Printed,
  project: Value = `${alias}.project_id`,
): RawBuilder<unknown> {
  const order = sql`${sql.ref(alias)}.created_at, ${sql.ref(alias)}.id`
  const id = plain(`${alias}.id`)
  const line = typedLine(type, placeOf(rows, project), signed(rows, members))
  return sql`select ${inEnvelope(rows, { type, id, order: [orderTime(`${alias}.created_at`), id] }, line)}
    from ${inOrder(table, alias, where, order)} ${signers(rows, `${alias}.created_by`)} order by ${order}`
}

/** The project of a correspondence of types: that of both personas. */
const projectOfCorrespondence = sql`(select p.project_id from personas p join personas o on o.id = k.second_persona_id
  where p.id = k.first_persona_id and p.project_id = o.project_id)`

export function selectCorrespondenceLines(rows: ExportRows): RawBuilder<unknown> {
  const of = { table: 'type_correspondences', alias: 'k', where: rows.correspondences }
  return linesOf(rows, of, 'type_correspondence', correspondenceData, projectOfCorrespondence)
}

export function selectSummaryLines(rows: ExportRows): RawBuilder<unknown> {
  return linesOf(rows, { table: 'video_summaries', alias: 's', where: rows.summaries }, 'summary', summaryData)
}

/**
 * Selects whether any exported claim is older than its parent, which is rare. Claims then cannot simply be sorted by
 * time: such a claim is placed as if it had been created right after its parent. The statement counts instead of
 * testing for existence, because for a test PostgreSQL expects to find such a claim soon and looks up the parents one
 * by one.
 */
export function selectHasOlderChild(rows: ExportRows) {
  return sql<{
    found: boolean
  }>`select count(*) > 0 as found from claims c join claims parent on parent.id = c.parent_claim_id
    where ${rows.claims} and (c.created_at, c.id) < (parent.created_at, parent.id)`
}

/**
 * Returns SQL for the time by which each claim is sorted: its own, or that of the newest claim above it if that is
 * later.
 */
const claimTimes = (rows: ExportRows) => sql`with recursive placed(id, at, by, depth) as (
    select c.id, c.created_at, c.id, 0 from claims c where c.parent_claim_id is null
       and c.summary_id in (select c.summary_id from claims c where ${rows.claims})
    union all
    select k.id, case when (k.created_at, k.id) > (t.at, t.by) then k.created_at else t.at end,
           case when (k.created_at, k.id) > (t.at, t.by) then k.id else t.by end, t.depth + 1
      from placed t join claims k on k.parent_claim_id = t.id
  )`

/** Selects the lines of claims, parents before their subclaims (XR-17). */
export function selectClaimLines(rows: ExportRows, olderChild: boolean): RawBuilder<unknown> {
  if (!olderChild) return linesOf(rows, { table: 'claims', alias: 'c', where: rows.claims }, 'claim', claimData)
  const order = [orderTime('t.at'), plain('t.by'), sql`t.depth`, orderTime('c.created_at'), plain('c.id')]
  const line = typedLine('claim', placeOf(rows, 'c.project_id'), signed(rows, claimData))
  return sql`${claimTimes(rows)} select ${inEnvelope(rows, { type: 'claim', id: plain('c.id'), order }, line)}
      from claims c join placed t on t.id = c.id ${signers(rows, 'c.created_by')}
    where ${rows.claims} order by t.at, t.by, t.depth, c.created_at, c.id`
}

/** The project of a claim relation, which is that of its source. */
const projectOfRelation = sql`(select e.project_id from claims e where e.id = r.source_claim_id)`

export function selectClaimRelationLines(rows: ExportRows): RawBuilder<unknown> {
  const relations = { table: 'claim_relations', alias: 'r', where: rows.relations }
  return linesOf(rows, relations, 'claim_relation', claimRelationData, projectOfRelation)
}

/**
 * Selects each summary, followed by its claims and then by the relations whose ends have both been written (X-12). A
 * relation is written with the later of its two claims. Claims whose summary is not in the export come last.
 */
export function selectSummaryBlocks(rows: ExportRows, olderChild: boolean): RawBuilder<unknown> {
  const times = olderChild
    ? claimTimes(rows)
    : sql`with placed as (select c.id, c.created_at as at, c.id as by, 0 as depth from claims c where ${rows.claims})`
  const behind = sql`(select max(n) + 1 from listed)`
  return sql`${times}, listed as (
      select s.id, row_number() over (order by s.created_at, s.id) as n from video_summaries s where ${rows.summaries})
    select x.line from (
      select l.n, 1 as part, null::timestamptz as at, null::uuid as by, 0 as depth, s.created_at, s.id,
             ${typedLine('summary', placeOf(rows, 's.project_id'), signed(rows, summaryData))} as line
        from listed l join video_summaries s on s.id = l.id ${signers(rows, 's.created_by')}
      union all
      select coalesce(l.n, ${behind}), 2, t.at, t.by, t.depth, c.created_at, c.id, ${typedLine('claim', placeOf(rows, 'c.project_id'), signed(rows, claimData))}
        from claims c join placed t on t.id = c.id left join listed l on l.id = c.summary_id ${signers(rows, 'c.created_by')}
       where ${rows.claims}
      union all
      select case when a.n >= b.n then a.n else ${behind} end, 3, null, null, 0, r.created_at, r.id,
             ${typedLine('claim_relation', placeOf(rows, projectOfRelation), signed(rows, claimRelationData))}
        from claim_relations r ${signers(rows, 'r.created_by')}
        left join claims source on source.id = r.source_claim_id left join listed a on a.id = source.summary_id
        left join claims target on target.id = r.target_claim_id left join listed b on b.id = target.summary_id
       where ${rows.relations}
    ) x order by x.n nulls last, x.part, x.at, x.by, x.depth, x.created_at, x.id`
}
