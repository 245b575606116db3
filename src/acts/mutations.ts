import { Type, type TProperties, type TSchema } from '@sinclair/typebox'
import { Arg, Ctx, Mutation, Resolver } from 'type-graphql'
import { takeFromBucket } from '../access/claims-limit.js'
import { fieldOf, inputOf } from '../graphql/classes.js'
import type { GraphQLContext } from '../graphql/context.js'
import type { ResolverClass } from '../graphql/schema.js'
import { says } from '../lib/described.js'
import { forgetLoaded } from '../lib/load.js'
import { parse } from '../lib/validate.js'
import type { Act, Acts } from './act.js'

/** A resolver with the mutation of each act that has one. */
export function resolverOfActs({ acts }: Acts): ResolverClass {
  class ActsResolver {}
  Resolver()(ActsResolver)
  for (const act of acts) if (act.mutation) addMutation(ActsResolver.prototype, act, act.mutation)
  return ActsResolver
}

type Handler = (ctx: GraphQLContext, ...args: unknown[]) => Promise<unknown>

function addMutation(prototype: object, act: Act, mutation: NonNullable<Act['mutation']>): void {
  const { name, input, returns } = mutation
  const members = membersOf(act, mutation)
  const names = Object.keys(members)
  const handler: Handler =
    input === undefined
      ? (ctx, ...values) => perform(ctx, act, Object.fromEntries(names.map((one, i) => [one, values[i]])))
      : (ctx, given) => perform(ctx, act, plain(given) as Record<string, unknown>)
  Object.defineProperty(prototype, name, { value: handler, writable: true })
  Ctx()(prototype, name, 0)
  if (input === undefined) {
    for (const [i, one] of names.entries()) {
      const { type, options } = fieldOf(members[one]!, 'input')
      Arg(one, () => type, options)(prototype, name, i + 1)
    }
  } else {
    const Input = inputOf(`${name[0]!.toUpperCase()}${name.slice(1)}Input`, input, Type.Object(members))
    Arg('input', () => Input)(prototype, name, 1)
  }
  const description = returns === undefined ? act.says : `${act.says.replace(/\.$/, '')}; ${returns}.`
  Mutation(() => mutation.answer() as never, { description })(prototype, name, { value: handler })
}

/** The members of the input: the parameters of the path, those of the body, and the version. */
function membersOf(act: Act, { id, own }: NonNullable<Act['mutation']>): TProperties {
  const params = Object.entries(own ?? act.params ?? {}).map(([name, schema]) => [name === id ? 'id' : name, schema])
  const body = act.body as { properties?: TProperties } | undefined
  const what = act.rest.startsWith('DELETE') ? 'deletion' : 'change'
  const version = `Refuse the ${what} with PRECONDITION_FAILED unless the row is at this version.`
  return {
    ...body?.properties,
    ...(Object.fromEntries(params) as TProperties),
    ...(act.versioned && { ifVersion: Type.Optional(says(version, Type.Integer())) }),
  }
}

/** Calls the service as the route does, and returns what the mutation returns. */
async function perform(ctx: GraphQLContext, act: Act, input: Record<string, unknown>): Promise<unknown> {
  const { id, own, node, run = act.run } = act.mutation!
  if (act.limit) await takeFromBucket(ctx, act.limit)
  const { ifVersion, ...rest } = input
  const params: Record<string, unknown> = {}
  for (const name of Object.keys(own ?? act.params ?? {})) {
    const key = name === id ? 'id' : name
    params[name] = rest[key]
    delete rest[key]
  }
  const given = {
    ...params,
    body: act.body && parse(act.body as TSchema, rest),
    query: {},
    ...(typeof ifVersion === 'number' && { ifVersion }),
  }
  const result = await run(ctx, given)
  forgetLoaded(ctx)
  return node ? node(ctx, result, given) : result
}

/** Instances of input classes as plain objects, without the members that were not given; JSON stays as it is. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value !== 'object' || value === null || isJson(value)) return value
  const given = Object.entries(value).filter(([, one]) => one !== undefined)
  return Object.fromEntries(given.map(([name, one]) => [name, plain(one)]))
}

function isJson(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}
