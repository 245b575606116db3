import { Type, type Static } from '@sinclair/typebox'
import { nullable, optional, ratio, uuid } from '../lib/schema.js'

const frame = Type.Integer({ minimum: 0, maximum: 1e9 })

/** V-17: which parts of the persona's vocabulary go into the query; by default only the entity types do. */
const queryFlags = [
  'EntityTypes',
  'EntityGlosses',
  'EventTypes',
  'EventGlosses',
  'RoleTypes',
  'RoleGlosses',
  'RelationTypes',
  'RelationGlosses',
  'EntityInstances',
  'EntityInstanceGlosses',
  'EventInstances',
  'EventInstanceGlosses',
  'LocationInstances',
  'LocationInstanceGlosses',
  'TimeInstances',
  'TimeInstanceGlosses',
] as const
export type QueryFlag = `include${(typeof queryFlags)[number]}`
export type QueryOptions = Partial<Record<QueryFlag, boolean>>

const flags = Object.fromEntries(queryFlags.map((name) => [`include${name}`, { type: 'boolean' }]))
const queryOptions = Type.Unsafe<QueryOptions>({ type: 'object', properties: flags })

/** What to look for, by persona or query, in one frame or a list of frames (V-16). */
export const detectSchema = Type.Object({
  personaId: optional(uuid),
  manualQuery: optional(Type.String({ maxLength: 10_000 })),
  queryOptions: Type.Optional(nullable(queryOptions)),
  frame: optional(frame),
  frameNumbers: optional(Type.Array(frame, { maxItems: 500 })),
  confidenceThreshold: Type.Optional(ratio),
  enableTracking: Type.Optional(Type.Boolean()),
})
export type DetectInput = Static<typeof detectSchema>
