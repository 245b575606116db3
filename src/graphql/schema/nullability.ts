import {
  getNullableType,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  isListType,
  isNonNullType,
  isUnionType,
  type GraphQLField,
  type GraphQLOutputType,
  type GraphQLSchema,
} from 'graphql'
import { groupBy } from '../../lib/group-by.js'
import { isNode, markNonNull } from './directives.js'

type Field = GraphQLField<unknown, unknown>

/**
 * Makes nullable what the server itself never returns as null, where clients gain from it:
 * - fields of Query and Mutation, so that a field that is refused does not take its neighbours with it;
 * - items of lists of Nodes, and nodes of connections and edges: a normalized cache (Relay, urql) that removes a
 *   deleted object then has null in its place. Apollo Client leaves such items out;
 * - fields of members of a union that are nullable in another member: otherwise no operation could select both under
 *   their name.
 */
export function allowNulls(schema: GraphQLSchema): void {
  for (const root of [schema.getQueryType(), schema.getMutationType()])
    for (const field of Object.values(root?.getFields() ?? {})) allowNull(field)
  allowNullInUnions(schema)
  for (const type of Object.values(schema.getTypeMap())) {
    if (!(type instanceof GraphQLObjectType) || type === schema.getMutationType()) continue
    if (type.name.endsWith('Payload')) continue
    const fields = type.getFields()
    const { node, nodes } = fields
    if (type.name.endsWith('Edge') && node) allowNull(node)
    else if (type.name.endsWith('Connection') && nodes) allowNullItems(nodes)
    else for (const field of Object.values(fields)) allowNullItems(field)
  }
}

/** Makes the fields of a name nullable in all members of a union if they are in one of them. */
function allowNullInUnions(schema: GraphQLSchema): void {
  const unions = Object.values(schema.getTypeMap()).filter((type) => isUnionType(type))
  // A field that becomes nullable in one union may be nullable in another union then.
  for (let changed = true; changed;) {
    changed = false
    for (const union of unions) {
      const fields = union.getTypes().flatMap((type) => Object.values(type.getFields()))
      for (const [, shared] of groupBy(fields, ({ name, type }) => `${name}: ${getNullableType(type).toString()}`)) {
        const strict = shared.filter(({ type }) => isNonNullType(type))
        if (strict.length === 0 || strict.length === shared.length) continue
        strict.forEach(allowNull)
        changed = true
      }
    }
  }
}

function allowNull(field: Field): void {
  if (!isNonNullType(field.type)) return
  field.type = field.type.ofType
  markNonNull(field, 0)
}

function allowNullItems(field: Field): void {
  const list = getNullableType(field.type)
  if (!isListType(list) || !isNonNullType(list.ofType)) return
  const item: GraphQLOutputType = list.ofType.ofType
  if (!isNode(item)) return
  const items = new GraphQLList(item)
  field.type = isNonNullType(field.type) ? new GraphQLNonNull(items) : items
  markNonNull(field, 1)
}
