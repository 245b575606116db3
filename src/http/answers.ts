import { Type, type TSchema } from '@sinclair/typebox'
import { notesOf } from '../lib/described.js'
import { isObject } from '../lib/json-walk.js'

/**
 * The response of a route with one status: the schema of its JSON, a body of another media type, or null for no body.
 */
export type Answer = TSchema | Media | null

export interface Media {
  /** The media types; the first is the default. */
  media: readonly string[]
  schema: TSchema
  /** The schema of the body as `application/json`, if a client can ask for that instead of `media`. */
  json?: TSchema
  /** Further text media types for which a client can ask instead of `media`, by their contents. */
  texts?: Readonly<Record<string, string>>
}

/** Returns an answer of bytes with one of these media types. */
export const bytes = (...media: string[]): Media => ({ media, schema: Type.String({ format: 'binary' }) })

export interface RouteAnswers {
  /** The id of the operation, by which generated clients call it; by default the name of its GraphQL mutation. */
  id: string
  /** The description of the operation in one sentence. */
  says: string
  /** The whole description, if it is longer than `says`. */
  more?: string
  /** The body of the request, with its media type, if it is not a JSON object that a schema validates. */
  body?: Media
  /** The statuses of errors beyond those of all routes of its kind. */
  refuses?: readonly number[]
  [status: number]: Answer
}

/**
 * The responses of an area's routes, keyed by `METHOD /path`, for openapi.json and for the tests that compare responses
 * with them; not used while a request is served.
 */
export type Answers = Readonly<Record<string, RouteAnswers>>

const nameKey = 'x-name'
const aboutKey = 'x-about'
const referenceKey = 'x-reference'

/**
 * Names a schema, so that the OpenAPI document contains it once, under `components.schemas`. A member with a
 * description of its own keeps it beside the reference.
 */
export function named<S extends TSchema>(name: string, schema: S): S {
  const about = schema.description ?? notesOf(schema).about
  return { ...schema, [nameKey]: name, ...(about !== undefined && { [aboutKey]: about }) }
}

/** Returns a reference to a named schema, for use inside that schema. */
export function reference(name: string): TSchema {
  return { [referenceKey]: name } as unknown as TSchema
}

/**
 * The name of the schema of any JSON value, for parts whose contents clients choose. Generated clients get one named
 * type for it.
 */
const anyJson = 'Json'
const json = { $ref: `#/components/schemas/${anyJson}` }
const jsonSchema = {
  description: 'Any JSON value.',
  anyOf: [
    ...['string', 'number', 'boolean', 'null'].map((type) => ({ type })),
    { type: 'array', items: json },
    { type: 'object', additionalProperties: json },
  ],
}

/**
 * Moves the named schemas of a document under `components` and leaves references in their places. In answers, schemas
 * that accept anything (an empty schema, an object with undefined members, additional members) become references to
 * `Json`. In bodies of requests they stay empty: strict clients could not send a body that refers to a recursive type,
 * because `Writable` of openapi-fetch treats the members of such a type as read-only. Throws when two different schemas
 * have the same name.
 */
export function withComponents(document: object): { document: object; schemas: Record<string, object> } {
  const schemas: Record<string, object> = { [anyJson]: jsonSchema }
  const texts = new Map<string, string>()
  const pointer = (name: string) => ({ $ref: `#/components/schemas/${name}` })
  const walk = (value: unknown, any: object): unknown => {
    if (Array.isArray(value)) return value.map((item) => walk(item, any))
    if (typeof value !== 'object' || value === null) return value
    const { [nameKey]: name, [aboutKey]: description, [referenceKey]: to, ...rest } = value as Record<string, unknown>
    if (typeof to === 'string') return pointer(to)
    if (typeof name === 'string') {
      const { description: ofMember, ...schema } = rest
      const component = { ...schema, ...(description !== undefined && { description }) }
      const text = JSON.stringify(component)
      if (texts.has(name) && texts.get(name) !== text) throw new Error(`two schemas have the name ${name}`)
      if (!texts.has(name)) {
        texts.set(name, text)
        schemas[name] = walk(component, json) as object
      }
      return { ...pointer(name), ...(ofMember !== description && { description: ofMember }) }
    }
    const anyIn = (key: string) => (key === 'requestBody' ? {} : any)
    const inside = Object.fromEntries(Object.entries(rest).map(([key, member]) => [key, walk(member, anyIn(key))]))
    return opened(inside, any)
  }
  return { document: walk(document, json) as object, schemas }
}

/** Returns the schema, with the schema `any` wherever its members, additional members or items may be anything. */
function opened(schema: Record<string, unknown>, any: object): Record<string, unknown> {
  const { properties, patternProperties, items, ...rest } = schema
  const every = isObject(patternProperties) ? patternProperties[anyName] : undefined
  const open = schema['additionalProperties'] ?? every ?? (schema['type'] === 'object' && !properties)
  return {
    ...rest,
    ...(isObject(properties) && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, member]) => [name, orAny(member, any)])),
    }),
    ...(patternProperties !== undefined && every === undefined && { patternProperties }),
    ...(open !== false && { additionalProperties: open === true ? any : orAny(open, any) }),
    ...(items !== undefined && { items: orAny(items, any) }),
  }
}

/** The pattern that TypeBox writes for members with any name. */
const anyName = '^(.*)$'
const says = ['type', '$ref', 'anyOf', 'oneOf', 'allOf', 'enum', 'const', 'not']
function orAny(schema: unknown, any: object): unknown {
  return isObject(schema) && !says.some((key) => key in schema) ? { ...schema, ...any } : schema
}

/** `{success: true}`. */
export const success = Type.Object({ success: Type.Boolean({ description: 'True; a refusal has another status.' }) })
/** `{message}`. */
export const message = Type.Object({ message: Type.String({ description: 'What was done, for people to read.' }) })
/** `{success, message}`. */
export const successMessage = Type.Object({ ...success.properties, ...message.properties })

/**
 * Marks the documented schema of a client's document that is stored as it was sent: a client that sends another form
 * gets that form back.
 */
export function asSent<S extends TSchema>(schema: S): S {
  return { ...schema, 'x-as-sent': true }
}

/** Returns a route without the names of its parameters, as a key: `GET /a/:id` becomes `GET /a/{}`. */
export const nameless = (route: string) => route.replace(/:\w+(\([^)]*\))?/g, '{}')
