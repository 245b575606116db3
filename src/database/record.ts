import { Type, type TSchema } from '@sinclair/typebox'
import { uuid as uuidShape } from '../lib/schema.js'
import type { DB } from './schema.js'

/**
 * What a column holds, and so how its value is read, written and printed: `uuid` and `word` are text that needs no
 * escaping in JSON (ids, words of a vocabulary), `text` may hold any character, `document` is JSON kept as it was sent.
 */
export type FieldKind = 'uuid' | 'word' | 'text' | 'integer' | 'number' | 'boolean' | 'document' | 'time'

/** Options of a column beside its kind; defaults stand in parentheses. */
interface Options {
  /** Its type where it is not the usual one of its kind. */
  type?: string
  /** (false) */
  nullable?: boolean
  /** Whether people write it, in a body, an input, a line of an import, or the server alone (client). */
  writer?: 'client' | 'server'
  /** A row cannot be made without it: neither may it be empty nor has the table a default (false). */
  required?: boolean
  /** Whether people may change it once it is there (if people write it). */
  updated?: boolean
  /** Whether lines of exports carry it and imports read it (if people write it). */
  exchanged?: boolean
  /** Whether a fork takes it over (if people write it). */
  copied?: boolean
  /** A document that refers to other rows by id: forks and imports that give new ids rewrite it (false). */
  references?: boolean
  /** A list of words in which a repeated word counts once (false). */
  set?: boolean
  /** PostgreSQL computes it from other columns (false). */
  derived?: boolean
  /** Whether REST prints it; what is kept for the server's own use is not (true). */
  printed?: boolean
  /** The names under which REST prints it (its own). */
  members?: readonly string[]
  /** What a value that is not null looks like in a body, an input and a line (what its kind allows). */
  shape?: TSchema
}

/** One column of a table, described once for every door. */
export interface RecordField extends Required<Options> {
  kind: FieldKind
  /** The column's name in SQL. */
  column: string
}

type Said<O, Key extends keyof Options, Default> = O extends Record<Key, infer Value> ? Value : Default
type ByClient<O> = Said<O, 'writer', 'client'> extends 'client' ? true : false

type Described = Omit<RecordField, 'column'>

/** The options of a field that decide the types of bodies and rows. */
interface Traits<O, Kind extends FieldKind, Usual extends TSchema> {
  kind: Kind
  nullable: Said<O, 'nullable', false>
  writer: Said<O, 'writer', 'client'>
  required: Said<O, 'required', false>
  updated: Said<O, 'updated', ByClient<O>>
  shape: Said<O, 'shape', Usual>
}
type Typed<O, Kind extends FieldKind, Usual extends TSchema> = Omit<Described, keyof Traits<O, Kind, Usual>> &
  Traits<O, Kind, Usual>

const described =
  <Kind extends FieldKind, Usual extends TSchema>(kind: Kind, type: string, shape: Usual) =>
  <const O extends Options = Record<never, never>>(options?: O): Typed<O, Kind, Usual> => {
    const given: Options = options ?? {}
    const byClient = given.writer !== 'server'
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
      ...given,
    }
    return field as Described as Typed<O, Kind, Usual>
  }

export const uuid = described('uuid', 'uuid', uuidShape)
export const word = described('word', 'text', Type.String())
export const text = described('text', 'text', Type.String())
export const integer = described('integer', 'int4', Type.Integer())
export const number = described('number', 'float8', Type.Number())
export const boolean = described('boolean', 'bool', Type.Boolean())
export const document = described('document', 'json', Type.Object({}, { additionalProperties: true }))
export const time = described('time', 'timestamptz', Type.String({ format: 'date-time' }))

/** A column of a table that areas write in statements of their own. */
export const served = { writer: 'server' } as const

/** What every row has that people edit. */
export const times = {
  createdAt: time({ writer: 'server', exchanged: true }),
  updatedAt: time({ writer: 'server', exchanged: true }),
}

/** A table as every door sees it; the fields in the order in which they are printed. */
export interface RecordOf<
  Name extends string = string,
  Fields extends Readonly<Record<Name, RecordField>> = Readonly<Record<Name, RecordField>>,
> {
  /** The table's name in SQL. */
  table: string
  /** The alias that statements give it. */
  alias: string
  fields: Fields
  names: readonly Name[]
}

export const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** Describes a table: each column once, by its name in camelCase. The compiler holds the names against the database. */
export function record<
  Table extends keyof DB,
  const Fields extends Record<keyof DB[Table] & string, Described> &
    Record<Exclude<keyof Fields, keyof DB[Table]>, never>,
>(
  table: Table,
  alias: string,
  fields: Fields,
): RecordOf<
  keyof DB[Table] & string,
  { [Name in keyof DB[Table] & string]: Fields[Name] & Pick<RecordField, 'column'> }
> {
  const names = Object.keys(fields) as (keyof DB[Table] & string)[]
  const named = names.map((name) => {
    const field: Described = fields[name]
    const members = !field.printed ? [] : field.members.length ? field.members : [name]
    return [name, { ...field, members, column: snake(name) }]
  })
  return { table: snake(table), alias, names, fields: Object.fromEntries(named) }
}

/** The names of the fields for which `wanted` holds, in their order. */
export function namesOf<Name extends string>(
  of: RecordOf<Name>,
  wanted: (field: RecordField, name: Name) => boolean,
): Name[] {
  return of.names.filter((name) => wanted(of.fields[name], name))
}

/** The names of all fields but these, in their order. */
export function namesBut<Name extends string, Out extends Name>(
  of: RecordOf<Name>,
  ...out: readonly Out[]
): Exclude<Name, Out>[] {
  return of.names.filter((name): name is Exclude<Name, Out> => !(out as readonly string[]).includes(name))
}
