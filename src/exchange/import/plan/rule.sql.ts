import { sql, type RawBuilder } from 'kysely'
import type { Database } from '../../../database/driver/client.js'
import { isObjectKind, lineKinds, typeLists, type LineKind } from '../../line.shape.js'
import { actsBefore, before, type LineAct, type LineState } from '../line-state.js'

export type Fragment = RawBuilder<unknown>

/**
 * The kinds of rows that other lines refer to by id: an id may refer to a line of the file or to a stored row
 * (import_targets).
 */
export type TargetKind = 'persona' | 'summary' | 'claim'

export interface Note {
  severity: 'warning' | 'error' | 'conflict'
  type: string
  /** A text, or an expression over the aliases of the rule. */
  message: Fragment | string
}

export interface Verdict {
  state: LineState
  act?: LineAct
  /** Gives the line a new id. */
  renew?: boolean
  /** Stops the import at this line. */
  stop?: boolean
}

/**
 * One rule of the plan: its lines, its condition, the verdict on them and the notes to write. Its expressions use the
 * alias `l`, a line that is still to be imported, and the aliases from `refers` and `joins`. `l` has the columns of
 * import_lines, and also `uid`, its id as uuid, if `kinds` names a single kind whose ids are UUIDs.
 */
export interface Rule {
  /** The kinds of its lines; every kind if absent. */
  kinds?: readonly LineKind[]
  /**
   * References to resolve, by alias. Each alias has the columns final_id, fresh (created by this import) and own (the
   * caller's).
   */
  refers?: Record<string, readonly [kind: TargetKind, column: string]>
  joins?: Fragment
  where?: Fragment
  /** Sort key: if a line has several matches, the first in this order counts. */
  first?: Fragment
  verdict: Verdict
  notes: readonly Note[]
  /** The id, as text, of the stored row with which the line conflicts. */
  existing?: Fragment
  /** The range of frames in which the line conflicts, as json. */
  frames?: Fragment
  /** The value of the option that decided. */
  resolution?: string
}

/**
 * Returns a subquery with the lines of a kind that are to be imported. `offset 0` keeps PostgreSQL from merging it into
 * the outer query, where the cast to uuid could meet ids of other kinds that are not UUIDs.
 */
export const live = (kind: LineKind): Fragment =>
  sql`(select *, id::uuid as uid from import_lines where kind = ${sql.lit(kind)} and state = 'import' offset 0)`

const objectRanks = lineKinds.flatMap((kind, rank) => (isObjectKind(kind) ? [rank] : []))
/** Returns a condition on a rank: the line contains an object of a world. The ranks of these kinds are consecutive. */
export const holdsObject = (rank: string): Fragment =>
  sql`${sql.ref(rank)} between ${sql.lit(Math.min(...objectRanks))} and ${sql.lit(Math.max(...objectRanks))}`

/** The lists of types in the line of an ontology (b.body), each with the kind of its types. */
export const listedTypes: Fragment = sql`(values ${sql.join(
  Object.entries(typeLists).map(([list, kind]) => sql`(${sql.lit(kind)}, b.body -> ${sql.lit(list)})`),
)})`

/** Returns a join with the line or stored row that an id in the file refers to. */
export const target = (kind: TargetKind, alias: string, column: string): Fragment =>
  sql`join import_targets ${sql.ref(alias)} on ${sql.ref(`${alias}.kind`)} = ${sql.lit(kind)}
    and ${sql.ref(`${alias}.id`)} = ${sql.ref(column)}`

const linesOf = (kinds: Rule['kinds']): Fragment => {
  const [kind] = kinds ?? []
  if (kind !== undefined && kinds?.length === 1 && !isObjectKind(kind)) return live(kind)
  const of = kinds ? sql`and kind = any(${[...kinds]}::text[])` : sql``
  return sql`(select * from import_lines where state = 'import' ${of} offset 0)`
}

