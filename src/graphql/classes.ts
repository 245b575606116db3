import { OptionalKind, Type, type TObject, type TProperties, type TSchema } from '@sinclair/typebox'
import type { GraphQLInputObjectType } from 'graphql'
import { Field, Float, ID, InputType, Int, ObjectType, type ClassType } from 'type-graphql'
import type { RecordOf, Tabled } from '../database/rows/record.js'
import { shownShapes, type NamesWith } from '../database/rows/record-schema.js'
import { asInput, notesOf } from '../lib/described.js'
import { validation } from '../lib/errors.js'
import { enumOf, literalsOf, withNames } from './enums.js'
import { DateTime, Json, JsonObject, Url } from './scalars.js'

// Makes the classes of type-graphql from schemas (lib/schema.ts) and records (database/rows/record.ts), by calling the
// library's own decorators: a member has its name, type, nullability and description in one place.

export type ResolverClass = new () => object

/** The class to make from a schema; `typed` is an input in which documents have typed members instead of JSON. */
type Side = 'input' | 'typed' | 'output'

interface Form {
  type: unknown
  nullable: boolean
}

function formOf(schema: TSchema, side: Side): Form {
  const { documents, name } = notesOf(schema)
  if (side === 'typed' && documents) return { type: formOf(documents, side).type, nullable: true }
  const branches = schema['anyOf'] as TSchema[] | undefined
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
      if (side === 'output') return name === undefined ? JsonObject : classOf(schema as TObject, name, side)
      if (inputName !== undefined) return classOf(schema as TObject, inputName, side)
      return side === 'input' || name === undefined ? JsonObject : classOf(schema as TObject, `${name}Input`, side)
    default:
      return Json
  }
}

/** Returns the type and options of a field or argument for the decorators of type-graphql. */
export function fieldOf(schema: TSchema, side: Side, required = !(OptionalKind in schema)) {
  const { type, nullable } = formOf(schema, side)
  const { inGraphQL, mayBeOther } = notesOf(schema)
  const { description } = side === 'output' ? schema : asInput(schema)
  // A missing list of a document is read as an empty list.
  const isPresent = required || (side === 'output' && notesOf(schema).kind !== undefined && Array.isArray(type))
  const mayBeNull = side === 'output' && mayBeOther === true
  const sentence = inGraphQL ?? withNames(description, [type].flat()[0])
  return { type: type as never, options: { nullable: nullable || !isPresent || mayBeNull, description: sentence } }
}

/** The members of the schema of an object. */
export interface Members {
  properties: TProperties
  required?: string[]
}

/** Adds a field for each member of the schema to a class of type-graphql. */
function addMembers({ prototype }: ClassType, members: Members, side: Side): void {
  const { properties, required = [] } = members
  const typedName = side === 'input' ? notesOf(members).typedName : undefined
  for (const [name, schema] of Object.entries(properties)) {
    const { onlyRest, kind, from, onlyWritten, insteadUse, called: otherName, answeredAs } = notesOf(schema)
    if (onlyRest || (onlyWritten && side === 'output')) continue
    // A document may be passed in `typed` instead of as JSON; the schema of the body requires one of the two.
    const isEither = typedName !== undefined && isDocument(schema)
    const sideOfMember = kind !== undefined && side === 'input' ? 'typed' : side
    const { type, options } = fieldOf(schema, sideOfMember, required.includes(name) && !isEither)
    const called = side === 'output' ? undefined : otherName
    if (called !== undefined) noteSentName(name, called)
    if (called !== undefined) keysOf.set(prototype, { ...keysOf.get(prototype), [called]: name })
    const shownName = side === 'output' ? answeredAs : undefined
    Field(() => type, {
      ...options,
      ...(insteadUse !== undefined && renamed(insteadUse)),
      ...(shownName !== undefined && { name: shownName }),
    })(prototype, called ?? name)
    // Inputs still accept the stored key of a member whose name in answers differs.
    const [older = name] = from ?? []
    if (side !== 'output' && older !== name) noteSentName(older, name)
    if (side !== 'output' && !Object.hasOwn(properties, older))
      Field(() => type, { ...options, ...renamed(name) })(prototype, older)
  }
  if (typedName !== undefined) addTyped(prototype, properties, typedName)
}

