import {
  Kind,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLObjectType,
  type GraphQLSchema,
  type SelectionSetNode,
  isAbstractType,
} from 'graphql'

/** A field of a selection as it is to be printed: nothing about it depends on variables. */
export interface SelectedField {
  /** Its name in the answer. */
  key: string
  name: string
  /** What is selected below it; null for a leaf. */
  selected: SelectedField[] | null
}

export type Fragments = ReadonlyMap<string, FragmentDefinitionNode>

/**
 * The fields of a selection in the order of the answer, fragments on the type itself or on what it implements written
 * out.
 * Null when something depends on arguments, directives or the type found, or when one name stands for two selections.
 */
export function readSelection(
  schema: GraphQLSchema,
  type: GraphQLObjectType,
  set: SelectionSetNode,
  fragments: Fragments,
): SelectedField[] | null {
  const fields = new Map<string, SelectedField>()
  const fits = (name: string | undefined) => {
    const condition = name === undefined ? type : schema.getType(name)
    return condition === type || (isAbstractType(condition) && schema.isSubType(condition, type))
  }
  const read = ({ selections }: SelectionSetNode): boolean =>
    selections.every((node) => {
      if (node.directives?.length) return false
      if (node.kind === Kind.FIELD) return add(node)
      const inner = node.kind === Kind.FRAGMENT_SPREAD ? fragments.get(node.name.value) : node
      return (
        inner !== undefined &&
        !inner.directives?.length &&
        fits(inner.typeCondition?.name.value) &&
        read(inner.selectionSet)
      )
    })
  const add = (node: FieldNode): boolean => {
    if (node.arguments?.length) return false
    const name = node.name.value
    const key = node.alias?.value ?? name
    const below = node.selectionSet ? objectTypeOf(schema, type, name) : null
    const selected = node.selectionSet ? below && readSelection(schema, below, node.selectionSet, fragments) : null
    if (node.selectionSet && !selected) return false
    const known = fields.get(key)
    if (known) return known.name === name && !known.selected && !selected
    fields.set(key, { key, name, selected })
    return true
  }
  return read(set) ? [...fields.values()] : null
}

/** The object type of a field, through lists and non-null; null for leaves, interfaces and unions. */
function objectTypeOf(schema: GraphQLSchema, type: GraphQLObjectType, field: string): GraphQLObjectType | null {
  const found = namedTypeOf(type, field)
  const named = found === undefined ? undefined : schema.getType(found)
  return named && 'getInterfaces' in named && !isAbstractType(named) ? (named as GraphQLObjectType) : null
}

function namedTypeOf(type: GraphQLObjectType, field: string): string | undefined {
  return type
    .getFields()
    [field]?.type.toString()
    .replace(/[[\]!]/g, '')
}
