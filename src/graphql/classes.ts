import { OptionalKind, type TObject, type TProperties, type TSchema } from '@sinclair/typebox'
import type { GraphQLInputObjectType } from 'graphql'
import { Field, Float, ID, InputType, Int, ObjectType, type ClassType } from 'type-graphql'
import type { RecordOf, Tabled } from '../database/rows/record.js'
import { shownShapes, type NamesWith } from '../database/rows/record-schema.js'
import { asInput, notesOf } from '../lib/described.js'
import { documentOf } from '../documents/document-reading.js'
import { validation, type FieldError } from '../lib/errors.js'
import type { JsonObject } from '../lib/json-walk.js'
import { enumOf, literalsOf, withNames } from './enums.js'
import { DateTime, Json, JsonObject as JsonObjectScalar, Url } from './scalars.js'

// Makes the classes of type-graphql from schemas (lib/schema.ts) and records (database/rows/record.ts), by calling the
// library's own decorators: a member has its name, type, nullability and description in one place.

export type ResolverClass = new () => object

/** The class to make from a schema. */
type Side = 'input' | 'output'

interface Form {
  type: unknown
  nullable: boolean
}

function formOf(schema: TSchema, side: Side): Form {
  const { documents, name } = notesOf(schema)
  const branches = schema['anyOf'] as TSchema[] | undefined
  if (documents) {
    const mayBeNull = [schema, ...(branches ?? [])].some((one) => [one['type'] as unknown].flat().includes('null'))
    return { type: formOf(documents, side).type, nullable: mayBeNull }
  }
  if (branches) {
    if (name !== undefined && literalsOf(schema).length === branches.length)
      return { type: enumOf(schema), nullable: false }
    const nonNull = branches.filter((branch) => branch['type'] !== 'null')
    const nullable = nonNull.length < branches.length
    const [only] = nonNull
    if (only && nonNull.length === 1) return { type: formOf(only, side).type, nullable }
    const areTexts = nonNull.every((branch) => branch['type'] === 'string')
    return { type: areTexts ? typeOf(schema, 'string', side) : Json, nullable }
  }
  const types = [schema['type'] as unknown].flat()
  return { type: typeOf(schema, types[0], side), nullable: types.includes('null') }
}

function typeOf(schema: TSchema, type: unknown, side: Side): unknown {
  const { as, name, inputName } = notesOf(schema)
  if (as) return { ID, JSON: Json, Float, DateTime, Url }[as]
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
      if (name === undefined && schema['enum']) throw new Error(`a choice has no name: ${String(schema.description)}`)
      return name === undefined ? String : enumOf(schema)
    case 'object':
      if (side === 'output') return name === undefined ? JsonObjectScalar : classOf(schema as TObject, name, side)
      if (inputName === undefined && name === undefined) return JsonObjectScalar
      return classOf(schema as TObject, inputName ?? `${name}Input`, side)
    default:
      return Json
  }
}

/** Returns the type and options of a field or argument for the decorators of type-graphql. */
export function fieldOf(schema: TSchema, side: Side, required = !(OptionalKind in schema)) {
  const { type, nullable } = formOf(schema, side)
  const { inGraphQL, mayBeOther, kind } = notesOf(schema)
  const { description } = side === 'output' ? schema : asInput(schema)
  const mayBeNull = side === 'output' && mayBeOther === true
  // Rich text that is missing is read as an empty list.
  const isPresent = required || (side === 'output' && kind === 'gloss')
  const sentence = inGraphQL ?? withNames(description, [type].flat()[0])
  return { type: type as never, options: { nullable: nullable || !isPresent || mayBeNull, description: sentence } }
}

/** The members of the schema of an object. */
export interface Members {
  properties: TProperties
  required?: string[]
  additionalProperties?: unknown
}

/** Adds a field for each member of the schema to a class of type-graphql. */
function addMembers({ prototype }: ClassType, members: Members, side: Side): void {
  const { properties, required = [] } = members
  for (const [name, schema] of Object.entries(properties)) {
    const { onlyRest, onlyWritten, called, answeredAs, from = [] } = notesOf(schema)
    if (onlyRest || (onlyWritten && side === 'output')) continue
    // A list in a document may have another form than documented.
    const mayBeOdd = side === 'output' && isOpen(members) && schema['type'] === 'array'
    const { type, options } = fieldOf(schema, side, required.includes(name) && !mayBeOdd)
    for (const key of [name, ...from]) if (side === 'input') noteSentName(key, called ?? name)
    if (side === 'output') {
      const shownName = called ?? answeredAs
      Field(() => type, { ...options, ...(shownName !== undefined && { name: shownName }) })(prototype, name)
    } else {
      Field(() => type, options)(prototype, called ?? name)
      if (called !== undefined) keysOf.set(prototype, { ...keysOf.get(prototype), [called]: name })
    }
  }
}

/** The names in REST of the members of an input that GraphQL calls otherwise, by the prototype of the input. */
const keysOf = new WeakMap<object, Record<string, string>>()

const otherNames = new Map<string, Set<string>>()

/** Notes that inputs have a member of REST, or of a document, under another name. */
export function noteSentName(name: string, sent: string): void {
  if (name !== sent) otherNames.set(name, (otherNames.get(name) ?? new Set()).add(sent))
}

/** Returns the other names under which inputs may have a member of REST, or of a document. */
export const sentNames = (name: string): string[] => [...(otherNames.get(name) ?? [])]

/** Adds a field to an object type for each readable member; the fields of members not in `required` are nullable. */
export const addFields = (target: object, properties: TProperties, required: string[] = []): void =>
  addMembers(target as ClassType, { properties, required }, 'output')

