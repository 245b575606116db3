import {
  GraphQLIncludeDirective,
  GraphQLSkipDirective,
  isAbstractType,
  Kind,
  SchemaMetaFieldDef,
  TypeMetaFieldDef,
  TypeNameMetaFieldDef,
  visit,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql'
import { Fixed } from '../../lib/byte-writer.js'
import { argumentValues, directiveValues, type Variables } from './coercion.js'

/** A selected field of one type, merged from all nodes with the same name in the answer. */
export interface SelectedField {
  /** Its name in the answer. */
  key: string
  /** The text before its value in an object: a brace or comma, the key and a colon. */
  lead: Fixed
  name: string
  nodes: readonly FieldNode[]
  definition: GraphQLField<unknown, unknown>
  parent: GraphQLObjectType
  schema: GraphQLSchema
  /** Returns the selection below the field, for one of the object types that its value may have. */
  below(type: GraphQLObjectType): Selection
  args(variables: Variables): Record<string, unknown>
  /** Prepared statements and forms of printing, by the plan that made them; kept as long as the document. */
  plans: Map<unknown, unknown>
}

export interface Selection {
  type: GraphQLObjectType
  fields: readonly SelectedField[]
}

/** The schema, the document's fragments, and the values of the variables in @skip and @include. */
export interface Scope {
  schema: GraphQLSchema
  fragments: ReadonlyMap<string, FragmentDefinitionNode>
  variables: Variables
}

/** Returns the fragments of a document by name. */
export function fragmentsOf(document: DocumentNode): Map<string, FragmentDefinitionNode> {
  return new Map(
    document.definitions.flatMap((definition) =>
      definition.kind === Kind.FRAGMENT_DEFINITION ? [[definition.name.value, definition] as const] : [],
    ),
  )
}

/** Returns the names of the variables in @skip and @include; each combination of their values has its own selection. */
export function decidingVariables(document: DocumentNode): string[] {
  const names = new Set<string>()
  visit(document, {
    Directive(node) {
      if (node.name.value !== 'skip' && node.name.value !== 'include') return
      for (const { value } of node.arguments ?? []) if (value.kind === Kind.VARIABLE) names.add(value.name.value)
    },
  })
  return [...names]
}

const ofEveryType: Record<string, GraphQLField<unknown, unknown>> = {
  __typename: TypeNameMetaFieldDef,
  __schema: SchemaMetaFieldDef,
  __type: TypeMetaFieldDef,
}

/** Returns the fields that the selection sets select of a type, in the order of the answer. */
export function selectionOf(scope: Scope, type: GraphQLObjectType, sets: readonly SelectionSetNode[]): Selection {
  const nodesOf = new Map<string, FieldNode[]>()
  const seen = new Set<string>()
  const collect = (set: SelectionSetNode): void => {
    for (const node of set.selections) {
      if (!included(node, scope.variables)) continue
      if (node.kind === Kind.FIELD) {
        const key = node.alias?.value ?? node.name.value
        const nodes = nodesOf.get(key)
        if (nodes) nodes.push(node)
        else nodesOf.set(key, [node])
        continue
      }
      if (node.kind === Kind.FRAGMENT_SPREAD) {
        if (seen.has(node.name.value)) continue
        seen.add(node.name.value)
      }
      const inner = node.kind === Kind.FRAGMENT_SPREAD ? scope.fragments.get(node.name.value) : node
      if (inner && fits(scope.schema, type, inner.typeCondition?.name.value)) collect(inner.selectionSet)
    }
  }
  for (const set of sets) collect(set)
  return { type, fields: [...nodesOf].map(([key, nodes], index) => fieldOf(scope, type, key, nodes, index)) }
}

function fieldOf(
  scope: Scope,
  parent: GraphQLObjectType,
  key: string,
  nodes: FieldNode[],
  index: number,
): SelectedField {
  const [first] = nodes as [FieldNode]
  const name = first.name.value
  const definition = ofEveryType[name] ?? parent.getFields()[name]
  if (!definition) throw new Error(`${parent.name} has no field ${name}; the document was not validated`)
  const below = new Map<GraphQLObjectType, Selection>()
  const sets = nodes.flatMap((node) => (node.selectionSet ? [node.selectionSet] : []))
  const varies = usesVariables(first)
  let kept: Record<string, unknown> | undefined = definition.args?.length ? undefined : {}
  return {
    key,
    lead: new Fixed(`${index ? ',' : '{'}${JSON.stringify(key)}:`),
    name,
    nodes,
    definition,
    parent,
    schema: scope.schema,
    plans: new Map(),
    below(type) {
      let selection = below.get(type)
      if (!selection) below.set(type, (selection = selectionOf(scope, type, sets)))
      return selection
    },
    args(variables) {
      if (kept) return kept
      const values = argumentValues(definition, first, variables)
      if (!varies) kept = values
      return values
    },
  }
}

function usesVariables(node: FieldNode): boolean {
  let uses = false
  for (const argument of node.arguments ?? []) {
    visit(argument, {
      Variable() {
        uses = true
      },
    })
  }
  return uses
}

function fits(schema: GraphQLSchema, type: GraphQLObjectType, condition: string | undefined): boolean {
  if (condition === undefined || condition === type.name) return true
  const wanted = schema.getType(condition)
  return isAbstractType(wanted) && schema.isSubType(wanted, type)
}

function included(node: SelectionNode, variables: Variables): boolean {
  if (!node.directives?.length) return true
  if (directiveValues(GraphQLSkipDirective, node, variables)?.['if'] === true) return false
  return directiveValues(GraphQLIncludeDirective, node, variables)?.['if'] !== false
}
