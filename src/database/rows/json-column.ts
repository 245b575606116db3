import type { ColumnType } from 'kysely'

/** A json column: read as the parsed document, written as its text. */
export type JsonColumn = ColumnType<unknown, string, string>
