import { Type, type TSchema } from '@sinclair/typebox'
import { mostOfText } from '../lib/schema.js'

// Limits of the answers of a model. Most of an answer is stored and sent to every user who reads it, results of jobs at
// each poll, so each text and list has a limit, and the answer of each route has one as a whole. A larger answer is
// refused with the name of the member: a text or list of that size is not a valid answer, and a part of it would be
// useless.

/** An object whose members only the model knows: its length as JSON, in characters. */
export const document = Type.Record(Type.String(), Type.Unknown(), { maxJsonLength: mostOfText })

/** Returns the schema of a map of names to values of one shape. */
export const mapOf = <S extends TSchema>(value: S) => Type.Record(Type.String(), value, { maxJsonLength: mostOfText })

/** Returns the schema of a list of at most `maxItems` items. */
export const listOf = <S extends TSchema>(item: S, maxItems: number, more: { minItems?: number } = {}) =>
  Type.Array(item, { ...more, maxItems })
