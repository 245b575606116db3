import { isDeepStrictEqual } from 'node:util'
import type { GraphQLScalarType } from 'graphql'
import { Field, Float, ID, InputType, ObjectType, type ClassType } from 'type-graphql'
import { validation, type FieldError } from '../lib/errors.js'
import { isList, type Member, type MemberKind, type Members, type Shape } from '../lib/members.js'
import { plain } from './classes.js'
import { GlossItem, GlossItemInput } from './gloss.js'
import { DateTime, Json, JsonObject, Url } from './scalars.js'

// Makes the fields of GraphQL types, and of their inputs, from the descriptions of document members (lib/members.ts).

type Kind = typeof String | typeof Boolean | typeof Float | GraphQLScalarType

const scalars: Record<Exclude<MemberKind, 'gloss' | 'object' | 'objects'>, Kind> = {
  text: String,
  plainText: String,
  id: ID,
  number: Float,
  flag: Boolean,
  moment: DateTime,
  url: Url,
  document: Json,
  texts: String,
  ids: ID,
  numbers: Float,
}

const outputs = new WeakMap<Shape, ClassType>()
const inputs = new WeakMap<Shape, ClassType>()

function classOf(shape: Shape, input: boolean): ClassType {
  const made = input ? inputs : outputs
  const known = made.get(shape)
  if (known) return known
  const fresh = class {}
  made.set(shape, fresh)
  const { name, description, members } = shape
  if (input) InputType(`${name}Input`, { description })(fresh)
  else ObjectType(name, { description })(fresh)
  if (input) addInputFields(fresh, members)
  else addFields(fresh, members)
  return fresh
}

function typeOf({ kind, of }: Member, input: boolean): Kind | ClassType {
  if (kind === 'gloss') return input ? GlossItemInput : GlossItem
  return kind === 'object' || kind === 'objects' ? classOf(of!, input) : scalars[kind]
}

function addField(target: object, name: string, member: Member, input: boolean, deprecationReason = ''): void {
  const type = typeOf(member, input)
  const list = isList(member)
  const nullable = input || !list
  const options = { nullable, description: member.description, ...(deprecationReason && { deprecationReason }) }
  Field(() => (list ? [type] : type), options)((target as { prototype: object }).prototype, name)
}

/** Adds a field to the type for each member that can be read. */
export function addFields(target: object, members: Members): void {
  for (const [name, member] of Object.entries(members))
    if (member.only !== 'written') addField(target, name, member, false)
}

/**
 * The older name of a member in inputs, where it has one: the key under which it is stored. Reading and writing have
 * one name each member now, and inputs still understand the older one.
 */
function olderName(members: Members, name: string, { from }: Member): string | undefined {
  const key = from[0] ?? name
  return key === name || Object.hasOwn(members, key) ? undefined : key
}

function addInputFields(target: object, members: Members): void {
  for (const [name, member] of Object.entries(members)) {
    if (member.only === 'read') continue
    addField(target, name, member, true, member.insteadUse && renamed(member.insteadUse))
    const older = olderName(members, name, member)
    if (older !== undefined) addField(target, older, member, true, renamed(name))
  }
}

/** Why an input still has a field under an older name. */
export const renamed = (name: string) => `Since 2026-11: use ${name}, as in answers.`

/**
 * Makes the input class of an object with a key, a name and these members; its `body` takes members that are not
 * listed.
 */
export function inputOfMembers(
  name: string,
  members: Members,
  { nameRequired, description }: { nameRequired: boolean; description: string },
): ClassType {
  const made = class {}
  InputType(name, { description })(made)
  const key = { nullable: true, description: 'ID of the item, unique in its array. Required.' }
  Field(() => ID, key)(made.prototype, 'key')
  Field(() => ID, { ...key, deprecationReason: renamed('key') })(made.prototype, 'id')
  const shown = { nullable: !nameRequired, description: 'Display name.' }
  Field(() => String, shown)(made.prototype, 'name')
  addInputFields(made, members)
  const more = {
    nullable: true,
    description:
      'Further properties, which have no field in this input. A property that is given in a field as well must have ' +
      'the same value.',
  }
  Field(() => JsonObject, more)(made.prototype, 'body')
  return made
}

/**
 * The document that a typed input stands for: its members under the keys of REST, together with those of `body`. `at`
 * is the path of the input in error messages. Throws VALIDATION_ERROR where two members give different values for one
 * key.
 */
export function documentOf(input: object, members: Members, at: string): Record<string, unknown> {
  return documentsOf([input], members, () => at)[0]!
}

function documentsOf(
  inputs: readonly object[],
  members: Members,
  at: (index: number) => string,
): Record<string, unknown>[] {
  const faults: FieldError[] = []
  const keyOf = new Map(Object.entries(members).map(([name, { from }]) => [name, from[0] ?? name])).set('key', 'id')
  const documents = inputs.map((input, i) => {
    const { body, ...given } = input as Record<string, unknown>
    const document: Record<string, unknown> = { ...(body as object | null | undefined) }
    for (const [name, value] of Object.entries(given)) {
      if (value === undefined) continue
      const key = keyOf.get(name) ?? name
      const member = plain(value)
      if (Object.hasOwn(document, key) && !isDeepStrictEqual(document[key], member))
        faults.push({ field: `${at(i)}.${name}`, message: `contradicts another value given for ${key}` })
      else document[key] = member
    }
    if (document['id'] === undefined || document['id'] === null)
      faults.push({ field: `${at(i)}.key`, message: 'is required' })
    return document
  })
  if (faults.length) throw validation(faults)
  return documents
}

/**
 * The documents of each array of an input. An array may be given typed or as documents; VALIDATION_ERROR for both.
 * `names` gives the names that typed arrays have instead of those of the routes.
 */
export function arraysOf(
  arrays: object,
  typed: object | null | undefined,
  members: Readonly<Record<string, Members>>,
  names: Readonly<Record<string, string>> = {},
): Record<string, unknown> {
  const all: Record<string, unknown> = { ...arrays }
  for (const [given, inputs] of Object.entries(typed ?? {})) {
    if (inputs === undefined || inputs === null) continue
    const name = names[given] ?? given
    if (all[name] !== undefined)
      throw validation([{ field: `typed.${given}`, message: `must not be given together with ${name}` }])
    all[name] = documentsOf(inputs as object[], members[name]!, (i) => `typed.${given}.${i}`)
  }
  return all
}
