import {
  getNamedType,
  isObjectType,
  Kind,
  visit,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLFieldExtensions,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql'
import { fragmentsOf } from './selection.js'

/** Returns the fields of the payload of a mutation. */
export function payloadFieldsOf(mutation: GraphQLField<unknown, unknown> | undefined) {
  const type = mutation && getNamedType(mutation.type)
  return isObjectType(type) ? type.getFields() : {}
}

/** Whether the payload of the mutation has the ids of what the mutation deleted. */
export const tellsDeleted = (mutation: GraphQLField<unknown, unknown> | undefined): boolean =>
  'deletedIds' in payloadFieldsOf(mutation)

/** Returns whether the operation has a mutation that deletes, and a field that tells what was deleted. */
export function selectsDeleted(schema: GraphQLSchema, document: DocumentNode, operation: OperationDefinitionNode) {
  const fields = schema.getMutationType()?.getFields() ?? {}
  if (operation.operation !== 'mutation') return false
  if (![...fieldsOf(document, operation)].some(({ name }) => tellsDeleted(fields[name.value]))) return false
  let selects = false
  visit(document, {
    Field({ name }) {
      if (name.value === 'deletedIds' || name.value === 'deleted') selects = true
    },
  })
  return selects
}

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
