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
export const plainList = 10
/** The number of objects that fields without a selection read. */
export const leafCosts: Record<string, number> = { 'Query.sameClaims': 500 }

/**
 * Estimates the number of objects that an operation returns. Lists multiply: a connection counts as its `first` or
 * `last` for each object above it, another list as its average size. But a list has no more items in all than rows are
 * stored, because each row is below one object only; so pages of little data have a low cost at any page size.
 * Variables have the values of the request or their defaults. The document must be valid for the schema.
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

  /**
   * `count` is the number of objects of which the set selects fields; of a connection the number of items in all
   * `pages` of this place.
   */
  function ofSet(set: SelectionSetNode, type: GraphQLNamedType, count: number, pages = count): number {
    let sum = 0
    for (const selection of set.selections) {
      if (selection.kind === Kind.FIELD) {
        sum += ofField(selection, type, count, pages)
      } else if (selection.kind === Kind.INLINE_FRAGMENT) {
        const on = selection.typeCondition ? schema.getType(selection.typeCondition.name.value) : type
        if (on) sum += ofSet(selection.selectionSet, on, count, pages)
      } else {
        sum += ofFragment(selection.name.value, count, pages)
      }
    }
    return sum
  }

  function ofFragment(name: string, count: number, pages: number): number {
    const key = `${name} ${count} ${pages}`
    const earlier = costs.get(key)
    if (earlier !== undefined) return earlier
    const fragment = fragments.get(name)
    const on = fragment && schema.getType(fragment.typeCondition.name.value)
    const cost = on ? ofSet(fragment.selectionSet, on, count, pages) : 0
    costs.set(key, cost)
    return cost
  }

  function ofField(node: FieldNode, parent: GraphQLNamedType, count: number, pages: number): number {
    const field = isObjectType(parent) || isInterfaceType(parent) ? parent.getFields()[node.name.value] : undefined
    if (!field) return 0
    if (!node.selectionSet) return count * (leafCosts[`${parent.name}.${node.name.value}`] ?? 0)
    const type = getNamedType(field.type)
    if (!isCompositeType(type)) return 0
    if (isPaged(field)) {
      const items = atMostStored(count * pageSize(node, values), parent, itemOf(type))
      return count + ofSet(node.selectionSet, type, items, count)
    }
    const objects = objectsOf(node, field, parent, type, count, pages)
    return objects + ofSet(node.selectionSet, type, objects)
  }

  /** Returns the number of objects of a field: of a connection that of its items, or of its pages. */
  function objectsOf(
    node: FieldNode,
    field: GraphQLField<unknown, unknown>,
    parent: GraphQLNamedType,
    type: GraphQLNamedType,
    count: number,
    pages: number,
  ): number {
    const inConnection = parent.name.endsWith('Connection')
    if (!isList(field.type)) return inConnection ? pages : count
    return inConnection ? count : atMostStored(Math.ceil(count * listSize(node, parent, type)), parent, type)
  }

  /** Bounds the items of a list by the rows that are stored, unless a row can be below several parents. */
  function atMostStored(items: number, parent: GraphQLNamedType, item: GraphQLNamedType | undefined): number {
    const stored = item && sizes.stored[item.name]
    return stored === undefined || isReferredTo(parent) ? items : Math.min(items, stored)
  }

  function listSize(node: FieldNode, parent: GraphQLNamedType, type: GraphQLNamedType): number {
    const ids = argumentOf(node, 'ids', values)
    if (Array.isArray(ids)) return ids.length
    const entity =
      isInterfaceType(type) || (isObjectType(type) && type.getInterfaces().some(({ name }) => name === 'Node'))
    return sizes.averages[`${parent.name}.${node.name.value}`] ?? (entity ? plainList : 1)
  }

  const root = schema.getRootType(operation.operation)
  return root ? ofSet(operation.selectionSet, root, 1) : 0
}

/** Returns the type of the items of a connection. */
function itemOf(connection: GraphQLNamedType): GraphQLNamedType | undefined {
  const nodes = isObjectType(connection) ? connection.getFields()['nodes'] : undefined
  return nodes && getNamedType(nodes.type)
}

/** Whether the lists of a type contain what refers to it: a claim may refer to several objects and types. */
function isReferredTo(type: GraphQLNamedType): boolean {
  return (
    type.name === 'OntologyType' ||
    ((isObjectType(type) || isInterfaceType(type)) &&
      (type.name === 'WorldObject' || type.getInterfaces().some(({ name }) => name === 'WorldObject')))
  )
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
