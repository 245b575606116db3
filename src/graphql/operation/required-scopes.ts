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
import { fieldsOf, payloadFieldsOf } from '../documents/root-fields.js'

// A token needs the same scopes for a field of Query or Mutation as for the corresponding REST route. Acts
// (acts/mutations.ts), plans of lists (schema/lists.ts) and some resolvers name the route in an extension
// (graphql/doors.ts).

/** Returns what determines the scopes of a field of Query or Mutation, from its extensions. */
function doorOfField(reads: boolean, { actor, route }: Readonly<GraphQLFieldExtensions<unknown, unknown>>): Door {
  // A field that works without an actor manages the session of the request.
  if (actor === false) return { reads, kind: 'person' }
  return typeof route === 'string' ? doorOfRoute(route) : { reads }
}

/**
 * Throws FORBIDDEN, with the name of the scope, if the actor has a token that lacks a scope for a field of the
 * operation. A token that may not read content cannot read it through other objects either, such as through a project.
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
    // The fields of introspection contain nothing that is not in the documentation.
    if (!field) continue
    requireScope(actor, doorOfField(reads, field.extensions))
    shown.add(shownBy(field.type))
    // A mutation shows what its payload has.
    if (!reads) for (const member of Object.values(payloadFieldsOf(field))) shown.add(shownBy(member.type))
  }
  const readsContent = scopesFor({ reads: true }).some((scope) => actor.token?.scopes.includes(scope))
  if (!readsContent) requireReached(schema, document, (type) => shown.has(type) || reachesType(actor, type))
}

/** Throws FORBIDDEN for the first field of the document that leads to a type which the token may not reach. */
function requireReached(schema: GraphQLSchema, document: DocumentNode, isReached: (type: string) => boolean): void {
  const types = new TypeInfo(schema)
  const lookAt = {
    Field({ name }: FieldNode) {
      const type = getNamedType(types.getType())
      if (isCompositeType(type) && isIndependent(schema, shownBy(type)) && !isReached(shownBy(type)))
        throw forbidden(`The token lacks the scope read, which ${types.getParentType()?.name}.${name.value} needs`)
    },
  }
  visit(document, visitWithTypeInfo(types, lookAt))
}

/** Returns the name of the node type of a connection or edge, or of the type itself. */
const shownBy = (type: GraphQLOutputType): string => getNamedType(type).name.replace(/(?:Connection|Edge)$/, '')

/** Returns whether the type is a Node or has REST routes, so that its objects are not a part of other objects. */
function isIndependent(schema: GraphQLSchema, name: string): boolean {
  const type = schema.getType(name)
  return isObjectType(type) && (hasRoutes(name) || type.getInterfaces().some(({ name }) => name === 'Node'))
}