const otherNames = new Map<string, Set<string>>()

/** Notes that inputs have a member of REST, or of a document, under another name. */
export function noteSentName(name: string, sent: string): void {
  otherNames.set(name, (otherNames.get(name) ?? new Set()).add(sent))
}

/** Returns the other names under which inputs may have a member of REST or of a document. */
export const sentNames = (name: string): string[] => [...(otherNames.get(name) ?? [])]

/** Returns the deprecation of an input field under an older name. */
const renamed = (name: string) => ({ deprecationReason: `Since 2026-11: use ${name}, as in answers.` })

/** Adds a field to an object type for each readable member; the fields of members not in `required` are nullable. */
export const addFields = (target: object, properties: TProperties, required: string[] = []): void =>
  addMembers(target as ClassType, { properties, required }, 'output')

/** Adds a field to a class of arguments, or to an input, for each member. */
export const addInputs = (target: object, properties: TProperties): void =>
  addMembers(target as ClassType, { properties }, 'input')

/** The document keys of members whose input name differs, by the prototype of the input. */
const keysOf = new WeakMap<object, Record<string, string>>()

/** The names of the documents that the member `typed` of an input can contain, by the prototype of the input. */
const typedMembers = new WeakMap<object, readonly string[]>()

/** Adds the member `typed`, in which the documents of the input have typed members. */
function addTyped(prototype: object, properties: TProperties, typedName: string): void {
  const documents = Object.entries(properties).filter(([, schema]) => isDocument(schema))
  typedMembers.set(
    prototype,
    documents.map(([name]) => name),
  )
  const of = Object.fromEntries(documents.map(([name, schema]) => [name, Type.Optional(schema)]))
  const Typed = typedClassOf(typedName, of)
  const description =
    'The same documents with typed members. A document that is given both here and as JSON is refused; members that ' +
    'are not documented are kept only in the JSON form.'
  Field(() => Typed, { nullable: true, description })(prototype, 'typed')
}

/** Returns whether the schema is JSON in an input and has documented members. */
const isDocument = (schema: TSchema): boolean =>
  printed(formOf(schema, 'input').type) !== printed(formOf(schema, 'typed').type)
const printed = (type: unknown): unknown => (Array.isArray(type) ? (type as unknown[])[0] : type)

const typedClasses = new Map<string, ClassType>()

function typedClassOf(name: string, properties: TProperties): ClassType {
  const existing = typedClasses.get(name)
  if (existing) return existing
  const fresh = class {}
  typedClasses.set(name, fresh)
  InputType(name, { description: 'Documents with typed members, which could be given as JSON as well.' })(fresh)
  addMembers(fresh, { properties, required: [] }, 'typed')
  return fresh
}

/**
 * Returns the members of an input under the keys of documents, merged with its `typed` documents. Throws
 * VALIDATION_ERROR if a document is passed in both forms; `at` is the path of the input in the message.
 */
function untyped(input: object, at = ''): object {
  const prototype = Object.getPrototypeOf(input) as object
  const keys = keysOf.get(prototype) ?? {}
  const named = Object.fromEntries(Object.entries(input).map(([name, value]) => [keys[name] ?? name, value]))
  const names = typedMembers.get(prototype)
  const { typed, ...members } = named as Record<string, unknown>
  if (!names || typed === undefined || typed === null) return names ? members : named
  const present = Object.entries(typed).filter(([, value]) => value !== undefined)
  const twice = present.filter(([name]) => members[name] !== undefined)
  if (twice.length)
    throw validation(twice.map(([name]) => ({ field: `${at}typed.${name}`, message: 'must not be given as JSON too' })))
  return { ...members, ...Object.fromEntries(present) }
}

/**
 * Converts instances of input classes to plain objects without absent members; keeps JSON unchanged. `at` is the path
 * in messages.
 */
export function plain(value: unknown, at = ''): unknown {
  if (Array.isArray(value)) return value.map((item, i) => plain(item, `${at}${i}.`))
  if (typeof value !== 'object' || value === null || isJson(value)) return value
  const present = Object.entries(untyped(value, at)).filter(([, member]) => member !== undefined)
  return Object.fromEntries(present.map(([name, member]) => [name, plain(member, `${at}${name}.`)]))
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
