import { sql, type RawBuilder } from 'kysely'
import type { Database } from '../../../database/client.js'
import { newId } from '../../../lib/uuid.js'
import type { LineKind } from '../../line.schema.js'

/**
 * The lines of a kind that are to be imported, with their id as uuid. A subquery that is not merged into the query
 * around it:
 * ids of other kinds are no UUIDs.
 */
export const live = (kind: LineKind) =>
  sql`(select *, id::uuid as uid from import_lines where kind = ${sql.lit(kind)} and state = 'import' offset 0)`

/** What a file's id stands for: its own id, the new one, or the row that takes its place. */
export const target = (kind: 'persona' | 'summary' | 'claim', alias: string, id: string) =>
  sql`join import_targets ${sql.ref(alias)} on ${sql.ref(`${alias}.kind`)} = ${sql.lit(kind)} and ${sql.ref(`${alias}.id`)} = ${sql.ref(id)}`

/** The new ids of objects of the file, as n, for the labels of annotations (over l) that link to them. */
export const renamed = sql`left join (select distinct on (id) id, new_id from import_lines where state = 'import' and new_id is not null and rank between 2 and 8
  order by id, rank) n on l.is_object and n.id = l.label`
export const finalLabel = sql`coalesce(n.new_id, l.label)`

export interface Verdict {
  state: 'import' | 'skip' | 'fail'
  act?: string
  /** Gives a new id. */
  renew?: boolean
  stop?: boolean
}

/**
 * Settles what happens to lines and notes the conflict. `found` selects line, existing (text or null) and details
 * (text), at
 * most one row a line. Answers whether there was one.
 */
export async function settleConflicts(
  db: Database,
  found: RawBuilder<unknown>,
  type: string,
  resolution: string,
  verdict: Verdict,
): Promise<boolean> {
  const { state, act, renew = false, stop = false } = verdict
  const { numAffectedRows } = await sql`with found as (${found}), changed as (
      update import_lines l set state = ${state}, stop = ${stop}, existing_id = f.existing
        ${act === undefined ? sql`` : sql`, act = ${act}`} ${renew ? sql`, new_id = '?'` : sql``}
        from found f where l.line = f.line and l.state = 'import' returning l.line, l.id, f.existing, f.details, f.frame_range
    ) insert into import_notes (line, severity, type, message, original_id, existing_id, resolution, frame_range)
      select c.line, s.severity, case s.severity when 'conflict' then ${type} else ${type.replaceAll('-', '_')} end, c.details, c.id, c.existing, ${resolution}, c.frame_range
        from changed c cross join unnest(${stop ? ['conflict', 'error'] : ['conflict']}::text[]) s(severity)`.execute(
    db,
  )
  if (renew && numAffectedRows) await fillNewIds(db)
  return Boolean(numAffectedRows)
}

export interface MissingPolicy {
  policy: 'skip' | 'create' | 'fail'
  resolution: string
}

/** Lines that refer to what is not there (I-20, I-22). `found` selects line and missing. */
export async function settleMissing(
  db: Database,
  found: RawBuilder<unknown>,
  thing: string,
  { policy, resolution }: MissingPolicy,
): Promise<void> {
  const fails = policy === 'fail'
  await sql`with found as (select line, min(missing) as missing from (${found}) x group by line), gone as (
      update import_lines l set state = ${fails ? 'fail' : 'skip'}, stop = ${fails}
        from found f where l.line = f.line and l.state = 'import' returning l.line, l.id, f.missing
    ) insert into import_notes (line, severity, type, message, original_id, resolution)
      select g.line, s.severity, s.type, case s.severity when 'conflict' then ${`Referenced ${thing} `} || g.missing || ' is missing' else ${`Referenced ${thing} is missing`} end,
             g.id, ${resolution}
        from gone g cross join (values ('conflict', 'missing-dependency'), (${fails ? 'error' : 'warning'}, 'missing_reference')) s(severity, type)`.execute(
    db,
  )
}

const batch = 10_000

/** Gives the lines that ask for one a new id, in the order of the file. */
export async function fillNewIds(db: Database): Promise<void> {
  for (;;) {
    const { rows } = await sql<{
      line: number
    }>`select line from import_lines where new_id = '?' order by line limit ${batch}`.execute(db)
    if (rows.length === 0) return
    const lines = rows.map((row) => row.line)
    await sql`update import_lines l set new_id = n.id from unnest(${lines}::int[], ${lines.map(newId)}::text[]) n(line, id) where l.line = n.line`.execute(
      db,
    )
  }
}

/** The second line of one id in a file says nothing that could be trusted. */
export async function skipRepeatedIds(db: Database): Promise<void> {
  await sql`with repeated as (
      select kind, case kind when 'ontology' then persona_id else id end as key, min(line) as first
        from import_lines where state = 'import' group by 1, 2 having count(*) > 1
    ), gone as (
      update import_lines l set state = 'skip' from repeated r where l.state = 'import' and l.kind = r.kind and l.line <> r.first
         and case l.kind when 'ontology' then l.persona_id else l.id end = r.key returning l.line, l.id)
    insert into import_notes (line, severity, type, message, original_id)
    select line, 'warning', 'duplicate', 'An earlier line of the file has the same id', id from gone`.execute(db)
}

/** I-23: every item gets a new id. Ontologies go by their persona. */
export async function renewAllIds(db: Database, systemPersonaId: string): Promise<void> {
  await sql`update import_lines set new_id = '?' where state = 'import' and kind <> 'ontology' and not (kind = 'persona' and id = ${systemPersonaId})`.execute(
    db,
  )
  await fillNewIds(db)
}
