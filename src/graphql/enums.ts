import type { TProperties, TSchema } from '@sinclair/typebox'
import { registerEnumType } from 'type-graphql'
import { snake } from '../database/rows/record.js'
import { notesOf } from '../lib/described.js'
import { isObject } from '../lib/json-walk.js'

// Makes the enums of GraphQL from schemas that list words. This is the only place that knows how a word of REST is
// called in GraphQL.

/** Returns the words of a choice, with the description of each word if the schema has one. */
export function literalsOf(schema: TSchema): { const: string; description?: string }[] {
  const branches = (schema['anyOf'] ?? []) as { const?: unknown; description?: string }[]
  return branches.filter((branch): branch is { const: string } => typeof branch.const === 'string')
}

const enums = new Map<string, object>()
/** The names of the values of each enum by the words of REST. */
const namesOfWords = new Map<object, ReadonlyMap<string, string>>()

/** Returns the enum of a named choice of words; its values are the words in upper case, joined by underscores. */
export function enumOf(schema: TSchema): object {
  const { name = '', about, words: usual } = notesOf(schema)
  const existing = enums.get(name)
  if (existing) return existing
  const literals = literalsOf(schema)
  const listed = usual ?? (schema['enum'] as (string | null)[] | undefined) ?? literals.map((literal) => literal.const)
  const words = listed.filter((word) => word !== null)
  const valueOf = (word: string) => (/^[A-Z]+$/.test(word) ? word : snake(word).replaceAll(/[- ]/g, '_').toUpperCase())
  const values = Object.fromEntries(words.map((word) => [valueOf(word), word]))
  const valuesConfig = Object.fromEntries(
    literals.map(({ const: word, description }) => [valueOf(word), { description }]),
  )
  enums.set(name, values)
  namesOfWords.set(values, new Map(words.map((word) => [word, valueOf(word)])))
  registerEnumType(values, { name, valuesConfig, ...(about !== undefined && { description: about }) })
  return values
}

/** Returns the description with the names of the values of an enum instead of the words of REST in backticks. */
export function withNames(description: string | undefined, type: unknown): string | undefined {
  const names = namesOfWords.get(type as object)
  return !names
    ? description
    : description?.replaceAll(/`([^`]+)`/g, (quoted, word: string) => names.get(word) ?? quoted)
}

/** Returns a value of the schema with the names of enums in place of the words of REST, at any depth. */
export function namedIn(schema: TSchema, value: unknown): unknown {
  const branches = schema['anyOf'] as TSchema[] | undefined
  if (branches) return branches.reduce((named, branch) => namedIn(branch, named), value)
  if (typeof value === 'string') return notesOf(schema).name === undefined ? value : nameOf(schema, value)
  if (Array.isArray(value)) {
    const items = schema['items'] as TSchema | undefined
    return items ? value.map((item) => namedIn(items, item)) : value
  }
  const members = schema['properties'] as TProperties | undefined
  if (!isObject(value) || !members) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, members[name] ? namedIn(members[name], member) : member]),
  )
}

const nameOf = (schema: TSchema, word: string) => namesOfWords.get(enumOf(schema))?.get(word) ?? word
