import { Type, type TObject } from '@sinclair/typebox'
import type { ClassType } from 'type-graphql'
import { anyId, says } from '../lib/described.js'
import { inputOf } from './classes.js'

/** Returns the schema of the version that a row must have for a change or a deletion. */
export const versionBefore = (what: 'change' | 'deletion') =>
  Type.Optional(says(`Refuse the ${what} with PRECONDITION_FAILED unless the row is at this version.`, Type.Integer()))

const id = says('The `id` of the object.', anyId(Type.String()))
const IdInput = inputOf('IdInput', 'An object.', Type.Object({ id }))
export interface VersionedId {
  id: string
  ifVersion?: number | null
}
export const VersionedIdInput = inputOf(
  'VersionedIdInput',
  'An object, and the version that the caller has seen of it.',
  Type.Object({ id, ifVersion: versionBefore('change') }),
)

/** Returns the input that mutations share which need only the id of an object, or also a version of it. */
export function sharedInput({ properties }: TObject): ClassType | undefined {
  const { id: own, ifVersion, ...others } = properties
  if (!own || Object.keys(others).length) return undefined
  return ifVersion ? VersionedIdInput : IdInput
}