/** Adds a field to a class of arguments, or to an input, for each member. */
export const addInputs = (target: object, properties: TProperties): void =>
  addMembers(target as ClassType, { properties }, 'input')

/** Adds the field with what a document contains besides its members. */
function addExtra({ prototype }: ClassType, side: Side): void {
  const description =
    side === 'output'
      ? 'Everything else that is stored, by its name in REST; null if there is nothing else.'
      : 'Everything else to store, by its name in REST, as it was read from `extra`.'
  Field(() => JsonObjectScalar, { nullable: true, description })(prototype, 'extra')
}

/** Returns whether objects of the schema are documents, which keep members that the schema does not name. */
const isOpen = (schema: Members): boolean => schema.additionalProperties === true

/** The schemas of documents, by the prototypes of their inputs. */
const documentInputs = new WeakMap<object, TObject>()

/**
 * Converts instances of input classes to plain objects without absent members; keeps JSON unchanged. Throws
 * VALIDATION_ERROR for members of documents that are given twice.
 */
export function plain(value: unknown): unknown {
  const faults: FieldError[] = []
  const converted = plainOf(value, '', faults)
  if (faults.length) throw validation(faults)
  return converted
}

function plainOf(value: unknown, at: string, faults: FieldError[]): unknown {
  if (Array.isArray(value)) return value.map((item, i) => plainOf(item, `${at}${i}.`, faults))
  if (typeof value !== 'object' || value === null || isJson(value)) return value
  const prototype = Object.getPrototypeOf(value) as object
  const keys = keysOf.get(prototype)
  const schema = documentInputs.get(prototype)
  const fields: JsonObject = {}
  let extra: JsonObject | undefined
  for (const [name, member] of Object.entries(value) as [string, unknown][]) {
    if (member === undefined) continue
    const isLeaf = typeof member !== 'object' || member === null
    const converted = isLeaf ? member : plainOf(member, `${at}${name}.`, faults)
    if (schema && name === 'extra') extra = (converted ?? undefined) as JsonObject | undefined
    else fields[keys?.[name] ?? name] = converted
  }
  return schema ? documentOf(schema.properties, { fields, extra }, at, faults) : fields
}

function isJson(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

/** The names of the inputs of which exactly one member is given. */
const oneOfInputs = new Set<string>()

/** Marks these inputs in the schema, because type-graphql has no option for it. Values are checked by graphql-js. */
export function markOneOf(typeNamed: (name: string) => unknown): void {
  for (const name of oneOfInputs) {
    const type = typeNamed(name) as GraphQLInputObjectType | undefined
    if (type) type.isOneOf = true
  }
}

/** The schemas of the object types whose objects are documents, by the names of the types. */
export const documentTypes = new Map<string, TObject>()

const made = { input: new Map<string, Made>(), output: new Map<string, Made>() }
interface Made {
  of: TProperties
  class: ClassType
}

/** Returns the class of a named schema, made on first use. Throws if two schemas have the same name. */
function classOf(schema: TObject, name: string, side: Side): ClassType {
  const kept = made[side === 'output' ? 'output' : 'input']
  const existing = kept.get(name)
  if (existing && existing.of !== schema.properties) throw new Error(`two schemas have the GraphQL name ${name}`)
  if (existing) return existing.class
  const fresh = class {}
  kept.set(name, { of: schema.properties, class: fresh })
  const options = { description: notesOf(schema).about }
  if (side === 'output') ObjectType(name, options)(fresh)
  else InputType(name, options)(fresh)
  if (notesOf(schema).isOneOf) oneOfInputs.add(name)
  addMembers(fresh, schema, side)
  if (isOpen(schema)) addExtra(fresh, side)
  // The input of a mutation has a name of its own; an input that is called after a type is a document.
  if (side === 'input' && (isOpen(schema) || notesOf(schema).inputName === undefined))
    documentInputs.set(fresh.prototype, schema)
  if (side === 'output' && isOpen(schema)) documentTypes.set(name, schema)
  return fresh
}

/** Returns the object type of a named schema. */
export function objectOf<T>(schema: TSchema): new () => T {
  return classOf(schema as TObject, notesOf(schema).name!, 'output') as new () => T
}

/** The columns of a row that GraphQL shows, with their types. */
type Shown<R> = R extends { fields: infer F; row?: infer Row }
  ? Pick<Row & object, NamesWith<F, { shown: true }> & keyof (Row & object)>
  : never

/** Returns an abstract object type with the columns of a table that GraphQL shows, or with a subset of them. */
export function rowsOf<
  R extends Tabled<RecordOf, unknown>,
  Name extends keyof Shown<R> & string = keyof Shown<R> & string,
>(of: R, ...only: Name[]): abstract new () => Pick<Shown<R>, Name> & { id: string } {
  abstract class Rows {}
  ObjectType('Rows')(Rows)
  const properties = shownShapes(only.length ? { ...of, names: only } : of)
  addMembers(Rows as ClassType, { properties, required: Object.keys(properties) }, 'output')
  return Rows as unknown as abstract new () => Pick<Shown<R>, Name> & { id: string }
}

/** Returns the input with these members. A schema whose own input has this name always gets the same class. */
export function inputOf(name: string, description: string, shape: TSchema | Members): ClassType {
  const members = shape as Members
  if (notesOf(members).inputName === name) return classOf(members as TObject, name, 'input')
  const fresh = class {}
  InputType(name, { description })(fresh)
  addMembers(fresh, members, 'input')
  return fresh
}

/** Returns the input of a schema that contains the input's name. */
export const namedInputOf = <T extends object>(schema: TSchema) =>
  classOf(schema as TObject, notesOf(schema).inputName!, 'input') as new () => T
