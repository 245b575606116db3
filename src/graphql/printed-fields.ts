import {
  extendSchema,
  getNamedType,
  GraphQLObjectType,
  isAbstractType,
  isCompositeType,
  Kind,
  parse,
  visit,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLScalarType,
  type GraphQLSchema,
  type SelectionSetNode,
} from 'graphql'
import type { Piece } from '../lib/bytes.js'
import type { GraphQLContext } from './context.js'
import { readSelection, type Fragments, type SelectedField } from './printed-selection.js'

/** JSON text of a field, and how many objects stand in it. */
export interface PrintedJson {
  pieces: readonly Piece[]
  objects: number
}

/** How the field of one object is printed. */
export type PrintField = (ctx: GraphQLContext, parent: never) => Promise<PrintedJson>

/**
 * A field of objects or lists of them that the database prints as a whole, where nothing but columns is selected: its
 * text goes
 * out as it comes, no value is read, checked and written again.
 */
export interface PrintedField {
  /** Type and field as the schema names them. */
  type: string
  field: string
  /** Null when something selected is not the database's to print; then the field is executed like any other. */
  plan(selected: readonly SelectedField[]): PrintField | null
}

/** A document in which printed fields are leaves, with their plans. */
export interface PrintedOperation {
  document: DocumentNode
  plans: readonly PrintField[]
}

const leaf = '_printed'
/** Documents that would need more steps than this to find out whether fields merge are executed as they are. */
const maxSteps = 2000

/** The schema with a leaf on each type that has printed fields. It is never shown or validated against. */
export function withPrintedLeaves(schema: GraphQLSchema, printed: readonly PrintedField[]): GraphQLSchema {
  const types = [...new Set(printed.map(({ type }) => type))]
  const extension = parse(
    `scalar PrintedJson ${types.map((type) => `extend type ${type} { ${leaf}(plan: Int!): PrintedJson! }`).join(' ')}`,
  )
  const extended = extendSchema(schema, extension, { assumeValid: true })
  for (const type of types) {
    const field = (extended.getType(type) as GraphQLObjectType).getFields()[leaf]
    if (field)
      field.resolve = (parent, { plan }: { plan: number }, ctx: GraphQLContext) =>
        ctx.operation.printed?.print(ctx, plan, parent)
  }
  const scalar = extended.getType('PrintedJson') as GraphQLScalarType
  scalar.serialize = (value) => value
  return extended
}

/** Puts leaves in the place of all fields that can be printed; null when there are none. */
export function printedOperation(
  schema: GraphQLSchema,
  printed: readonly PrintedField[],
  document: DocumentNode,
  operationName: string | undefined,
): PrintedOperation | null {
  const fragments: Fragments = new Map(
    document.definitions.flatMap((one) =>
      one.kind === Kind.FRAGMENT_DEFINITION ? [[one.name.value, one] as const] : [],
    ),
  )
  const operation = document.definitions.find(
    (one) => one.kind === Kind.OPERATION_DEFINITION && (!operationName || one.name?.value === operationName),
  )
  const root = operation?.kind === Kind.OPERATION_DEFINITION && schema.getRootType(operation.operation)
  if (!operation || !root) return null
  const found = findPrintable(schema, printed, fragments, root, operation as { selectionSet: SelectionSetNode })
  if (!found?.size) return null
  const plans: PrintField[] = []
  const replaced = visit(document, {
    Field(node) {
      const plan = found.get(node)
      if (!plan) return undefined
      plans.push(plan)
      const value = { kind: Kind.INT, value: String(plans.length - 1) } as const
      const argument = { kind: Kind.ARGUMENT, name: { kind: Kind.NAME, value: 'plan' }, value } as const
      const { selectionSet: _gone, ...rest } = node
      return {
        ...rest,
        alias: node.alias ?? node.name,
        name: { kind: Kind.NAME, value: leaf } as const,
        arguments: [argument],
      }
    },
  })
  return { document: replaced, plans }
}

/**
 * Fields that can be printed and that no other selection of the same name merges with. Null when that is too much to
 * find out.
 */
function findPrintable(
  schema: GraphQLSchema,
  printed: readonly PrintedField[],
  fragments: Fragments,
  root: GraphQLObjectType,
  operation: { selectionSet: SelectionSetNode },
): Map<FieldNode, PrintField> | null {
  const plans = new Map<FieldNode, PrintField | null>()
  let steps = 0

  const visitType = (type: GraphQLObjectType, sets: SelectionSetNode[]): boolean => {
    steps += 1
    if (steps > maxSteps) return false
    const names = new Map<string, FieldNode[]>()
    for (const set of sets) collect(schema, fragments, type, set, names)
    return [...names.values()].every((nodes) => {
      const [first] = nodes
      const definition = first && type.getFields()[first.name.value]
      const below = definition && getNamedType(definition.type)
      if (!first || !below || !isCompositeType(below)) return true
      const printer = printed.find((one) => one.type === type.name && one.field === first.name.value)
      const plan =
        nodes.length === 1 && printer && below instanceof GraphQLObjectType ? planOf(printer, below, first) : null
      for (const node of nodes) if (printer) plans.set(node, plans.get(node) === null ? null : plan)
      const inner = nodes.flatMap((node) => (node.selectionSet ? [node.selectionSet] : []))
      return (isAbstractType(below) ? schema.getPossibleTypes(below) : [below]).every((one) => visitType(one, inner))
    })
  }
  const planOf = (printer: PrintedField, type: GraphQLObjectType, { selectionSet, arguments: given }: FieldNode) => {
    const selected = selectionSet && !given?.length ? readSelection(schema, type, selectionSet, fragments) : null
    return selected && printer.plan(selected)
  }
  if (!visitType(root, [operation.selectionSet])) return null
  return new Map([...plans].flatMap(([node, plan]) => (plan ? [[node, plan] as const] : [])))
}

/**
 * All fields of a type that a selection may give it, by their name in the answer. Conditions on variables count as met.
 */
function collect(
  schema: GraphQLSchema,
  fragments: Fragments,
  type: GraphQLObjectType,
  { selections }: SelectionSetNode,
  into: Map<string, FieldNode[]>,
): void {
  for (const node of selections) {
    if (node.kind === Kind.FIELD) {
      const key = node.alias?.value ?? node.name.value
      const known = into.get(key)
      if (!known) into.set(key, [node])
      else if (!known.includes(node)) known.push(node)
      continue
    }
    const inner: FragmentDefinitionNode | typeof node | undefined =
      node.kind === Kind.FRAGMENT_SPREAD ? fragments.get(node.name.value) : node
    const condition =
      inner && 'typeCondition' in inner && inner.typeCondition ? schema.getType(inner.typeCondition.name.value) : type
    if (!inner || !('selectionSet' in inner)) continue
    if (condition === type || (isAbstractType(condition) && schema.isSubType(condition, type)))
      collect(schema, fragments, type, inner.selectionSet, into)
  }
}
