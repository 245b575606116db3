import { sql } from 'kysely'
import { sequenceText } from '../../../annotations/sequences/sequence-text.js'
import type { Database } from '../../../database/driver/client.js'
import type { ImportOptions } from '../options.js'
import { conflict, idInUse } from './notes.js'
import { skipped, type Planning } from './planning.js'
import type { LineAct } from '../line-state.js'
import { linkedKind } from './world.sql.js'
import { holdsObject, live, type Fragment, type Rule, type Verdict } from './rule.sql.js'

const duplicates: Record<ImportOptions['duplicateSequences'], Verdict> = {
  skip: skipped,
  replace: { state: 'import', act: 'replace' },
  merge: { state: 'import', act: 'merge' },
  'create-new': { state: 'import', renew: true },
  fail: { state: 'fail', stop: true },
}
const overlaps: Record<ImportOptions['overlaps'], Verdict> = {
  skip: skipped,
  split: { state: 'import', act: 'split' },
  extend: { state: 'import', act: 'extend' },
  replace: { state: 'import', act: 'overwrite' },
  fail: { state: 'fail', stop: true },
}

/** The acts that write a line into a stored annotation. */
const writing: readonly (LineAct | undefined)[] = ['replace', 'merge', 'extend', 'overwrite']

/**
 * Returns the rules for annotations: duplicates by id (I-25), and overlaps with stored annotations of the same object
 * or track whose frames intersect (I-26, I-27). The caller's own annotation in a project is not changed if the project
 * does not let them change it (PM-10).
 */
export function annotations({ userId, options, usable }: Planning): Rule[] {
  const byId = (where: Fragment) => ({
    kinds: ['annotation'] as const,
    joins: sql`join annotations a on a.id = l.uid`,
    where: sql`l.new_id is null and ${where}`,
  })
  const own = { ...byId(sql`a.created_by_user_id = ${userId}`), existing: sql`l.id`, details: 'The annotation exists' }
  const met = (which: Fragment) => ({
    kinds: ['annotation'] as const,
    joins: sql`join (${overlapPairs(userId, sql`l.act = 'insert'`, which)}) o on o.line = l.line`,
    first: sql`o.created_at, o.id`,
    existing: sql`o.id`,
    frames: sql`json_build_array(o.first, o.last)`,
    details: sql`'Frames ' || o.first || ' to ' || o.last || ' overlap an annotation of the same object or track'`,
  })
  const kept = sql`not ${usable.annotation}`
  const ownKept = { ...own, where: sql`${own.where} and ${kept}` }
  const [duplicate, overlap] = [duplicates[options.duplicateSequences], overlaps[options.overlaps]]
  return [
    ...(writing.includes(duplicate.act) ? [conflict('duplicate-sequence', ownKept, 'skip', skipped)] : []),
    conflict('duplicate-sequence', own, options.named.duplicateSequences, duplicate),
    idInUse('annotation', byId(sql`a.created_by_user_id <> ${userId}`)),
    ...(writing.includes(overlap.act) ? [conflict('overlapping-frames', met(kept), 'skip', skipped)] : []),
    conflict('overlapping-frames', met(sql`true`), options.named.overlaps, overlap),
  ]
}

/**
 * Returns joins that add a column of the file's objects that annotations (alias l) link to. The first alias is of the
 * object of the linked kind, because ids are unique only within a kind (RF-12); the second is of an object of any kind.
 */
export const objectNames = (column: 'new_id' | 'twin', ofKind: string, ofAny: string): Fragment => {
  const [of, k, n] = [sql.ref(column), sql.ref(ofKind), sql.ref(ofAny)]
  const named = sql`from import_lines where state = 'import' and ${of} is not null and ${holdsObject('rank')}`
  return sql`left join (select distinct on (id, kind) id, kind, ${of} ${named} order by id, kind, line) ${k}
    on l.is_object and ${k}.id = l.label and ${k}.kind = ${linkedKind}
  left join (select distinct on (id) id, ${of} ${named} order by id, rank, line) ${n}
    on l.is_object and ${n}.id = l.label`
}

/** Joins the new ids of these objects. */
export const renamed = objectNames('new_id', 'k', 'n')
export const finalLabel = sql`coalesce(k.new_id, n.new_id, l.label)`

/**
 * Selects pairs of a line that has one of these acts and a stored annotation of the caller (alias a) that overlap
 * (I-26). The annotation that has the id of the line, and those that other lines replace, are excluded; lines of the
 * same file never overlap each other.
 */
const overlapPairs = (userId: string, acts: Fragment, which: Fragment = sql`true`) => {
  const columns = sql`l.line, a.id, a.created_at,
    greatest(l.first_frame, a.first_frame) as first, least(l.last_frame, a.last_frame) as last`
  const overlap = sql`${acts} and a.id <> l.uid and l.first_frame <= a.last_frame and a.first_frame <= l.last_frame
    and not exists (select from import_lines y
      where y.kind = 'annotation' and y.id = a.id::text and y.state = 'import' and y.act = 'replace')
    and ${which}`
  const ofCaller = sql`join annotations a on a.created_by_user_id = ${userId} and a.video_id = l.video_id`
  return sql`select ${columns}
    from ${live('annotation')} l ${renamed}
    ${ofCaller} and a.is_object and a.label = ${finalLabel}
    where l.is_object and ${overlap}
    union
    select ${columns}
    from ${live('annotation')} l
    ${ofCaller} and a.track_id = l.track_id
    where ${overlap}`
}

export interface UnitedPair {
  line: number
  act: 'merge' | 'split' | 'extend' | 'overwrite'
  existingId: string
  incoming: string
  existing: string
}

/**
 * Selects the next lines whose sequence is to be united with a stored one, with both documents. A line to be split has
 * one row for each stored annotation that it overlaps.
 */
export async function selectUnitedPairs(
  db: Database,
  userId: string,
  after: number,
  limit: number,
): Promise<UnitedPair[]> {
  const { rows } = await sql<UnitedPair>`with chosen as (
      select l.line, l.act, l.existing_id
      from import_lines l
      where l.kind = 'annotation' and l.state = 'import' and l.act in ('merge', 'split', 'extend', 'overwrite')
        and l.line > ${after}
      order by l.line
      limit ${limit}
    ), pairs as (
      select c.line, c.act, c.existing_id::uuid as id from chosen c where c.act <> 'split'
      union
      select o.line, 'split', o.id
      from (${overlapPairs(userId, sql`l.act = 'split'`)}) o
      where o.line in (select c.line from chosen c)
    )
    select p.line, p.act, p.id as existing_id, b.body::text as incoming, ${sequenceText} as existing
    from pairs p
    join import_bodies b on b.line = p.line
    join annotations a on a.id = p.id
    order by p.line, a.created_at, a.id`.execute(db)
  return rows
}
