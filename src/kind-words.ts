import type { TSchema } from '@sinclair/typebox'
import { kindNames, type KindName } from './kinds.js'
import { validation } from './lib/errors.js'
import { mostly, usually } from './lib/described.js'
import { choice } from './lib/schema.js'

const about = 'Kind of a thing.'
const kindWords = kindNames<KindName>(() => true)

/** Returns the schema of a kind of thing, one of `words`. In GraphQL it has the type Kind, which names all kinds. */
export const kindOf = <const T extends KindName>(words: readonly T[]) => ofAnyKind(choice(words))

/** Returns the schema of a word that the server stores for a kind of thing. */
export const ofAnyKind = <S extends TSchema>(schema: S): S => usually('Kind', about, kindWords, schema)

/** Returns the same for a word that may be none of them, which reads as null. */
export const ofOldKind = <S extends TSchema>(schema: S): S => mostly('Kind', about, kindWords, schema)

/**
 * Throws VALIDATION_ERROR with the accepted kinds if the value of a member is another one: in GraphQL members have the
 * type Kind even where only some kinds are accepted.
 */
export function requireOneOf<T extends string>(
  accepted: readonly T[],
  kind: string | null | undefined,
  field = 'kind',
): asserts kind is T | null | undefined {
  if (kind === null || kind === undefined || (accepted as readonly string[]).includes(kind)) return
  throw validation([{ field, message: `must be one of ${accepted.join(', ')}` }])
}
