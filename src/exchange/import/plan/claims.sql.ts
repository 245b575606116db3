import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Database } from '../../../database/client.js'
import { live, settleConflicts, settleMissing, target, type MissingPolicy } from './settle.sql.js'

const noRange = sql`null::json as frame_range`
const renewed = { state: 'import', renew: true } as const
const skipped = { state: 'skip' } as const

/**
 * I-24: the same id, or a summary of the same video and persona, stays; claims of the file attach to it. `usable` is
 * over s.
 */
export async function planSummaries(
  db: Database,
  userId: string,
  usable: RawBuilder<SqlBool>,
  missing: MissingPolicy,
): Promise<void> {
  const own = sql`select l.line, l.id as existing, ${noRange}, 'The summary exists' as details
    from ${live('summary')} l join video_summaries s on s.id = l.uid where l.new_id is null and s.created_by = ${userId}`
  await settleConflicts(db, own, 'duplicate-summary', 'skip', skipped)
  const pair = sql`select l.line, case when ${usable} then s.id::text end as existing, ${noRange}, 'A summary of the same video and persona exists' as details
    from ${live('summary')} l ${target('persona', 't', 'l.persona_id')} join video_summaries s on s.video_id = l.video_id and s.persona_id = t.final_id`
  await settleConflicts(db, pair, 'duplicate-summary', 'skip', skipped)
  const foreign = sql`select l.line, null as existing, ${noRange}, 'The id is in use; the summary gets a new one' as details
    from ${live('summary')} l join video_summaries s on s.id = l.uid where l.new_id is null`
  await settleConflicts(db, foreign, 'id-conflict', 'regenerate-id', renewed)
  const second = sql`select r.line, r.first as existing, ${noRange}, 'An earlier line has a summary of the same video and persona' as details from (
      select l.line, first_value(coalesce(l.new_id, l.id)) over w as first, row_number() over w as n
        from ${live('summary')} l ${target('persona', 't', 'l.persona_id')} window w as (partition by l.video_id, t.final_id order by l.line)) r where r.n > 1`
  await settleConflicts(db, second, 'duplicate-summary', 'skip', skipped)
  await sql`insert into import_targets (kind, id, final_id, fresh, own)
    select 'summary', id, coalesce(case when state = 'skip' then existing_id end, new_id, id)::uuid, state = 'import', true
      from import_lines where kind = 'summary' and (state = 'import' or existing_id is not null)`.execute(db)
  await sql`insert into import_targets (kind, id, final_id, fresh, own) select distinct 'summary', l.summary_id, s.id, false, true
      from (select distinct summary_id, summary_id::uuid as uid from import_lines where kind = 'claim' and state = 'import' offset 0) l
      join video_summaries s on s.id = l.uid where ${usable} on conflict do nothing`.execute(db)
  const orphans = sql`select l.line, l.summary_id as missing from import_lines l where l.kind = 'claim' and l.state = 'import'
    and not exists (select from import_targets t where t.kind = 'summary' and t.id = l.summary_id)`
  await settleMissing(db, orphans, 'summary', missing)
}

