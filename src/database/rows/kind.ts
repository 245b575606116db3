import type { AppError } from '../../lib/errors.js'
import type { DB } from '../schema.js'
import { snake } from './record.js'

/** The contents of a log entry about a row: SQL over `it`, a row of the table. Defaults are in parentheses. */
export interface Entry<Column extends string> {
  /** The id of the changed thing (`it.id`) and, for rows that are parts, the part (none). */
  thing?: string
  part?: string
  /** The ids of its owner, its project and its parent, and its version (none). */
  owner?: string
  project?: string
  parent?: string
  version?: string
  /** Members that identify the row to readers of the entry (none). */
  details?: Readonly<Record<string, string>>
  /** A condition on deleted rows: the parent of the row was deleted, too. */
  gone?: string
  /** Columns whose values never enter the log. */
  secrets?: readonly Column[]
  /** Columns whose change alone writes no entry. */
  derived?: readonly Column[]
  /** The events that are logged (all three). */
  events?: readonly ('insert' | 'update' | 'delete')[]
  /** A condition for the rows that are logged (all). */
  onlyRows?: string
}

/**
 * Describes a kind of thing for the log, history, trash, feed, audit, webhooks, notifications, shares, `node` and error
 * messages. The record of its table (record.ts) describes its columns. Texts are SQL.
 */
interface Description<Column extends string = string> {
  /**
   * The name of the kind in the log, and so in history, audit, webhooks, notifications and lines. Several names if a
   * column of the table distinguishes the kinds of its rows.
   */
  name: string | readonly [string, ...string[]]
  /** The name in messages: `Persona not found`. */
  noun: string
  /** The GraphQL type; absent for rows without a type, or that `node` finds by a composite id. */
  type?: string
  /** Of content and its parts: the name of the kind whose access rules decide who may read it. */
  content?: string
  /** The columns with the creator and the project of the row; absent if the table has none. */
  owner?: Column
  project?: Column
  /** Of content that can be shared: the column of shares that refers to its rows. */
  share?: keyof DB['resourceShares'] & string
  /** The column with the id, for tables whose ids are not UUIDs in the column `id`. */
  textId?: Column
  /** The column with the parent through which `node` reads the row. */
  readThrough?: Column
  /** Of rows that those may read who may read content of the kind `content`: the column with the id of that content. */
  through?: Column
  /** Set if exports have no lines of it, although they have lines of its content. */
  hasNoLines?: true
  /** How changes of the table are logged; absent if they are not. `owner` and `project` above apply here too. */
  log?: Entry<Column>
  /** The column that distinguishes several kinds in one table, and the suffix that their names add to its value. */
  variant?: { column: Column; suffix: string }
  /** The name of the kind whose history includes that of these rows. */
  partOf?: string
  /** Of a part: the columns of type text, whose differing pieces the log stores as text. */
  texts?: readonly Column[]
  /** The title in the trash, over an entry c; kinds without a title are restored only with another row. */
  title?: string
  /** The expressions of its notifications, over a row x, and the joins that they need. */
  notice?: { name?: string; video?: string; persona?: string; join?: string }
  /** How deleted rows are restored: columns that get another value, and a condition on the rows (r) to restore. */
  restore?: { set?: { [Name in Column]?: string }; only?: string }
  /** Of content that can be reviewed: the fields that its reviewers may set. */
  judged?: readonly Column[]
  /** Set if the rows only store parts of things of another kind: lists and counts omit them. */
  isStorage?: true
  /** Set if owners are not notified of changes by others. */
  isQuiet?: true
  /** The errors for violations of constraints. Foreign keys need no entry: the missing row is reported as not found. */
  refusals?: Readonly<Record<string, () => AppError>>
}

/** A kind, with the name of its table in SQL. */
export type Kind<K = Description> = K & { table: string }

/** Describes a kind of thing that is stored in a table. */
export const kind = <Table extends keyof DB, const K extends Description<keyof DB[Table] & string>>(
  table: Table,
  description: K,
): Kind<K> => ({ ...description, table: snake(table) })

/** Returns a condition on a deleted row r: the user in the column still exists. */
export const userExists = (column: string) => `exists (select from users u where u.id = r.${column})`

/** Returns the value of a column of a deleted row r if the row with that id still exists, else null. */
export const ifExists = (column: string, table: string) =>
  `case when exists (select from ${table} o where o.id = r.${column}) then r.${column} end`

/** Returns a condition on a deleted row `it`: the row with the id in the column was deleted, too. */
export const isGone = (table: string, alias: string, column: string) =>
  `(select 1 from ${table} ${alias} where ${alias}.id = it.${column}) is null`
