import { Type, type TSchema } from '@sinclair/typebox'
import type { Selectable } from 'kysely'
import { answeredAs, notesOf, says as saying } from '../../lib/described.js'
import { longText, shortText, uuid as uuidShape } from '../../lib/schema.js'
import type { DB } from '../schema.js'

/**
 * The kind of a column's values, which decides how they are read, written and printed: `uuid` and `word` are text that
 * needs no escaping in JSON (ids, words of a vocabulary), `text` may hold any character, `document` is JSON kept as
 * sent.
 */
export type FieldKind = 'uuid' | 'word' | 'text' | 'integer' | 'number' | 'boolean' | 'document' | 'time'

/** Options of a column besides its kind. Defaults are in parentheses. */
interface Options {
  /** The SQL type (that of the kind). */
  type?: string
  /** Whether the column may be NULL (false). */
  nullable?: boolean
  /** Whether clients may write it, in a body, a GraphQL input or a line of an import, or only the server (client). */
  writer?: 'client' | 'server'
  /** Whether a row cannot be created without it: the column is not nullable and the table has no default (false). */
  required?: boolean
  /** Whether clients may change it after the row was created (true if clients write it). */
  updated?: boolean
  /** Whether lines of exports carry it and imports read it (true if clients write it). */
  exchanged?: boolean
  /** Whether a fork or copy of the row takes it over (true if clients write it). */
  copied?: boolean
  /**
   * Whether it is a document that refers to other rows by id; forks and imports that assign new ids rewrite it (false).
   */
  references?: boolean
  /** Whether it is a list of words that is stored as a set: a repeated word counts once (false). */
  set?: boolean
  /** Whether PostgreSQL computes it from other columns (false). */
  derived?: boolean
  /** Whether REST prints it; columns for the server's own use are not printed (true). */
  printed?: boolean
  /** The JSON members under which REST prints it (its own name). */
  members?: readonly string[]
  /** The TypeBox schema of a value that is not null, in a body, an input and a line (that of its kind). */
  shape?: TSchema
  /** Its description in requests (that in answers). */
  asInput?: string
  /** The sentence in GraphQL, whose types show the members of a document. */
  inGraphQL?: string
  /** Its description in requests that change a row (that in other requests). */
  asChange?: string
  /** Whether GraphQL shows it (true if it has a description). */
  shown?: boolean
  /** Its name in GraphQL answers (its own name). */
  answeredAs?: string
}

/** One column of a table, described once for REST, GraphQL, exports and imports. */
export interface RecordField extends Required<Omit<Options, 'asInput' | 'asChange' | 'inGraphQL' | 'answeredAs'>> {
  kind: FieldKind
  /** The column's name in SQL. */
  column: string
}

/** The type of an option, or its default. */
type OptionOf<O, Key extends keyof Options, Default> = O extends Record<Key, infer Value> ? Value : Default
type ByClient<O> = OptionOf<O, 'writer', 'client'> extends 'client' ? true : false

type Described = Omit<RecordField, 'column'>

/** The options of a field that decide the types of bodies and rows. */
interface Traits<O, Kind extends FieldKind, Usual extends TSchema, IsExplained> {
  kind: Kind
  nullable: OptionOf<O, 'nullable', false>
  writer: OptionOf<O, 'writer', 'client'>
  required: OptionOf<O, 'required', false>
  updated: OptionOf<O, 'updated', ByClient<O>>
  shape: OptionOf<O, 'shape', Usual>
  shown: OptionOf<O, 'shown', IsExplained>
}
type Typed<O, Kind extends FieldKind, Usual extends TSchema, IsExplained> = Omit<
  Described,
  keyof Traits<O, Kind, Usual, IsExplained>
> &
  Traits<O, Kind, Usual, IsExplained>

/**
 * Describes a column: first its meaning in one sentence, if clients see the column; then options other than defaults.
 */
interface Describe<Kind extends FieldKind, Usual extends TSchema> {
  <const O extends Options = Record<never, never>>(sentence: string, options?: O): Typed<O, Kind, Usual, true>
  <const O extends Options = Record<never, never>>(options?: O): Typed<O, Kind, Usual, false>
}

