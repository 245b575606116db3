import {
  getNamedType,
  getNullableType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  type GraphQLArgument,
  type GraphQLInputField,
  type GraphQLInputType,
  type GraphQLSchema,
} from 'graphql'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { plans, resolvers } from '../../src/areas.js'
import { buildGraphSchema } from '../../src/graphql/schema/schema.js'
import { startApi, type GraphError, type Person, type TestApi } from '../support/api.js'

let api: TestApi
let admin: Person
let schema: GraphQLSchema

beforeAll(async () => {
  schema = await buildGraphSchema(resolvers, plans)
  api = await startApi()
  admin = await api.admin()
})
afterAll(() => api.stop())

type Members = readonly (GraphQLArgument | GraphQLInputField)[]
/** Returns which members of an input get a value. */
type Choice = (member: GraphQLArgument | GraphQLInputField) => boolean

const wrongLeaves: Record<string, unknown> = {
  ID: 'no id',
  String: '',
  Int: -1,
  Float: -1,
  Boolean: true,
  DateTime: '2026-01-01T00:00:00.000Z',
  URL: 'https://example.org/',
  JSON: 5,
  JSONObject: { odd: 5 },
}

/** Returns a value that fits the type but is seldom valid; `chosen` members of inputs have one, at most `depth` deep. */
function wrongValue(type: GraphQLInputType, chosen: Choice, depth: number): unknown {
  const inner = getNullableType(type)
  if (isListType(inner)) return [wrongValue(inner.ofType as GraphQLInputType, chosen, depth)]
  if (isInputObjectType(inner)) {
    const members = Object.values(inner.getFields())
    // Exactly one member is given, at any depth.
    return inner.isOneOf
      ? wrongMembers(members.slice(0, 1), () => true, Math.max(1, depth - 1))
      : wrongMembers(members, chosen, depth - 1)
  }
  return isEnumType(inner) ? inner.getValues()[0]!.name : wrongLeaves[inner.name]
}

function wrongMembers(members: Members, chosen: Choice, depth: number): object {
  const some = members.filter((one) => isNonNullType(one.type) || (depth > 0 && chosen(one)))
  return Object.fromEntries(some.map((one) => [one.name, wrongValue(one.type, chosen, depth)]))
}

/** Returns whether the path leads to a value that was sent, or to a member that an object of it could have. */
function isSent([first, ...rest]: string[], value: unknown, members: Members | GraphQLInputType): boolean {
  if (first === undefined) return true
  if (!Array.isArray(members)) {
    const type = getNullableType(members as GraphQLInputType)
    if (isListType(type))
      return /^\d+$/.test(first) && isSent(rest, (value as unknown[])[Number(first)], type.ofType as GraphQLInputType)
    // JSON: what was sent has the member, or the object could have it.
    if (!isInputObjectType(type)) {
      const isObject = typeof value === 'object' && value !== null
      return isObject && (rest.length === 0 || isSent(rest, (value as Record<string, unknown>)[first], type))
    }
    return isSent([first, ...rest], value, Object.values(type.getFields()))
  }
  const member = (members as Members).find(({ name }) => name === first)
  if (typeof value !== 'object' || value === null) return false
  const inner = (value as Record<string, unknown>)[first]
  if (!member) return rest.length === 0 && inner !== undefined
  return rest.length === 0 || (inner !== undefined && isSent(rest, inner, member.type))
}

const argumentsOf = (args: Members) => `(${args.map(({ name }) => `${name}: $${name}`).join(', ')})`
const variablesOf = (args: Members) => `(${args.map(({ name, type }) => `$${name}: ${String(type)}`).join(', ')})`

/** Sends a field of Mutation or Query with its arguments as variables, and returns the errors. */
async function send(kind: 'mutation' | 'query', name: string, values: object): Promise<GraphError[]> {
  const { args, type } = rootOf(kind).getFields()[name]!
  const below = isCompositeType(getNamedType(type)) ? '{ __typename }' : ''
  const { errors = [] } = await admin.graph(
    `${kind} ${variablesOf(args)} { ${name}${argumentsOf(args)} ${below} }`,
    values as Record<string, unknown>,
  )
  return errors
}

const rootOf = (kind: 'mutation' | 'query') =>
  kind === 'mutation' ? schema.getMutationType()! : schema.getQueryType()!

const takesFile = ({ type }: GraphQLArgument) => {
  const input = getNamedType(type)
  return isInputObjectType(input) && 'file' in input.getFields()
}

/** The fields that take arguments but no file. */
const fieldsOf = (kind: 'mutation' | 'query') =>
  Object.values(rootOf(kind).getFields()).filter(({ args }) => args.length > 0 && !args.some(takesFile))

interface Detail {
  field: string
  message: string
}
const detailsOf = (errors: readonly GraphError[]) =>
  errors.flatMap(({ extensions }) => (extensions['details'] as Detail[] | undefined) ?? [])

describe.each(['mutation', 'query'] as const)('the details of errors of a %s', (kind) => {
  it('name each invalid value by its path in what was sent', async () => {
    const strange: string[] = []
    let seen = 0
    for (const { name, args } of fieldsOf(kind)) {
      const choices: Choice[] = [() => false, () => true, (one) => one.name !== 'extra']
      for (const chosen of choices) {
        const values = wrongMembers(args, chosen, 4)
        for (const { field, message } of detailsOf(await send(kind, name, values))) {
          seen += 1
          if (!isSent(field.split('.'), values, args)) strange.push(`${name}: ${field} ${message}`)
        }
      }
    }
    expect([...new Set(strange)]).toEqual([])
    expect(seen).toBeGreaterThan(kind === 'mutation' ? 100 : 20)
  }, 120_000)

  it('name each variable, and member of one, that does not fit its type', async () => {
    const faults: string[] = []
    for (const { name, args } of fieldsOf(kind)) {
      const values = wrongMembers(args, () => true, 4) as Record<string, unknown>
      for (const [path, wrong] of misfits(args, values)) {
        const errors = await send(kind, name, wrong)
        const found = detailsOf(errors).map(({ field }) => field)
        if (errors.length !== 1 || errors[0]!.extensions['code'] !== 'VALIDATION_ERROR' || found.join() !== path)
          faults.push(`${name}: ${path} is ${found.join()} ${errors[0]?.message}`)
      }
    }
    expect(faults).toEqual([])
  }, 120_000)
})

/** Returns the values with one of another form than its type, or with one member too many, and the path of that one. */
function misfits(members: Members, values: Record<string, unknown>): [path: string, values: object][] {
  const found: [string, object][] = []
  for (const { name, type } of members) {
    const inner = getNullableType(type)
    if (isNonNullType(type)) found.push([name, { ...values, [name]: null }])
    if (!isInputObjectType(inner)) continue
    found.push(
      [name, { ...values, [name]: 5 }],
      [`${name}.odd`, { ...values, [name]: { ...(values[name] as object), odd: 1 } }],
    )
    const value = values[name]
    if (typeof value !== 'object' || value === null) continue
    const below = misfits(Object.values(inner.getFields()), value as Record<string, unknown>).slice(0, 6)
    found.push(...below.map(([path, one]): [string, object] => [`${name}.${path}`, { ...values, [name]: one }]))
  }
  return found
}
