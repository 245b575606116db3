import {
  getNamedType,
  isCompositeType,
  isObjectType,
  TypeInfo,
  visit,
  visitWithTypeInfo,
  type DocumentNode,
  type FieldNode,
  type GraphQLFieldExtensions,
  type GraphQLOutputType,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql'
import { doorOfRoute, hasRoutes, reachesType, requireScope, scopesFor, type Door } from '../../access/scopes.js'
import type { Actor } from '../../access/actor.js'
import { forbidden } from '../../lib/errors.js'
import { fieldsOf } from '../documents/root-fields.js'

// Which scopes a token needs for the fields of Query and Mutation: those of the route that is about the same. Each act
// (acts/mutations.ts), plan of a list (schema/lists.ts) and resolver of something special names it by an extension
// (graphql/doors.ts).

/** What decides about the scopes of a field of Query or Mutation, by the extensions that it has. */
function doorOfField(
  reads: boolean,
  { actor, tells, route }: Readonly<GraphQLFieldExtensions<unknown, unknown>>,
): Door {
  if (tells === true) return { reads, kind: 'any' }
  // A field that works without an actor is about the session of the request.
  if (actor === false) return { reads, kind: 'person' }
  return typeof route === 'string' ? doorOfRoute(route) : { reads }
}

/**
 * Throws FORBIDDEN, naming the scope, when the actor acts by a token that is not good for all fields of the operation.
 * A token that does not read content reaches none through other things, such as a project.
 */
export function requireScopesOf(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  actor: Actor | null,
): void {
  if (!actor?.token) return
  const fields = schema.getRootType(operation.operation)?.getFields()
  const reads = operation.operation === 'query'
  const shown = new Set<string>()
  for (const node of fieldsOf(document, operation)) {
    const field = fields?.[node.name.value]
    // The fields of introspection tell nothing that is not in the documentation.
    if (!field) continue
    requireScope(actor, doorOfField(reads, field.extensions))
    shown.add(shownBy(field.type))
  }
  const readsContent = scopesFor({ reads: true }).some((one) => actor.token?.scopes.includes(one))
  if (!readsContent) requireReached(schema, document, (type) => shown.has(type) || reachesType(actor, type))
}

/** Throws FORBIDDEN for the first field of the document that leads to things of a type that is not reached. */
function requireReached(schema: GraphQLSchema, document: DocumentNode, isReached: (type: string) => boolean): void {
  const types = new TypeInfo(schema)
  const lookAt = {
    Field({ name }: FieldNode) {
      const type = getNamedType(types.getType())
      if (isCompositeType(type) && isThing(schema, shownBy(type)) && !isReached(shownBy(type)))
        throw forbidden(`The token lacks the scope read, which ${types.getParentType()?.name}.${name.value} needs`)
    },
  }
  visit(document, visitWithTypeInfo(types, lookAt))
}

/** The type of the things that a type shows: those of its edges for a connection. */
const shownBy = (type: GraphQLOutputType): string => getNamedType(type).name.replace(/(?:Connection|Edge)$/, '')

/** Whether things of the type are things by themselves, and no part of what shows them. */
function isThing(schema: GraphQLSchema, name: string): boolean {
  const type = schema.getType(name)
  return isObjectType(type) && (hasRoutes(name) || type.getInterfaces().some((one) => one.name === 'Node'))
}
