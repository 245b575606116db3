import 'reflect-metadata'
import type { GraphQLSchema } from 'graphql'
import { lexicographicSortSchema, printSchema } from 'graphql'
import { buildSchema, type NonEmptyArray } from 'type-graphql'

export type ResolverClass = new () => object

/** The executable schema of all areas. Inputs are validated by the same TypeBox schemas as REST, inside the resolvers. */
export function buildGraphSchema(resolvers: ResolverClass[]): Promise<GraphQLSchema> {
  return buildSchema({ resolvers: resolvers as NonEmptyArray<ResolverClass>, validate: false, emitSchemaFile: false })
}

/** The committed form: sorted, so that a diff shows what changed and nothing else. */
export function printGraphSchema(schema: GraphQLSchema): string {
  return printSchema(lexicographicSortSchema(schema)) + '\n'
}
