import { Kind } from 'graphql'
import type {
  DocumentNode,
  FieldNode,
  FragmentDefinitionNode,
  GraphQLFieldExtensions,
  GraphQLSchema,
  OperationDefinitionNode,
  SelectionSetNode,
} from 'graphql'
import { fragmentsOf } from './selection.js'

/** Returns the number of fields of the operation that change something. */
export function countMutations(schema: GraphQLSchema, document: DocumentNode, operation: OperationDefinitionNode) {
  const fields = schema.getMutationType()?.getFields() ?? {}
  return [...fieldsOf(document, operation)].filter(({ name }) => fields[name.value]?.extensions['reports'] !== true)
    .length
}

/** Returns whether the operation is a mutation that selects `deleted`, the ids of what its other fields delete. */
export const selectsDeleted = (document: DocumentNode, operation: OperationDefinitionNode): boolean =>
  operation.operation === 'mutation' && [...fieldsOf(document, operation)].some(({ name }) => name.value === 'deleted')

/** Returns whether every field of the operation works without an actor. */
export const needsNoActor = (schema: GraphQLSchema, document: DocumentNode, operation: OperationDefinitionNode) =>
  areMutations(schema, document, operation, ({ actor }) => actor === false)

/** Returns whether the operation is a mutation and `are` accepts the extensions of all its fields. */
export function areMutations(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  are: (extensions: Readonly<GraphQLFieldExtensions<unknown, unknown>>) => boolean,
): boolean {
  if (operation.operation !== 'mutation') return false
  const fields = schema.getMutationType()?.getFields() ?? {}
  return [...fieldsOf(document, operation)].every(({ name }) => are(fields[name.value]?.extensions ?? {}))
}

/** Returns the fields of an operation, including those in the fragments that it spreads. */
export const fieldsOf = (document: DocumentNode, operation: OperationDefinitionNode): Set<FieldNode> =>
  fieldsIn(fragmentsOf(document), operation.selectionSet)

function fieldsIn(
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
  { selections }: SelectionSetNode,
  fields = new Set<FieldNode>(),
  spread = new Set<string>(),
): Set<FieldNode> {
  for (const selection of selections) {
    if (selection.kind === Kind.FIELD) fields.add(selection)
    else if (selection.kind === Kind.INLINE_FRAGMENT) fieldsIn(fragments, selection.selectionSet, fields, spread)
    else if (!spread.has(selection.name.value)) {
      spread.add(selection.name.value)
      const fragment = fragments.get(selection.name.value)
      if (fragment) fieldsIn(fragments, fragment.selectionSet, fields, spread)
    }
  }
  return fields
}