/** Returns the from and where clauses that select the lines of a rule. */
export function concerned({ kinds, refers = {}, joins, where }: Pick<Rule, 'kinds' | 'refers' | 'joins' | 'where'>) {
  const targets = Object.entries(refers).map(([alias, [kind, column]]) => target(kind, alias, `l.${column}`))
  return sql`from ${linesOf(kinds)} l
    ${sql.join(targets, sql` `)}
    ${joins ?? sql``}
    where ${where ?? sql`true`}`
}

/**
 * Returns a join that keeps the lines whose key an earlier line already has, and adds the earliest of those as `e`.
 * `key` consists of expressions over l and the aliases of `refers`.
 */
export function repeated(of: Pick<Rule, 'kinds' | 'refers'>, key: readonly Fragment[]): Fragment {
  const names = key.map((_one, index) => sql.ref(`key${index}`))
  const columns = sql.join(key.map((one, index) => sql`${one} as ${names[index]}`))
  const same = key.map((one, index) => sql`${sql.ref(`e.key${index}`)} = ${one}`)
  return sql`join (
      select ${columns}, min(l.line) as line
      ${concerned(of)}
      group by ${sql.join(names)}
      having count(*) > 1
    ) e on ${sql.join(same, sql` and `)} and e.line < l.line`
}

/** Applies a rule: changes the state and act of its lines and writes its notes. Returns how many lines changed. */
export async function settle(db: Database, rule: Rule): Promise<number> {
  const { state, act, renew = false, stop = false } = rule.verdict
  const { notes, first, existing = sql`null`, frames = sql`null` } = rule
  const messages = notes.map(({ message }) => (typeof message === 'string' ? sql`${message}::text` : message))
  if (state !== 'import' && !before(state).includes('import')) throw new Error(`no line that is planned may ${state}`)
  const moved = await sql<{ count: number }>`with found as (
      select ${first ? sql`distinct on (l.line)` : sql``} l.line,
        ${existing}::text as existing,
        ${frames}::json as frame_range,
        array[${messages.length ? sql.join(messages) : sql``}]::text[] as messages
      ${concerned(rule)}
      ${first ? sql`order by l.line, ${first}` : sql``}
    ), moved as (
      update import_lines l
      set state = ${state}, stop = ${stop}
        ${rule.existing ? sql`, existing_id = f.existing` : sql``}
        ${act ? sql`, act = ${act}` : sql``}
        ${renew ? sql`, new_id = ${newIdOfLine()}` : sql``}
      from found f
      where l.line = f.line and l.state = 'import' ${act ? sql`and l.act = any(${actsBefore(act)}::text[])` : sql``}
      returning l.line, l.id, f.existing, f.messages, f.frame_range
    ), noted as (
      insert into import_notes (line, severity, type, message, original_id, existing_id, resolution, frame_range)
      select m.line, n.severity, n.type, n.message, m.id, m.existing, ${rule.resolution ?? null}, m.frame_range
      from moved m
      cross join unnest(${notes.map((one) => one.severity)}::text[], ${notes.map((one) => one.type)}::text[], m.messages)
        n(severity, type, message)
    )
    select count(*)::int as count from moved`.execute(db)
  return moved.rows[0]?.count ?? 0
}

/**
 * Returns SQL for a new UUIDv7 for the line of alias l: the time, the number of the line in the 26 bits in which newId
 * counts, and 48 random bits. The ids of a file sort as its lines. PostgreSQL makes them, because ten thousand of them,
 * sent from here, hold the event loop up for 30 ms.
 */
function newIdOfLine(): Fragment {
  const time = Date.now().toString(16).padStart(12, '0')
  const [begin, rest] = [sql.lit(`${time.slice(0, 8)}-${time.slice(8)}-7`), sql`right(gen_random_uuid()::text, 12)`]
  return sql`${begin} || lpad(to_hex(l.line >> 14), 3, '0') || '-' || to_hex(l.line & 16383 | 32768) || '-' || ${rest}`
}

/** Gives new ids to the lines that meet a condition on the alias l. */
export async function renew(db: Database, of: Pick<Rule, 'kinds' | 'where'>): Promise<void> {
  await sql`update import_lines l
    set new_id = ${newIdOfLine()}
    where l.line in (select l.line ${concerned(of)})`.execute(db)
}
