import {
  DirectiveLocation,
  getNullableType,
  GraphQLDirective,
  GraphQLInt,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  isListType,
  isNonNullType,
  isObjectType,
  isUnionType,
  Kind,
  parse,
  printSchema,
  type GraphQLField,
  type GraphQLOutputType,
  type GraphQLSchema,
} from 'graphql'
import { groupBy } from '../../lib/group-by.js'

/**
 * https://specs.apollo.dev/nullability: the server returns null there only together with an error. Clients that throw
 * on errors can generate types without null for such fields.
 */
export const semanticNonNull = new GraphQLDirective({
  name: 'semanticNonNull',
  description:
    'The field is null only where an error is reported for it, or where a cache of a client has removed a deleted ' +
    'object. Of a list, level 0 is the list and level 1 its items.',
  locations: [DirectiveLocation.FIELD_DEFINITION],
  args: {
    levels: {
      type: new GraphQLList(GraphQLInt),
      defaultValue: [0],
      description: 'The levels of the type, from the outside, at which the value is not null.',
    },
  },
})

const key = 'parallax.semanticNonNull'
type Field = GraphQLField<unknown, unknown>

/**
 * Makes nullable what the server itself never returns as null, where clients gain from it:
 * - fields of Query, so that a field that is refused does not take its neighbours with it;
 * - items of plain lists of Nodes, and nodes of edges: a normalized cache (Relay, urql) that removes a deleted object
 *   then has null in its place. Apollo Client leaves such items out. `nodes` of connections stay non-null, because
 *   clients with such caches use edges;
 * - fields of members of a union that are nullable in another member: otherwise no operation could select both under
 *   their name.
 */
export function allowNulls(schema: GraphQLSchema): void {
  for (const field of Object.values(schema.getQueryType()?.getFields() ?? {})) allowNull(field)
  allowNullInUnions(schema)
  for (const type of Object.values(schema.getTypeMap())) {
    if (!(type instanceof GraphQLObjectType) || type === schema.getMutationType()) continue
    if (type.name.endsWith('Connection') || type.name.endsWith('Payload')) continue
    const fields = type.getFields()
    const { node } = fields
    if (type.name.endsWith('Edge') && node) allowNull(node)
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
  mark(field, 0)
}

function allowNullItems(field: Field): void {
  const list = getNullableType(field.type)
  if (!isListType(list) || !isNonNullType(list.ofType)) return
  const item: GraphQLOutputType = list.ofType.ofType
  if (!isObjectType(item) || !item.getInterfaces().some(({ name }) => name === 'Node')) return
  const items = new GraphQLList(item)
  field.type = isNonNullType(field.type) ? new GraphQLNonNull(items) : items
  mark(field, 1)
}

function mark(field: Field, level: number): void {
  const levels = [...((field.extensions[key] as number[] | undefined) ?? []), level]
  field.extensions = { ...field.extensions, [key]: levels }
}

/** Prints the schema as SDL with its applied directives, which the printer of graphql-js leaves out. */
export function printWithDirectives(schema: GraphQLSchema): string {
  const text = printSchema(schema)
  let printed = ''
  let from = 0
  for (const type of parse(text).definitions) {
    if (type.kind !== Kind.OBJECT_TYPE_DEFINITION) continue
    const fields = (schema.getType(type.name.value) as GraphQLObjectType).getFields()
    for (const { name, loc } of type.fields ?? []) {
      const levels = fields[name.value]?.extensions[key] as number[] | undefined
      if (!levels) continue
      printed += `${text.slice(from, loc!.end)} @semanticNonNull${levels.join() === '0' ? '' : `(levels: [${levels.join(', ')}])`}`
      from = loc!.end
    }
  }
  return `${printed}${text.slice(from)}\n`
}
