import {
  getNamedType,
  isLeafType,
  isObjectType,
  Kind,
  type DocumentNode,
  type FragmentDefinitionNode,
  type GraphQLFieldExtensions,
  type GraphQLObjectType,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql'
import { requireScope, scopesFor, type Door, type DoorKind } from '../access/scopes.js'
import type { Actor } from '../access/actor.js'
import { forbidden } from '../lib/errors.js'
import { fieldsOf } from './mutation-fields.js'
import { fragmentsOf } from './run/selection.js'

// Which scopes a token needs for the fields of Query and Mutation. What is special about a field is one of its
// extensions, which the acts and the plans of lists set by themselves (acts/mutations.ts, lists.ts).

const kind = <K extends DoorKind>(door: K) => ({ door }) as const

/** Extensions of fields of Query. */
export const forAdministrators = kind('admin')
export const forExports = kind('export')
export const forPeople = kind('person')
export const ofProjects = kind('projects')

/** For what is in no project. */
export const outsideProjects = { outside: true } as const

type Extensions = Readonly<GraphQLFieldExtensions<unknown, unknown>>

/** What decides about the scopes of a field of Query or Mutation, by the extensions that it has. */
function doorOfField(reads: boolean, { door, actor, tells, outside }: Extensions): Door {
  if (tells === true) return { reads, kind: 'any' }
  // A field that works without an actor is about the session of the request.
  return { reads, kind: actor === false ? 'person' : (door as DoorKind | undefined), outside: outside === true }
}

/** What a token for exports may ask of a project, besides fields without fields of their own. */
const ofProjectList = ['ProjectConnection', 'ProjectEdge', 'PageInfo', 'Project']

/**
 * Throws FORBIDDEN, naming the scope, when the actor acts by a token that is not good for all fields of the operation.
 * A token that may know only which projects there are reaches nothing through them.
 */
export function requireScopesOf(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  actor: Actor | null,
): void {
  const token = actor?.token
  if (!token) return
  const type = schema.getRootType(operation.operation)
  const reads = operation.operation === 'query'
  for (const node of fieldsOf(document, operation)) {
    const field = type?.getFields()[node.name.value]
    // The fields of introspection tell nothing that is not in the documentation.
    if (!field) continue
    const door = doorOfField(reads, field.extensions)
    requireScope(actor, door)
    const readsAll = scopesFor({ reads: true }).some((one) => token.scopes.includes(one))
    const below = getNamedType(field.type)
    if (door.kind !== 'projects' || readsAll || !node.selectionSet || !isObjectType(below)) continue
    requireOnlyListed(schema, fragmentsOf(document), node.selectionSet, below)
  }
}

function requireOnlyListed(
  schema: GraphQLSchema,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
  { selections }: SelectionSetNode,
  parent: GraphQLObjectType,
): void {
  for (const one of selections) {
    if (one.kind !== Kind.FIELD) {
      const spread = one.kind === Kind.FRAGMENT_SPREAD ? fragments.get(one.name.value) : one
      if (spread) requireOnlyListed(schema, fragments, spread.selectionSet, parent)
      continue
    }
    const field = parent.getFields()[one.name.value]
    const type = field && getNamedType(field.type)
    if (!type || isLeafType(type)) continue
    if (!isObjectType(type) || !ofProjectList.includes(type.name))
      throw forbidden(`The token lacks the scope read, which ${parent.name}.${one.name.value} needs`)
    if (one.selectionSet) requireOnlyListed(schema, fragments, one.selectionSet, type)
  }
}
