import {
  getNamedType,
  isCompositeType,
  isInterfaceType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  valueFromASTUntyped,
  type DocumentNode,
  type FieldNode,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLOutputType,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql'
import { defaultPage, largestPage } from '../../lib/page.js'
import type { ListSizes } from './list-sizes.js'
import { fragmentsOf } from './selection.js'

export type Variables = Record<string, unknown>

/**
 * The assumed number of objects in a list without page arguments whose items are entities (Node) and whose average size
 * is unknown. A list of values inside a row counts as one object.
 */
const plainList = 10
/** The number of objects that fields without a selection read. */
const leafCosts: Record<string, number> = { 'Query.sameClaims': 500 }

/**
 * Estimates the number of objects that an operation returns: a connection counts as its `first` or `last`, another list
 * as its average size, and nested lists multiply. Variables have the values of the request or their defaults. The
 * document must be valid for the schema.
 */
export function costOf(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Variables,
  sizes: ListSizes,
): number {
  const fragments = fragmentsOf(document)
  const costs = new Map<string, number>()
  const values = withDefaults(operation, variables)

  /** `page` is the page size of the connection to which this selection belongs, otherwise 1. */
  function ofSet(set: SelectionSetNode, type: GraphQLNamedType, page: number): number {
    let sum = 0
    for (const selection of set.selections) {
      if (selection.kind === Kind.FIELD) {
        sum += ofField(selection, type, page)
      } else if (selection.kind === Kind.INLINE_FRAGMENT) {
        const on = selection.typeCondition ? schema.getType(selection.typeCondition.name.value) : type
        if (on) sum += ofSet(selection.selectionSet, on, page)
      } else {
        sum += ofFragment(selection.name.value, page)
      }
    }
    return sum
  }

  function ofFragment(name: string, page: number): number {
    const key = `${name} ${page}`
    const earlier = costs.get(key)
    if (earlier !== undefined) return earlier
    const fragment = fragments.get(name)
    const on = fragment && schema.getType(fragment.typeCondition.name.value)
    const cost = on ? ofSet(fragment.selectionSet, on, page) : 0
    costs.set(key, cost)
    return cost
  }

  function ofField(node: FieldNode, parent: GraphQLNamedType, page: number): number {
    const field = isObjectType(parent) || isInterfaceType(parent) ? parent.getFields()[node.name.value] : undefined
    if (!field) return 0
    if (!node.selectionSet) return leafCosts[`${parent.name}.${node.name.value}`] ?? 0
    const type = getNamedType(field.type)
    if (!isCompositeType(type)) return 0
    if (isPaged(field)) return ofSet(node.selectionSet, type, pageSize(node, values))
    const below = ofSet(node.selectionSet, type, 1)
    if (parent.name.endsWith('Connection')) return isList(field.type) ? page * (1 + below) : below
    if (parent.name.endsWith('Edge')) return below
    return (isList(field.type) ? listSize(node, parent, type) : 1) * (1 + below)
  }

  function listSize(node: FieldNode, parent: GraphQLNamedType, type: GraphQLNamedType): number {
    const ids = argumentOf(node, 'ids', values)
    if (Array.isArray(ids)) return ids.length
    const entity =
      isInterfaceType(type) || (isObjectType(type) && type.getInterfaces().some(({ name }) => name === 'Node'))
    return sizes[`${parent.name}.${node.name.value}`] ?? (entity ? plainList : 1)
  }

  const root = schema.getRootType(operation.operation)
  return root ? ofSet(operation.selectionSet, root, 1) : 0
}

function isPaged(field: GraphQLField<unknown, unknown>): boolean {
  return field.args.some(({ name }) => name === 'first') && getNamedType(field.type).name.endsWith('Connection')
}

function isList(type: GraphQLOutputType): boolean {
  return isListType(isNonNullType(type) ? type.ofType : type)
}

function pageSize(node: FieldNode, variables: Variables): number {
  const size = argumentOf(node, 'first', variables) ?? argumentOf(node, 'last', variables)
  return typeof size === 'number' ? Math.min(largestPage, Math.max(1, size)) : defaultPage
}

function argumentOf(node: FieldNode, name: string, variables: Variables): unknown {
  const argument = node.arguments?.find((each) => each.name.value === name)
  return argument && valueFromASTUntyped(argument.value, variables)
}

function withDefaults(operation: OperationDefinitionNode, variables: Variables): Variables {
  const defaults = (operation.variableDefinitions ?? []).flatMap(({ variable, defaultValue }) =>
    defaultValue ? [[variable.name.value, valueFromASTUntyped(defaultValue)] as const] : [],
  )
  return { ...Object.fromEntries(defaults), ...variables }
}
