import type { GraphQLObjectType } from 'graphql'
import {
  DirectiveLocation,
  getNamedType,
  GraphQLBoolean,
  GraphQLDirective,
  GraphQLInt,
  GraphQLList,
  GraphQLNonNull,
  GraphQLString,
  isListType,
  isObjectType,
  getNullableType,
  Kind,
  parse,
  printSchema,
  type GraphQLField,
  type GraphQLSchema,
} from 'graphql'
import { defaultPage } from '../../lib/page.js'
import { leafCosts, plainList } from '../documents/cost.js'

type Field = GraphQLField<unknown, unknown>

/**
 * https://specs.apollo.dev/nullability: the server returns null there only together with an error. Clients that throw
 * on errors can generate types without null for such fields.
 */
const semanticNonNull = new GraphQLDirective({
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

/** https://ibm.github.io/graphql-specs/cost-spec.html */
const listSize = new GraphQLDirective({
  name: 'listSize',
  description: 'How many items the list counts as in the cost of an operation, if fewer are not stored.',
  locations: [DirectiveLocation.FIELD_DEFINITION],
  args: {
    assumedSize: { type: GraphQLInt, description: 'The number of items without a slicing argument.' },
    slicingArguments: {
      type: new GraphQLList(new GraphQLNonNull(GraphQLString)),
      description: 'The arguments that state the number of items.',
    },
    sizedFields: {
      type: new GraphQLList(new GraphQLNonNull(GraphQLString)),
      description: 'The fields of the connection that have this number of items.',
    },
    requireOneSlicingArgument: {
      type: GraphQLBoolean,
      defaultValue: true,
      description: 'Whether one of the slicing arguments is required.',
    },
  },
})
const cost = new GraphQLDirective({
  name: 'cost',
  description: 'The cost of the field in an operation, in objects.',
  locations: [DirectiveLocation.FIELD_DEFINITION],
  args: { weight: { type: new GraphQLNonNull(GraphQLString), description: 'The number of objects.' } },
})

/** The directives of the schema beyond those of GraphQL itself. */
export const ownDirectives: readonly GraphQLDirective[] = [semanticNonNull, listSize, cost]

const levelsKey = 'parallax.semanticNonNull'

/** Marks a level of the field's type with @semanticNonNull. */
export function markNonNull(field: Field, level: number): void {
  const levels = [...((field.extensions[levelsKey] as number[] | undefined) ?? []), level]
  field.extensions = { ...field.extensions, [levelsKey]: levels }
}

/** Returns whether the field's type is marked at a level: null is answered there only with an error. */
export const isSemanticNonNull = ({ extensions }: Field, level: number): boolean =>
  (extensions[levelsKey] as number[] | undefined)?.includes(level) ?? false

/** Returns the directives of a field as SDL. */
function directivesOf(parent: GraphQLObjectType, field: Field): string[] {
  const found: string[] = []
  const weight = leafCosts[`${parent.name}.${field.name}`]
  if (weight !== undefined) found.push(`@cost(weight: "${weight}")`)
  const type = getNamedType(field.type)
  const sizes = field.args.map(({ name }) => name).filter((name) => name === 'first' || name === 'last')
  if (sizes.length && type.name.endsWith('Connection'))
    found.push(
      `@listSize(assumedSize: ${defaultPage}, slicingArguments: ${JSON.stringify(sizes)}, ` +
        `sizedFields: ["edges", "nodes"], requireOneSlicingArgument: false)`,
    )
  else if (isListType(getNullableType(field.type)) && isNode(type) && !parent.name.endsWith('Connection'))
    found.push(`@listSize(assumedSize: ${plainList})`)
  const levels = field.extensions[levelsKey] as number[] | undefined
  if (levels)
    found.push(levels.join() === '0' ? '@semanticNonNull' : `@semanticNonNull(levels: [${levels.join(', ')}])`)
  return found
}

/** Returns whether the type is an object type with an id. */
export const isNode = (type: unknown): boolean =>
  isObjectType(type) && type.getInterfaces().some(({ name }) => name === 'Node')

/** Prints the schema as SDL with its applied directives, which the printer of graphql-js leaves out. */
export function printWithDirectives(schema: GraphQLSchema): string {
  const text = printSchema(schema)
  let printed = ''
  let from = 0
  for (const definition of parse(text).definitions) {
    if (definition.kind !== Kind.OBJECT_TYPE_DEFINITION) continue
    const type = schema.getType(definition.name.value) as GraphQLObjectType
    for (const { name, loc } of definition.fields ?? []) {
      const directives = directivesOf(type, type.getFields()[name.value]!)
      if (!directives.length) continue
      printed += `${text.slice(from, loc!.end)} ${directives.join(' ')}`
      from = loc!.end
    }
  }
  return `${printed}${text.slice(from)}\n`
}
