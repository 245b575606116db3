import { Type, type TSchema } from '@sinclair/typebox'
import { mostOfText } from '../lib/schema.js'

// Bounds of what a model answers. Most of it is stored and sent to everybody who reads it, results of jobs at each
// poll, so each text and list has a bound, and the answer of each route has one as a whole. What is larger is refused
// with the name of the member: no text or list of that size is what was asked for, and a part of it would be no answer.

/** An object whose members only the model knows: its length as JSON, in characters. */
export const document = Type.Record(Type.String(), Type.Unknown(), { maxJsonLength: mostOfText })

/** Returns a map of names to values of one shape. */
export const mapOf = <S extends TSchema>(value: S) => Type.Record(Type.String(), value, { maxJsonLength: mostOfText })

/** Returns a list of at most so many items. */
export const listOf = <S extends TSchema>(item: S, maxItems: number, more: { minItems?: number } = {}) =>
  Type.Array(item, { ...more, maxItems })
