import type { AppError } from '../../lib/errors.js'
import type { DB } from '../schema.js'
import { snake } from './record.js'

/** What an entry of the log says of a row. All texts are SQL over `it`, a row of the table. */
export interface Entry<Column extends string> {
  /** The id of the thing that changed (`it.id`), and of which part of it, for rows that are parts (none). */
  thing?: string
  part?: string
  /** The ids of its owner, its project and what it belongs to, and its version (none). */
  owner?: string
  project?: string
  parent?: string
  version?: string
  /** Members that name the row to people who read of it (none). */
  details?: Readonly<Record<string, string>>
  /** A condition for deleted rows: what the row goes with was deleted, too. */
  gone?: string
  /** Columns whose values never enter the log. */
  secrets?: readonly Column[]
  /** Columns whose change alone makes no entry. */
  derived?: readonly Column[]
  /** The events that are logged (all three). */
  events?: readonly ('insert' | 'update' | 'delete')[]
  /** A condition for the rows that are logged (all). */
  onlyRows?: string
}

/**
 * Describes a kind of thing: what the log, history, trash, feed, audit, webhooks, notifications, shares, `node` and
 * error messages need to know of it. What its columns mean is in the record of its table (record.ts). Texts are SQL.
 */
interface Description<Column extends string = string> {
  /**
   * The name of the kind in the log, and so in history, audit, webhooks, notifications and lines. Several names where
   * a column of the table says of which kind a row is.
   */
  name: string | readonly [string, ...string[]]
  /** The name in messages: `Persona not found`. */
  noun: string
  /** The GraphQL type; absent for rows that have none, or that `node` finds by a composite id. */
  type?: string
  /** Of content and its parts: the name of the kind whose rules of access decide who may read it. */
  content?: string
  /** The columns with the user who made the row and with its project; absent where the row has none of its own. */
  owner?: Column
  project?: Column
  /** Of content that can be shared: the column of shares that refers to its rows. */
  share?: keyof DB['resourceShares'] & string
  /** The column with the id, for tables whose ids are not UUIDs in the column `id`. */
  textId?: Column
  /** The column with the parent through which `node` reads the row. */
  readThrough?: Column
  /** How changes of the table are logged; absent where they are not. `owner` and `project` come from above. */
  log?: Entry<Column>
  /** The column that says of which of several kinds a row is, and what their names have after its value. */
  variant?: { column: Column; suffix: string }
  /** The name of the kind whose history includes that of these rows. */
  partOf?: string
  /** Of a part: the columns of type text, whose differing pieces the log stores as text. */
  texts?: readonly Column[]
  /** The title in the trash, over an entry c; kinds without a title come back only together with something else. */
  title?: string
  /** What notifications tell of it, over a row x; and joins that this needs. */
  notice?: { name?: string; video?: string; persona?: string; join?: string }
  /** Rows whose deletion can be undone: columns that do not come back as they were, and the rows that do (r). */
  restore?: { set?: { [Name in Column]?: string }; only?: string }
  /** Of content that can be reviewed: the fields that its reviewers may set. */
  judged?: readonly Column[]
  /** The rows are only a form of storage of another kind, which lists and counts leave out. */
  isStorage?: true
  /** Owners are not notified of what others do to it. */
  isQuiet?: true
  /** What violations of constraints mean to clients. Foreign keys need no entry: what they name is not found. */
  refusals?: Readonly<Record<string, () => AppError>>
}

/** A kind, with the name of its table in SQL. */
export type Kind<K = Description> = K & { table: string }

/** Describes a kind of thing that is stored in a table. */
export const kind = <Table extends keyof DB, const K extends Description<keyof DB[Table] & string>>(
  table: Table,
  description: K,
): Kind<K> => ({ ...description, table: snake(table) })

/** A condition on a deleted row r: the user whom the column names still exists. */
export const userExists = (column: string) => `exists (select from users u where u.id = r.${column})`

/** The value of a column of a deleted row r if the row that it names still exists, else null. */
export const ifExists = (column: string, table: string) =>
  `case when exists (select from ${table} o where o.id = r.${column}) then r.${column} end`

/** A condition on a deleted row `it`: the row that the column names was deleted, too. */
export const isGone = (table: string, alias: string, column: string) =>
  `(select 1 from ${table} ${alias} where ${alias}.id = it.${column}) is null`
