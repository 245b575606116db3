import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Database } from '../../../database/client.js'
import type { ImportOptions } from '../options.js'
import { finalLabel, live, renamed, settleConflicts, type Verdict } from './settle.sql.js'

/**
 * I-25: the same id; I-26, I-27: another annotation of the same thing at the same time. Answers whether any of them
 * meets a stored one.
 */
export async function planAnnotations(db: Database, userId: string, options: ImportOptions): Promise<boolean> {
  const known = (
    condition: RawBuilder<SqlBool>,
    existing: RawBuilder<unknown>,
    details: string,
  ) => sql`select l.line, ${existing} as existing, null::json as frame_range, ${details} as details
    from ${live('annotation')} l join annotations a on a.id = l.uid where l.new_id is null and ${condition}`
  const duplicates: Record<ImportOptions['duplicateSequences'], Verdict> = {
    skip: { state: 'skip' },
    replace: { state: 'import', act: 'replace' },
    merge: { state: 'import', act: 'merge' },
    'create-new': { state: 'import', renew: true },
    fail: { state: 'fail', stop: true },
  }
  const own = known(sql<SqlBool>`a.created_by_user_id = ${userId}`, sql`l.id`, 'The annotation exists')
  const isKnown = await settleConflicts(
    db,
    own,
    'duplicate-sequence',
    options.named.duplicateSequences,
    duplicates[options.duplicateSequences],
  )
  const foreign = known(
    sql<SqlBool>`a.created_by_user_id <> ${userId}`,
    sql`null`,
    'The id is in use; the annotation gets a new one',
  )
  await settleConflicts(db, foreign, 'id-conflict', 'regenerate-id', { state: 'import', renew: true })
  const overlaps: Record<ImportOptions['overlaps'], Verdict> = {
    skip: { state: 'skip' },
    split: { state: 'import', act: 'split' },
    extend: { state: 'import', act: 'extend' },
    replace: { state: 'import', act: 'overwrite' },
    fail: { state: 'fail', stop: true },
  }
  return (
    (await settleConflicts(
      db,
      overlapping(userId),
      'overlapping-frames',
      options.named.overlaps,
      overlaps[options.overlaps],
    )) || isKnown
  )
}

/** Pairs of a line to be inserted and a stored annotation of the caller that overlap (I-26). */
export const overlapPairs = (userId: string, acts: RawBuilder<unknown>) => sql`
  select l.line, a.id, a.created_at, greatest(l.first_frame, a.first_frame) as first, least(l.last_frame, a.last_frame) as last
    from ${live('annotation')} l ${renamed} join annotations a on a.created_by_user_id = ${userId} and a.video_id = l.video_id and a.is_object and a.label = ${finalLabel}
   where ${acts} and l.is_object and a.id <> l.uid and l.first_frame <= a.last_frame and a.first_frame <= l.last_frame
  union
  select l.line, a.id, a.created_at, greatest(l.first_frame, a.first_frame), least(l.last_frame, a.last_frame)
    from ${live('annotation')} l join annotations a on a.created_by_user_id = ${userId} and a.video_id = l.video_id and a.track_id = l.track_id
   where ${acts} and a.id <> l.uid and l.first_frame <= a.last_frame and a.first_frame <= l.last_frame`

const overlapping = (
  userId: string,
) => sql`select distinct on (o.line) o.line, o.id::text as existing, json_build_array(o.first, o.last) as frame_range,
    'Frames ' || o.first || ' to ' || o.last || ' overlap an annotation of the same object or track' as details
  from (${overlapPairs(userId, sql`l.act = 'insert'`)}) o order by o.line, o.created_at, o.id`

export interface UnitedPair {
  line: number
  act: 'merge' | 'split' | 'extend' | 'overwrite'
  existingId: string
  incoming: string
  existing: string
}

/**
 * The next lines whose sequence is united with a stored one, with both documents; for `split` one row a stored
 * annotation.
 */
export async function selectUnitedPairs(
  db: Database,
  userId: string,
  after: number,
  limit: number,
): Promise<UnitedPair[]> {
  const { rows } = await sql<UnitedPair>`with chosen as (
      select l.line, l.act, l.existing_id from import_lines l where l.kind = 'annotation' and l.state = 'import' and l.act in ('merge', 'split', 'extend', 'overwrite')
        and l.line > ${after} order by l.line limit ${limit}
    ), pairs as (
      select c.line, c.act, c.existing_id::uuid as id from chosen c where c.act <> 'split'
      union select o.line, 'split', o.id from (${overlapPairs(userId, sql`l.act = 'split'`)}) o where o.line in (select c.line from chosen c)
    ) select p.line, p.act, p.id as existing_id, b.body::text as incoming, a.frames::text as existing
        from pairs p join import_bodies b on b.line = p.line join annotations a on a.id = p.id order by p.line, a.created_at, a.id`.execute(
    db,
  )
  return rows
}
