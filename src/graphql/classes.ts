import { OptionalKind, type TObject, type TProperties, type TSchema } from '@sinclair/typebox'
import { Field, Float, ID, InputType, Int, ObjectType, registerEnumType, type ClassType } from 'type-graphql'
import type { Tabled } from '../database/record.js'
import { shownShapes, type NamesWith } from '../database/record-schema.js'
import type { RecordOf } from '../database/record.js'
import { asInput, notesOf } from '../lib/described.js'
import { DateTime, Json, JsonObject } from './scalars.js'

// Makes the classes of type-graphql from schemas (lib/schema.ts) and records (database/record.ts), by calling the
// library's own decorators: a member has its name, type, nullability and description in one place.

/** Which of the two classes of a schema is meant. */
type Side = 'input' | 'output'

interface Form {
  type: unknown
  nullable: boolean
}

function formOf(schema: TSchema, side: Side): Form {
  const branches = schema['anyOf'] as TSchema[] | undefined
  if (branches) {
    const given = branches.filter((one) => one['type'] !== 'null')
    const [only] = given
    return {
      type: only && given.length === 1 ? formOf(only, side).type : Json,
      nullable: given.length < branches.length,
    }
  }
  const types = [schema['type'] as unknown].flat()
  return { type: typeOf(schema, types[0], side), nullable: types.includes('null') }
}

function typeOf(schema: TSchema, type: unknown, side: Side): unknown {
  const { as, name, inputName } = notesOf(schema)
  if (as) return { ID, JSON: Json, Float }[as]
  switch (type) {
    case 'array':
      return [formOf(schema['items'] as TSchema, side).type]
    case 'integer':
      return Int
    case 'number':
      return Float
    case 'boolean':
      return Boolean
    case 'string':
      if (schema['format'] === 'uuid') return ID
      if (schema['format'] === 'date-time') return DateTime
      return name === undefined ? String : enumOf(schema)
    case 'object':
      if (side === 'output') return name === undefined ? JsonObject : classOf(schema as TObject, name, side)
      return inputName === undefined ? JsonObject : classOf(schema as TObject, inputName, side)
    default:
      return Json
  }
}

/** The type and the options of a field or argument, as the decorators of type-graphql take them. */
export function fieldOf(schema: TSchema, side: Side, required = !(OptionalKind in schema)) {
  const { type, nullable } = formOf(schema, side)
  const { description } = side === 'input' ? asInput(schema) : schema
  return { type: type as never, options: { nullable: nullable || !required, description } }
}

/** The members of an object, as a schema has them. */
export interface Members {
  properties: TProperties
  required?: string[]
}

/** Adds a field for each member of the schema to a class of type-graphql. */
function addMembers({ prototype }: ClassType, { properties, required = [] }: Members, side: Side): void {
  for (const [name, schema] of Object.entries(properties)) {
    if (notesOf(schema).onlyRest) continue
    const { type, options } = fieldOf(schema, side, required.includes(name))
    Field(() => type, options)(prototype, name)
  }
}

const made: Record<Side, Map<string, { of: TProperties; class: ClassType }>> = { input: new Map(), output: new Map() }

/** The class of a named schema, made when it is first asked for. Throws where two schemas have one name. */
function classOf(schema: TObject, name: string, side: Side): ClassType {
  const known = made[side].get(name)
  if (known && known.of !== schema.properties) throw new Error(`two schemas have the GraphQL name ${name}`)
  if (known) return known.class
  const fresh = class {}
  made[side].set(name, { of: schema.properties, class: fresh })
  const options = { description: notesOf(schema).about }
  if (side === 'input') InputType(name, options)(fresh)
  else ObjectType(name, options)(fresh)
  addMembers(fresh, schema, side)
  return fresh
}

/** The object type of a named schema. */
export function objectOf<T>(schema: TSchema): new () => T {
  return classOf(schema as TObject, notesOf(schema).name!, 'output') as new () => T
}

const enums = new Map<string, object>()

/** The enumeration of a named choice of words, whose values are the words in upper case. */
export function enumOf(schema: TSchema): object {
  const { name = '', about, words: usual } = notesOf(schema)
  const known = enums.get(name)
  if (known) return known
  const words = (usual ?? (schema['enum'] as (string | null)[])).filter((word) => word !== null)
  const values = Object.fromEntries(words.map((word) => [word.replaceAll('-', '_').toUpperCase(), word]))
  enums.set(name, values)
  registerEnumType(values, { name, ...(about !== undefined && { description: about }) })
  return values
}

/** The columns of a row that GraphQL shows, with their types. */
type Shown<R> = R extends { fields: infer F; row?: infer Row }
  ? Pick<Row & object, NamesWith<F, { shown: true }> & keyof (Row & object)>
  : never

/** An abstract object type with the columns that GraphQL shows of a table's rows. */
export function rowsOf<R extends Tabled<RecordOf, unknown>>(of: R): abstract new () => Shown<R> & { id: string } {
  abstract class Rows {}
  ObjectType('Rows')(Rows)
  const properties = shownShapes(of)
  addMembers(Rows as ClassType, { properties, required: Object.keys(properties) }, 'output')
  return Rows as unknown as abstract new () => Shown<R> & { id: string }
}

/** The input with these members. A schema whose own input has this name gives the same class everywhere. */
export function inputOf(name: string, description: string, given: TSchema | Members): ClassType {
  const members = given as Members
  if (notesOf(members).inputName === name) return classOf(members as TObject, name, 'input')
  const fresh = class {}
  InputType(name, { description })(fresh)
  addMembers(fresh, members, 'input')
  return fresh
}

/** The input of a schema that names it. */
export const namedInputOf = <T extends object>(schema: TSchema) =>
  classOf(schema as TObject, notesOf(schema).inputName!, 'input') as new () => T
