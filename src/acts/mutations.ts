import { Type, type TObject } from '@sinclair/typebox'
import { Arg, Ctx, Extensions, Mutation, Resolver, type ClassType } from 'type-graphql'
import { takeFromBucket } from '../access/claims-limit.js'
import type { WrittenRow } from '../database/rows/record-read.js'
import { inputOf, plain, type ResolverClass } from '../graphql/classes.js'
import type { GraphQLContext } from '../graphql/context.js'
import { asRoute, sentAs, withoutKey } from '../graphql/doors.js'
import { payloadOf, typeNameOf } from '../graphql/payloads.js'
import { sharedInput, versionBefore } from '../graphql/shared-inputs.js'
import { Written } from '../graphql/run/written.js'
import { notesOf } from '../lib/described.js'
import { parse } from '../lib/validate.js'
import type { Act, Acts } from './act.js'

/** Returns a resolver with the mutation of each act that has one. */
export function resolverOfActs({ acts }: Acts): ResolverClass {
  class ActsResolver {}
  Resolver()(ActsResolver)
  for (const act of acts) if (act.mutation) addMutation(ActsResolver.prototype, act, act.mutation)
  return ActsResolver
}

type Mutates = NonNullable<Act['mutation']>
type Handler = (ctx: GraphQLContext, input?: unknown) => Promise<unknown>

function addMutation(prototype: object, act: Act, mutation: Mutates): void {
  const { name, input } = mutation
  const members = membersOf(act, mutation)
  const perform = performer(act, mutation)
  const handler: Handler = (ctx, values = {}) => perform(ctx, plain(values) as Record<string, unknown>)
  Object.defineProperty(prototype, name, { value: handler, writable: true })
  Ctx()(prototype, name, 0)
  if (typeof input === 'string') {
    const Input = sharedInput(members) ?? inputOf(typeNameOf(name, 'Input'), input, members)
    Arg('input', () => Input, { description: input })(prototype, name, 1)
  } else if (input) Arg('input', () => input)(prototype, name, 1)
  else if (Object.keys(members.properties).length) throw new Error(`the mutation ${name} has no input`)
  const chosen = Object.entries(mutation.choices ?? {}).flatMap(([choice, { of }]) =>
    Object.entries(of).map(([member, inBody]) => [inBody, `${choice}.${member}`]),
  )
  const named = {
    ...Object.fromEntries(chosen),
    ...mutation.sentAs,
    ...(mutation.id !== undefined && { [mutation.id]: 'id' }),
  }
  Extensions(sentAs(named))(prototype, name)
  if (act.keyless) Extensions(withoutKey)(prototype, name)
  Extensions(asRoute(act.rest))(prototype, name)
  const { payload, deletes } = mutation
  const Payload = typeof payload === 'function' ? (payload() as ClassType) : payloadOf(name, payload ?? {}, deletes)
  Mutation(() => Payload, { description: descriptionOf(act, mutation, named) })(prototype, name, { value: handler })
}

/** Returns the description of the act, which names members as inputs do; `named` has those of choices. */
function descriptionOf({ says: told, body }: Act, { own }: Mutates, named: Readonly<Record<string, string>>): string {
  const members = { ...(body as TObject | undefined)?.properties, ...own }
  return Object.entries(members).reduce(
    (text, [name, schema]) => text.replaceAll(`\`${name}\``, `\`${notesOf(schema).called ?? named[name] ?? name}\``),
    told,
  )
}

/** Returns the members of the input: the parameters by their names in GraphQL, those of the body, and the version. */
function membersOf(act: Act, { id, own = act.params ?? {}, choices = {} }: Mutates): TObject {
  const parameters = Object.fromEntries(
    Object.entries(own).map(([name, schema]) => [name === id ? 'id' : name, schema]),
  )
  const body = act.body as TObject | undefined
  const chosen = Object.values(choices).flatMap(({ of }) => Object.values(of))
  if (body && !act.versioned && !chosen.length && Object.keys(parameters).length === 0) return body
  const others = Object.entries({ ...body?.properties, ...parameters }).filter(([name]) => !chosen.includes(name))
  return Type.Object({
    ...Object.fromEntries(others),
    ...Object.fromEntries(Object.entries(choices).map(([name, { input }]) => [name, input])),
    ...(act.versioned && { ifVersion: versionBefore(act.rest.startsWith('DELETE') ? 'deletion' : 'change') }),
  })
}

/** Returns the resolver of the mutation, which calls the service as the route does. */
function performer(act: Act, { id, own = act.params ?? {}, choices = {}, payload, row, node, run = act.run }: Mutates) {
  const parameters = Type.Object(own)
  const [member, ...others] = typeof payload === 'object' ? Object.keys(payload) : []
  const only = others.length ? undefined : member
  return async (ctx: GraphQLContext, input: Record<string, unknown>): Promise<unknown> => {
    if (act.limit) await takeFromBucket(ctx, act.limit)
    const { ifVersion, ...rest } = input
    for (const [name, { of }] of Object.entries(choices)) {
      for (const [member, value] of Object.entries(rest[name] ?? {})) rest[of[member]!] = value as unknown
      delete rest[name]
    }
    const params: Record<string, unknown> = {}
    for (const name of Object.keys(own)) {
      const inGraphQL = name === id ? 'id' : name
      if (rest[inGraphQL] !== undefined) params[name] = rest[inGraphQL]
      delete rest[inGraphQL]
    }
    parse(parameters, params)
    const request = {
      ...params,
      body: act.body && parse(act.body, rest),
      query: {},
      ...(typeof ifVersion === 'number' && { ifVersion }),
    }
    const result = await run(ctx, request)
    const value = row ? new Written(row, result as WrittenRow) : node ? await node(ctx, result, request) : result
    return only === undefined ? value : { [only]: value }
  }
}