/** I-24; a claim whose parents do not lead to a root of its summary is missing one (also in a circle). */
export async function planClaims(db: Database, userId: string, missing: MissingPolicy): Promise<void> {
  const known = (
    condition: RawBuilder<SqlBool>,
    existing: RawBuilder<unknown>,
    details: string,
  ) => sql`select l.line, ${existing} as existing, ${noRange}, ${details} as details
    from ${live('claim')} l join claims c on c.id = l.uid where l.new_id is null and ${condition}`
  await settleConflicts(
    db,
    known(sql<SqlBool>`c.created_by = ${userId}`, sql`l.id`, 'The claim exists'),
    'duplicate-claim',
    'skip',
    skipped,
  )
  await settleConflicts(
    db,
    known(sql<SqlBool>`true`, sql`null`, 'The id is in use; the claim gets a new one'),
    'id-conflict',
    'regenerate-id',
    renewed,
  )
  await sql`with recursive claim_lines as materialized (
      select l.line, l.id, l.source_id, t.final_id as summary from import_lines l ${target('summary', 't', 'l.summary_id')} where l.kind = 'claim' and l.state = 'import'
    ), placed(line, id, summary, depth) as (
      select v.line, v.id, v.summary, 0 from claim_lines v where v.source_id is null
         or not exists (select from claim_lines x where x.id = v.source_id) and exists (select from claims c where c.id = v.source_id::uuid and c.summary_id = v.summary)
      union all
      select v.line, v.id, v.summary, p.depth + 1 from placed p join claim_lines v on v.source_id = p.id and v.summary = p.summary
    ) update import_lines l set depth = p.depth from placed p where p.line = l.line`.execute(db)
  await settleMissing(
    db,
    sql`select line, source_id as missing from import_lines where kind = 'claim' and state = 'import' and depth is null`,
    'claim',
    missing,
  )
  await sql`insert into import_targets (kind, id, final_id, fresh, own) select 'claim', id, coalesce(new_id, id)::uuid, state = 'import', true
      from import_lines where kind = 'claim' and (state = 'import' or existing_id is not null)`.execute(db)
}

/** One relation an ordered pair (RF-34). `readable` (over c) says which stored claims may be its ends. */
export async function planClaimRelations(
  db: Database,
  userId: string,
  readable: RawBuilder<SqlBool>,
  missing: MissingPolicy,
): Promise<void> {
  await sql`insert into import_targets (kind, id, final_id, fresh, own) select distinct 'claim', e.id, c.id, false, true
      from (select distinct x.id, x.id::uuid as uid from import_lines l cross join lateral unnest(array[l.source_id, l.target_id]) x(id)
             where l.kind = 'claim_relation' and l.state = 'import'
               and not exists (select from import_targets t where t.kind = 'claim' and t.id = x.id) offset 0) e
      join claims c on c.id = e.uid where ${readable} on conflict do nothing`.execute(db)
  await settleMissing(
    db,
    sql`select l.line, x.id as missing from import_lines l cross join lateral unnest(array[l.source_id, l.target_id]) x(id)
    where l.kind = 'claim_relation' and l.state = 'import' and not exists (select from import_targets t where t.kind = 'claim' and t.id = x.id)`,
    'claim',
    missing,
  )
  const known = (
    condition: RawBuilder<SqlBool>,
    existing: RawBuilder<unknown>,
    details: string,
  ) => sql`select l.line, ${existing} as existing, ${noRange}, ${details} as details
    from ${live('claim_relation')} l join claim_relations r on r.id = l.uid where l.new_id is null and ${condition}`
  await settleConflicts(
    db,
    known(sql<SqlBool>`r.created_by = ${userId}`, sql`l.id`, 'The relation exists'),
    'duplicate-claim-relation',
    'skip',
    skipped,
  )
  await settleConflicts(
    db,
    known(sql<SqlBool>`true`, sql`null`, 'The id is in use; the relation gets a new one'),
    'id-conflict',
    'regenerate-id',
    renewed,
  )
  const ends = sql`${target('claim', 'a', 'l.source_id')} ${target('claim', 'b', 'l.target_id')}`
  const pair = sql`select l.line, r.id::text as existing, ${noRange}, 'A relation of the same claims exists' as details
    from ${live('claim_relation')} l ${ends} join claim_relations r on r.source_claim_id = a.final_id and r.target_claim_id = b.final_id`
  await settleConflicts(db, pair, 'duplicate-claim-relation', 'skip', skipped)
  const second = sql`select x.line, null as existing, ${noRange}, 'An earlier line relates the same claims' as details from (
    select l.line, row_number() over (partition by a.final_id, b.final_id order by l.line) as n from ${live('claim_relation')} l ${ends}) x where x.n > 1`
  await settleConflicts(db, second, 'duplicate-claim-relation', 'skip', skipped)
}
