import 'reflect-metadata'
import {
  getNamedType,
  GraphQLInterfaceType,
  GraphQLUnionType,
  lexicographicSortSchema,
  specifiedDirectives,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
} from 'graphql'
import { buildSchema, type NonEmptyArray } from 'type-graphql'
import { ownDirectives, printWithDirectives } from './directives.js'
import { readWordsOfEnums } from './enum-words.js'
import { errorTypes } from './error-types.js'
import { allowNulls } from './nullability.js'
import { markOneOf, type ResolverClass } from '../classes.js'
import { readDocuments } from '../document-fields.js'
import { readyMutations } from '../payloads.js'
import { attachPlans, type Plans } from '../plan.js'

/**
 * The parts of type-graphql's registry of decorated classes that this module reads and sets; the library keeps the
 * registry in a global variable of this name.
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

/** Builds the executable schema of all areas. Resolvers validate inputs against the same TypeBox schemas as REST. */
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
    directives: [...specifiedDirectives, ...ownDirectives],
    emitSchemaFile: false,
    // The check would run the introspection query at every start, which takes 0.15 s of processor time. Apollo checks
    // the schema as well, and a test runs that query.
    skipCheck: true,
  })
  resolveTypesSynchronously(schema, registry)
  describeRoots(schema)
  allowNulls(schema)
  readWordsOfEnums(schema)
  readyMutations(schema)
  readDocuments(schema)
  markOneOf((name) => schema.getType(name))
  attachPlans((name) => schema.getType(name), plans)
  return schema
}

/**
 * Makes fields without a resolver plain properties of the row: no function is called for them, and planned operations
 * read them directly.
 */
function readPlainFieldsDirectly(registry: Registry): void {
  for (const type of registry.objectTypes) type.simpleResolvers = true
  for (const field of registry.fields) {
    if (field.name !== field.schemaName || field.middlewares?.length) field.simple = false
  }
}

/**
 * Makes `resolveType` synchronous. type-graphql wraps it in a promise, for which planned operations cannot wait; the
 * functions of this server all return at once.
 */
function resolveTypesSynchronously(schema: GraphQLSchema, registry: Registry): void {
  const nameOf = new Map(registry.objectTypes.map(({ target, name }) => [target, name]))
  for (const { name, resolveType } of [...registry.interfaceTypes, ...registry.unions]) {
    const type = schema.getType(name)
    if (!resolveType || !(type instanceof GraphQLInterfaceType || type instanceof GraphQLUnionType)) continue
    type.resolveType = (value, context, info, abstract) => {
      const resolved = resolveType(value, context, info, abstract)
      return typeof resolved === 'string' ? resolved : nameOf.get(resolved)
    }
  }
}

function describeRoots(schema: GraphQLSchema): void {
  const [query, mutation] = [schema.getQueryType(), schema.getMutationType()]
  if (query) query.description = 'Read operations. They return only what the caller may read.'
  if (mutation)
    mutation.description =
      'Write operations. Each takes one `input` and returns a payload: the objects that it changed and the IDs of those ' +
      'that it deleted. In an update, absent fields stay as they are and null clears a field.'
  describeInputs(mutation)
}

/** Gives each `input` argument that has no description the description of its type. */
function describeInputs(mutation: GraphQLObjectType | null | undefined): void {
  for (const { args } of Object.values(mutation?.getFields() ?? {})) {
    for (const argument of args) argument.description ??= (getNamedType(argument.type) as GraphQLNamedType).description
  }
}

/** Returns the schema as SDL in its committed form: sorted, so that a diff shows only the changes. */
export function printGraphSchema(schema: GraphQLSchema): string {
  return printWithDirectives(lexicographicSortSchema(schema))
}
