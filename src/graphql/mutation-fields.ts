import { Kind } from 'graphql'
import type {
  DocumentNode,
  FragmentDefinitionNode,
  GraphQLFieldExtensions,
  GraphQLSchema,
  OperationDefinitionNode,
  SelectionSetNode,
} from 'graphql'
import { fragmentsOf } from './run/selection.js'

/**
 * The extension of a mutation that works without an actor, like the REST routes that read the session cookie
 * themselves: it runs also where the default user of single-user mode is missing (AM-03).
 */
export const withoutActor = { actor: false } as const

/** Whether every field of the operation works without an actor. */
export const needsNoActor = (schema: GraphQLSchema, document: DocumentNode, operation: OperationDefinitionNode) =>
  areMutations(schema, document, operation, ({ actor }) => actor === false)

/** Whether the operation is a mutation, and every field of it has extensions that `are` accepts. */
export function areMutations(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  are: (extensions: Readonly<GraphQLFieldExtensions<unknown, unknown>>) => boolean,
): boolean {
  if (operation.operation !== 'mutation') return false
  const fields = schema.getMutationType()?.getFields() ?? {}
  return [...fieldNames(fragmentsOf(document), operation.selectionSet)].every((name) =>
    are(fields[name]?.extensions ?? {}),
  )
}

/** The names of the fields in a selection and in the fragments that it spreads. */
function fieldNames(
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
  { selections }: SelectionSetNode,
  names = new Set<string>(),
  spread = new Set<string>(),
): Set<string> {
  for (const one of selections) {
    if (one.kind === Kind.FIELD) names.add(one.name.value)
    else if (one.kind === Kind.INLINE_FRAGMENT) fieldNames(fragments, one.selectionSet, names, spread)
    else if (!spread.has(one.name.value)) {
      spread.add(one.name.value)
      const fragment = fragments.get(one.name.value)
      if (fragment) fieldNames(fragments, fragment.selectionSet, names, spread)
    }
  }
  return names
}
