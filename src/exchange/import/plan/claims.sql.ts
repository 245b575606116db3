import { sql } from 'kysely'
import type { Database } from '../../../database/driver/client.js'
import { conflict, idInUse, missing } from './notes.js'
import { skipped, type Planning, type Step } from './planning.js'
import { repeated, target, type Fragment } from './rule.sql.js'
import { nameLines, nameStored, unnamed } from './targets.sql.js'

/**
 * Returns the rules for summaries. A stored summary with the same id, or of the same video and persona, is not changed,
 * and claims of the file are attached to it (I-24).
 */
export function summaries({ userId, usable, missingForGood }: Planning): Step[] {
  const kinds = ['summary'] as const
  const ofPersona = { kinds, refers: { t: ['persona', 'persona_id'] as const } }
  const byId = (where: Fragment) => ({
    kinds,
    joins: sql`join video_summaries s on s.id = l.uid`,
    where: sql`l.new_id is null and ${where}`,
  })
  const byPair = {
    ...ofPersona,
    joins: sql`join video_summaries s on s.video_id = l.video_id and s.persona_id = t.final_id`,
    existing: sql`case when ${usable.summary} then s.id end`,
    details: 'A summary of the same video and persona exists',
  }
  const secondPair = {
    ...ofPersona,
    joins: sql`${repeated(ofPersona, [sql`l.video_id`, sql`t.final_id`])}
      join import_lines f on f.line = e.line`,
    existing: sql`coalesce(f.new_id, f.id)`,
    details: 'An earlier line has a summary of the same video and persona',
  }
  const own = { ...byId(sql`s.created_by = ${userId}`), existing: sql`l.id`, details: 'The summary exists' }
  const named = sql`select summary_id as id from import_lines where kind = 'claim' and state = 'import'`
  return [
    conflict('duplicate-summary', own, 'skip', skipped),
    conflict('duplicate-summary', byPair, 'skip', skipped),
    idInUse('summary', byId(sql`true`)),
    conflict('duplicate-summary', secondPair, 'skip', skipped),
    nameLines('summary'),
    nameStored('summary', named, usable.summary, sql`true`),
    missing(
      'summary',
      { kinds: ['claim'], where: unnamed('summary', sql`l.summary_id`), id: sql`l.summary_id` },
      missingForGood,
    ),
  ]
}

/**
 * Returns the rules for claims. A stored claim is not changed (I-24). A claim that no chain of parents connects to a
 * root of its summary counts as having a missing parent, and so do claims that form a circle.
 */
export function claims({ userId, usable, missingForGood }: Planning): Step[] {
  const byId = (where: Fragment) => ({
    kinds: ['claim'] as const,
    joins: sql`join claims c on c.id = l.uid`,
    where: sql`l.new_id is null and ${where}`,
  })
  const own = { ...byId(sql`c.created_by = ${userId}`), existing: sql`l.id`, details: 'The claim exists' }
  // The line of a summary may refer to a stored summary of the caller in a project where they may no longer add claims.
  const closed = {
    kinds: ['claim'] as const,
    refers: { t: ['summary', 'summary_id'] as const },
    joins: sql`join video_summaries s on s.id = t.final_id`,
    where: sql`not ${usable.summary}`,
    id: sql`l.summary_id`,
  }
  return [
    conflict('duplicate-claim', own, 'skip', skipped),
    missing('summary', closed, missingForGood),
    idInUse('claim', byId(sql`true`)),
    placeClaims,
    missing('claim', { kinds: ['claim'], where: sql`l.depth is null`, id: sql`l.source_id` }, missingForGood),
    nameLines('claim'),
  ]
}

/** Computes the depth of each claim below its root; it stays null for claims without a path from a root. */
const placeClaims = (db: Database) =>
  sql`with recursive claim_lines as materialized (
      select l.line, l.id, l.source_id, t.final_id as summary
      from import_lines l
      ${target('summary', 't', 'l.summary_id')}
      where l.kind = 'claim' and l.state = 'import'
    ), placed(line, id, summary, depth) as (
      select v.line, v.id, v.summary, 0
      from claim_lines v
      where v.source_id is null
        or not exists (select from claim_lines x where x.id = v.source_id)
          and exists (select from claims c where c.id = v.source_id::uuid and c.summary_id = v.summary)
      union all
      select v.line, v.id, v.summary, p.depth + 1
      from placed p
      join claim_lines v on v.source_id = p.id and v.summary = p.summary
    )
    update import_lines l set depth = p.depth from placed p where p.line = l.line`.execute(db)

/**
 * Returns the rules for claim relations. There is at most one relation for an ordered pair of claims, and none of the
 * same type in the opposite direction (RF-34). A relation leads from a claim that the caller may change to one that
 * they may read.
 */
export function claimRelations({ userId, usable, missingForGood }: Planning): Step[] {
  const kinds = ['claim_relation'] as const
  const ends = sql`cross join lateral unnest(array[l.source_id, l.target_id]) x(id)`
  const named = sql`select x.id from import_lines l ${ends}
    where l.kind = 'claim_relation' and l.state = 'import' and ${unnamed('claim', sql`x.id`)}`
  const byId = (where: Fragment) => ({
    kinds,
    joins: sql`join claim_relations r on r.id = l.uid`,
    where: sql`l.new_id is null and ${where}`,
  })
  const ofClaims = { kinds, refers: { a: ['claim', 'source_id'] as const, b: ['claim', 'target_id'] as const } }
  const fromOthers = {
    kinds,
    refers: { a: ['claim', 'source_id'] as const },
    joins: sql`join claims c on c.id = a.final_id`,
    id: sql`l.source_id`,
  }
  const own = { ...byId(sql`r.created_by = ${userId}`), existing: sql`l.id`, details: 'The relation exists' }
  const byPair = {
    ...ofClaims,
    joins: sql`join claim_relations r on r.source_claim_id = a.final_id and r.target_claim_id = b.final_id`,
    existing: sql`r.id`,
    details: 'A relation of the same claims exists',
  }
  const secondPair = {
    ...ofClaims,
    joins: repeated(ofClaims, [sql`a.final_id`, sql`b.final_id`]),
    details: 'An earlier line relates the same claims',
  }
  const type = sql`(select b.body ->> 'relationTypeId' from import_bodies b where b.line = l.line)`
  const back = {
    ...ofClaims,
    joins: sql`join claim_relations r on r.source_claim_id = b.final_id and r.target_claim_id = a.final_id
      and r.relation_type_id = ${type}`,
    existing: sql`r.id`,
    details: 'A relation of the same type leads back',
  }
  const [lower, higher] = [sql`least(a.final_id, b.final_id)`, sql`greatest(a.final_id, b.final_id)`]
  const secondBack = {
    ...ofClaims,
    joins: repeated(ofClaims, [lower, higher, type]),
    details: 'An earlier line has a relation of the same type back',
  }
  return [
    nameStored('claim', named, usable.claim, sql`true`),
    missing('claim', { kinds, joins: ends, where: unnamed('claim', sql`x.id`), id: sql`x.id` }, missingForGood),
    missing('claim', { ...fromOthers, where: sql`not a.fresh and not ${usable.source}` }, missingForGood),
    conflict('duplicate-claim-relation', own, 'skip', skipped),
    idInUse('relation', byId(sql`true`)),
    conflict('duplicate-claim-relation', byPair, 'skip', skipped),
    conflict('duplicate-claim-relation', back, 'skip', skipped),
    conflict('duplicate-claim-relation', secondPair, 'skip', skipped),
    conflict('duplicate-claim-relation', secondBack, 'skip', skipped),
  ]
}
