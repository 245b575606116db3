import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { horizon } from '../../database/changes/position.js'
import type { Database } from '../../database/driver/client.js'
import { all, isAny, type Condition, type Statement } from '../../database/rows/conditions.js'

// How feed, audit, trash, webhooks and notifications read entries of the log. Other statements of theirs stay apart:
// history groups the entries of things, the trash finds entries by the transactions of deletions, and the senders of
// webhooks count unsorted entries.

/** A place in the log, whose name all places of a database share. */
export interface Place {
  tx: number
  seq: number
}

/** Which entries are read, each with the alias c, and in which order. */
interface Reading {
  columns: RawBuilder<unknown>
  joins?: RawBuilder<unknown>
  /** From one place up to another. The log must be complete before the latter, or `settled` has to be among `where`. */
  from?: Place
  to?: Place
  kinds?: readonly string[]
  /** The project that the rows are in, or were in before the change. */
  projectId?: string | null | undefined
  where?: Condition
  /** The order of the log if absent. */
  orderBy?: RawBuilder<unknown>
  limit?: number | RawBuilder<number>
}

/** Selects entries of the log. */
export function selectEntries<Row>(reading: Reading): Statement<Row> {
  const { columns, joins = sql``, from, to, kinds, projectId, where, orderBy = sql`c.tx, c.seq`, limit } = reading
  const chosen = all(
    from && sql<SqlBool>`(c.tx, c.seq) >= (${from.tx}, ${from.seq})`,
    to && sql<SqlBool>`(c.tx, c.seq) < (${to.tx}, ${to.seq})`,
    kinds && isAny('c.kind', kinds, 'text'),
    inProject(projectId),
    where,
  )
  return sql<Row>`select ${columns} from changes c ${joins}
    where ${chosen} order by ${orderBy} ${limit === undefined ? sql`` : sql`limit ${limit}`}`
}

/** A condition on an entry (c): the row is in the project, or was before the change. */
export const inProject = (id: string | null | undefined): Condition | undefined =>
  id ? sql<SqlBool>`(c.project_id = ${id} or c.former_project_id = ${id})` : undefined

/** A condition on an entry: no entry that comes later can precede it. */
export const settled = (alias: string): Condition => sql<SqlBool>`${sql.ref(`${alias}.tx`)} < ${horizon}`

/** The names of the columns that an update changed; empty for other entries. */
export const changedColumns = (alias: string): RawBuilder<string[]> =>
  sql<string[]>`case when ${sql.ref(`${alias}.operation`)} = 'update'
    then array(select rtrim(k.name, '~') from json_object_keys(${sql.ref(`${alias}.before`)}) k(name)) else '{}' end`

/** Selects the name of the log, with which positions begin. */
export async function selectLogName(db: Database): Promise<string> {
  const { rows } = await sql<{ log: string }>`select change_log() as log`.execute(db)
  return rows[0]!.log
}
