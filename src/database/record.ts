import type { DB } from './schema.js'

/**
 * What a column holds, and so how its value is read, written and printed: `uuid` and `word` are text that needs no
 * escaping in JSON (ids, words of a vocabulary), `text` may hold any character, `document` is JSON kept as it was sent.
 */
export type FieldKind = 'uuid' | 'word' | 'text' | 'integer' | 'number' | 'boolean' | 'document' | 'time'

/** One column of a table, described once for every door. */
export interface RecordField {
  kind: FieldKind
  /** The column's name in SQL. */
  column: string
  /** The type as SQL writes it, such as `float8`. */
  type: string
  nullable: boolean
  /** Whether people write it (in a body, an input, a line of an import) or the server alone. */
  writer: 'client' | 'server'
  /** Whether people may change it once it is there. */
  updated: boolean
  /** Whether lines of exports carry it and imports read it. */
  exchanged: boolean
  /** Whether a fork takes it over. */
  copied: boolean
  /** A document in which ids of other things stand: forks and imports that give new ids rewrite them. */
  references: boolean
  /** A list of words in which a repeated word counts once. */
  set: boolean
  /** Whether REST and exports print it; those that are kept for the server's own use are not. */
  printed: boolean
}

type Options = Partial<Omit<RecordField, 'kind' | 'column' | 'type'>>
type Described = Omit<RecordField, 'column'>

const described =
  (kind: FieldKind, type: string) =>
  (options: Options = {}): Described => {
    const writer = options.writer ?? 'client'
    const byClient = writer === 'client'
    return {
      kind,
      type,
      nullable: false,
      writer,
      updated: byClient,
      exchanged: byClient,
      copied: byClient,
      references: false,
      set: false,
      printed: true,
      ...options,
    }
  }

export const uuid = described('uuid', 'uuid')
export const word = described('word', 'text')
export const text = described('text', 'text')
export const integer = described('integer', 'int4')
export const number = described('number', 'float8')
export const boolean = described('boolean', 'bool')
export const document = described('document', 'json')
export const time = described('time', 'timestamptz')

/** A table as every door sees it; the fields in the order in which they are printed. */
export interface RecordOf<Name extends string = string> {
  /** The table's name in SQL. */
  table: string
  /** The alias that statements give it. */
  alias: string
  fields: Readonly<Record<Name, RecordField>>
  names: readonly Name[]
}

export type FieldName<R> = R extends RecordOf<infer Name> ? Name : never

export const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** Describes a table; the names are those of its columns in camelCase, which the compiler holds against the database. */
export function record<Table extends keyof DB, Name extends keyof DB[Table] & string>(
  table: Table,
  alias: string,
  fields: Record<Name, Described>,
): RecordOf<Name> {
  const names = Object.keys(fields) as Name[]
  return {
    table: snake(table),
    alias,
    names,
    fields: Object.fromEntries(
      names.map((name) => [name, { ...fields[name], column: snake(name) }]),
    ) as unknown as Record<Name, RecordField>,
  }
}

/** The names of the fields for which `wanted` holds, in their order. */
export function namesOf<Name extends string>(of: RecordOf<Name>, wanted: (field: RecordField) => boolean): Name[] {
  return of.names.filter((name) => wanted(of.fields[name]))
}
