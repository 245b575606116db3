import { Type, type TObject } from '@sinclair/typebox'
import { Arg, Ctx, Extensions, Mutation, Resolver } from 'type-graphql'
import { takeFromBucket } from '../access/claims-limit.js'
import type { WrittenRow } from '../database/rows/record-read.js'
import { fieldOf, inputOf, plain, type ResolverClass } from '../graphql/classes.js'
import type { GraphQLContext } from '../graphql/context.js'
import { asRoute, sentAs, withoutKey } from '../graphql/doors.js'
import { Written } from '../graphql/run/written.js'
import { notesOf, says, withTyped } from '../lib/described.js'
import { parse } from '../lib/validate.js'
import { firstSentence, type Act, type Acts } from './act.js'

/** Returns a resolver with the mutation of each act that has one. */
export function resolverOfActs({ acts }: Acts): ResolverClass {
  class ActsResolver {}
  Resolver()(ActsResolver)
  for (const act of acts) if (act.mutation) addMutation(ActsResolver.prototype, act, act.mutation)
  return ActsResolver
}

type Mutates = NonNullable<Act['mutation']>
type Handler = (ctx: GraphQLContext, ...args: unknown[]) => Promise<unknown>

function addMutation(prototype: object, act: Act, mutation: Mutates): void {
  const { name, input } = mutation
  const members = membersOf(act, mutation)
  const perform = performer(act, mutation)
  const names = Object.keys(members.properties)
  const handler: Handler =
    input === undefined
      ? (ctx, ...values) => perform(ctx, Object.fromEntries(names.map((one, i) => [one, values[i]])))
      : (ctx, values) => perform(ctx, plain(values) as Record<string, unknown>)
  Object.defineProperty(prototype, name, { value: handler, writable: true })
  Ctx()(prototype, name, 0)
  if (input === undefined) {
    for (const [i, one] of names.entries()) {
      const { type, options } = fieldOf(members.properties[one]!, 'input')
      Arg(one, () => type, options)(prototype, name, i + 1)
    }
  } else {
    const Input =
      typeof input === 'string' ? inputOf(`${name[0]!.toUpperCase()}${name.slice(1)}Input`, input, members) : input
    Arg('input', () => Input)(prototype, name, 1)
  }
  const named = { ...mutation.sentAs, ...(mutation.id !== undefined && { [mutation.id]: 'id' }) }
  Extensions(sentAs(named))(prototype, name)
  if (act.keyless) Extensions(withoutKey)(prototype, name)
  Extensions(asRoute(act.rest))(prototype, name)
  Mutation(() => mutation.answer() as never, { description: descriptionOf(act, mutation) })(prototype, name, {
    value: handler,
  })
}

/**
 * Returns the description of the act with the part about the result of the mutation: a sentence, or the end of the
 * first one.
 */
function descriptionOf({ says: sentences }: Act, { returns }: Mutates): string {
  if (returns === undefined) return sentences
  if (/^[A-Z]/.test(returns)) return `${sentences} ${returns}`
  const first = firstSentence(sentences)
  return `${first.replace(/\.$/, '')}; ${returns}.${sentences.slice(first.length)}`
}

/** Returns the members of the input: the parameters by their names in GraphQL, those of the body, and the version. */
function membersOf(act: Act, { id, own = act.params ?? {} }: Mutates): TObject {
  const parameters = Object.fromEntries(
    Object.entries(own).map(([name, schema]) => [name === id ? 'id' : name, schema]),
  )
  const body = act.body as TObject | undefined
  if (body && !act.versioned && Object.keys(parameters).length === 0) return body
  const what = act.rest.startsWith('DELETE') ? 'deletion' : 'change'
  const version = `Refuse the ${what} with PRECONDITION_FAILED unless the row is at this version.`
  const members = Type.Object({
    ...body?.properties,
    ...parameters,
    ...(act.versioned && { ifVersion: Type.Optional(says(version, Type.Integer())) }),
  })
  const { typedName } = notesOf(body ?? {})
  return typedName === undefined ? members : withTyped(typedName, members)
}

/** Returns the resolver of the mutation, which calls the service as the route does. */
function performer(act: Act, { id, own = act.params ?? {}, row, node, run = act.run }: Mutates) {
  const parameters = Type.Object(own)
  return async (ctx: GraphQLContext, input: Record<string, unknown>): Promise<unknown> => {
    if (act.limit) await takeFromBucket(ctx, act.limit)
    const { ifVersion, ...rest } = input
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
    if (row) return new Written(row, result as WrittenRow)
    return node ? node(ctx, result, request) : result
  }
}
