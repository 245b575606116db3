import 'reflect-metadata'
import {
  getNamedType,
  GraphQLInterfaceType,
  GraphQLUnionType,
  lexicographicSortSchema,
  printSchema,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
} from 'graphql'
import { buildSchema, type NonEmptyArray } from 'type-graphql'

import { errorTypes } from './error-types.js'
import { attachPlans, type Plans } from './plan.js'

export type ResolverClass = new () => object

/**
 * What this module reads and sets of type-graphql's registry of decorated classes; the library keeps it in a global of
 * this name.
 */
interface Registry {
  fields: { name: string; schemaName: string; simple?: boolean; middlewares?: unknown[] }[]
  objectTypes: { target: unknown; name: string; simpleResolvers?: boolean }[]
  interfaceTypes: NamedAbstract[]
  unions: NamedAbstract[]
}

interface NamedAbstract {
  name: string
  resolveType?: (value: unknown, context: unknown, info: unknown, type: unknown) => unknown
}

/**
 * The executable schema of all areas. Inputs are validated by the same TypeBox schemas as REST, inside the resolvers.
 */
export async function buildGraphSchema(
  resolvers: ResolverClass[],
  plans: readonly Plans[] = [],
): Promise<GraphQLSchema> {
  const registry = (globalThis as unknown as { TypeGraphQLMetadataStorage: Registry }).TypeGraphQLMetadataStorage
  readPlainFieldsDirectly(registry)
  const schema = await buildSchema({
    resolvers: resolvers as NonEmptyArray<ResolverClass>,
    orphanedTypes: errorTypes,
    validate: false,
    emitSchemaFile: false,
  })
  resolveTypesSynchronously(schema, registry)
  describeRoots(schema)
  attachPlans((name) => schema.getType(name), plans)
  return schema
}

/**
 * A field without a resolver is a property of the row: no function is called for it, and compiled operations read it in
 * place.
 */
function readPlainFieldsDirectly(registry: Registry): void {
  for (const type of registry.objectTypes) type.simpleResolvers = true
  for (const field of registry.fields) {
    if (field.name !== field.schemaName || field.middlewares?.length) field.simple = false
  }
}

/**
 * type-graphql wraps `resolveType` in a promise, which compiled operations cannot wait for; ours all answer at once.
 */
function resolveTypesSynchronously(schema: GraphQLSchema, registry: Registry): void {
  const nameOf = new Map(registry.objectTypes.map(({ target, name }) => [target, name]))
  for (const { name, resolveType } of [...registry.interfaceTypes, ...registry.unions]) {
    const type = schema.getType(name)
    if (!resolveType || !(type instanceof GraphQLInterfaceType || type instanceof GraphQLUnionType)) continue
    type.resolveType = (value, context, info, abstract) => {
      const found = resolveType(value, context, info, abstract)
      return typeof found === 'string' ? found : nameOf.get(found)
    }
  }
}

function describeRoots(schema: GraphQLSchema): void {
  const [query, mutation] = [schema.getQueryType(), schema.getMutationType()]
  if (query) query.description = 'What can be read; everything as far as the caller may read it.'
  if (mutation) mutation.description = 'What can be done; one `input` each, absent fields stay and null clears.'
  describeInputs(mutation)
}

/** An `input` is described by its type. */
function describeInputs(mutation: GraphQLObjectType | null | undefined): void {
  for (const { args } of Object.values(mutation?.getFields() ?? {})) {
    for (const one of args) one.description ??= (getNamedType(one.type) as GraphQLNamedType).description
  }
}

/** The committed form: sorted, so that a diff shows what changed and nothing else. */
export function printGraphSchema(schema: GraphQLSchema): string {
  return printSchema(lexicographicSortSchema(schema)) + '\n'
}