function described<Kind extends FieldKind, Usual extends TSchema>(
  kind: Kind,
  type: string,
  shape: Usual,
): Describe<Kind, Usual> {
  const describe = (first?: string | Options, second?: Options): Described => {
    const sentence = typeof first === 'string' ? first : undefined
    const {
      asInput,
      asChange,
      inGraphQL,
      answeredAs: shownAs,
      ...options
    } = (sentence === undefined ? (first as Options | undefined) : second) ?? {}
    const byClient = options.writer !== 'server'
    const field: Described = {
      kind,
      type,
      nullable: false,
      writer: 'client',
      required: false,
      updated: byClient,
      exchanged: byClient,
      copied: byClient,
      references: false,
      set: false,
      derived: false,
      printed: true,
      members: [],
      shape,
      shown: sentence !== undefined,
      ...options,
    }
    if (sentence === undefined) return field
    const said = saying(sentence, field.shape, { asInput, asChange, inGraphQL })
    return { ...field, shape: shownAs === undefined ? said : answeredAs(shownAs, said) }
  }
  return describe as unknown as Describe<Kind, Usual>
}

export const uuid = described('uuid', 'uuid', uuidShape)
export const word = described('word', 'text', shortText)
export const text = described('text', 'text', longText)
export const integer = described('integer', 'int4', Type.Integer())
export const number = described('number', 'float8', Type.Number())
export const boolean = described('boolean', 'bool', Type.Boolean())
export const document = described('document', 'json', Type.Object({}, { additionalProperties: true }))
export const time = described('time', 'timestamptz', Type.String({ format: 'date-time' }))

/** Options of a column that only the server writes. */
export const served = { writer: 'server' } as const

/** The timestamps of every table whose rows clients edit. */
export const times = {
  createdAt: time('When it was created.', { writer: 'server', exchanged: true }),
  updatedAt: time('When it was last changed.', { writer: 'server', exchanged: true }),
}

/**
 * The description of a table that REST, GraphQL, exports and imports share; the fields are in the order in which they
 * are printed.
 */
export interface RecordOf<
  Name extends string = string,
  Fields extends Readonly<Record<Name, RecordField>> = Readonly<Record<Name, RecordField>>,
> {
  /** The table's name in SQL. */
  table: string
  /** The alias of the table in statements. */
  alias: string
  fields: Fields
  names: readonly Name[]
  /** The names of the fields that GraphQL shows under other names, by those. */
  shownAs: Readonly<Record<string, string>>
}

/** A record, with the type of the rows of its table. */
export type Tabled<Record, Row> = Record & { row?: Row }

/** Converts a name from camelCase to snake_case. */
export const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

const records: RecordOf[] = []
/** Returns the records of all modules that were loaded. */
export const allRecords = (): readonly RecordOf[] => records

/**
 * Describes a table: each column once, by its camelCase name. The compiler checks the names against the database
 * schema.
 */
export function record<
  Table extends keyof DB,
  const Fields extends Record<keyof DB[Table] & string, Described> &
    Record<Exclude<keyof Fields, keyof DB[Table]>, never>,
>(
  table: Table,
  alias: string,
  fields: Fields,
): Tabled<
  RecordOf<
    keyof DB[Table] & string,
    { [Name in keyof DB[Table] & string]: Fields[Name] & Pick<RecordField, 'column'> }
  >,
  Selectable<DB[Table]>
> {
  const names = Object.keys(fields) as (keyof DB[Table] & string)[]
  const named = names.map((name) => {
    const field: Described = fields[name]
    const members = !field.printed ? [] : field.members.length ? field.members : [name]
    return [name, { ...field, members, column: snake(name) }]
  })
  const renamed = names.flatMap((name) => {
    const { shape }: Described = fields[name]
    const { answeredAs: shown } = notesOf(shape)
    return shown === undefined ? [] : [[shown, name] as const]
  })
  const shownAs = Object.fromEntries(renamed)
  const made = { table: snake(table), alias, names, fields: Object.fromEntries(named), shownAs }
  records.push(made)
  return made
}

/** Returns the names of the fields for which `wanted` is true, in the order of the record. */
export function namesOf<Name extends string>(
  of: RecordOf<Name>,
  wanted: (field: RecordField, name: Name) => boolean,
): Name[] {
  return of.names.filter((name) => wanted(of.fields[name], name))
}

/** Returns the names of all fields except these, in the order of the record. */
export function namesBut<Name extends string, Out extends Name>(
  of: RecordOf<Name>,
  ...out: readonly Out[]
): Exclude<Name, Out>[] {
  return of.names.filter((name): name is Exclude<Name, Out> => !(out as readonly string[]).includes(name))
}
