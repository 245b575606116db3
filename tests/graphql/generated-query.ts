import {
  getNamedType,
  isAbstractType,
  isCompositeType,
  isNonNullType,
  isObjectType,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
} from 'graphql'

type Field = GraphQLField<unknown, unknown>
/** A step of a path through the schema: a field of a type, and the type of its value. */
export interface Step {
  parent: string
  field: Field
  type: GraphQLObjectType
}
/** Returns the value of an argument as GraphQL text, or undefined to leave the argument out. */
export type ArgumentText = (parent: string, field: string, argument: GraphQLArgument) => string | undefined

/**
 * Finds paths from a root type to every object type, the shortest first, at most `most` for each type. `open` tells
 * whether a step may be taken.
 */
export function waysTo(
  schema: GraphQLSchema,
  root: GraphQLObjectType,
  most: number,
  open: (step: Step) => boolean,
): Map<string, Step[][]> {
  const found = new Map<string, Step[][]>()
  let ends: { type: GraphQLObjectType; way: Step[] }[] = [{ type: root, way: [] }]
  for (let length = 0; length < 8 && ends.length; length++) {
    const longer: typeof ends = []
    for (const { type: parent, way } of ends) {
      for (const field of listsFirst(parent)) {
        const named = getNamedType(field.type)
        if (!isCompositeType(named)) continue
        for (const type of isAbstractType(named)
          ? schema.getPossibleTypes(named)
          : isObjectType(named)
            ? [named]
            : []) {
          const step = { parent: parent.name, field, type }
          const known = found.get(type.name) ?? []
          if (known.length >= most || !open(step)) continue
          found.set(type.name, [...known, [...way, step]])
          longer.push({ type, way: [...way, step] })
        }
      }
    }
    ends = longer
  }
  return found
}

/** The fields of a type, those that lead to many objects first: of these, one is likely to have what a field shows. */
const listsFirst = (type: GraphQLObjectType) =>
  Object.values(type.getFields()).sort((a, b) => Number(isOfMany(b)) - Number(isOfMany(a)))
const isOfMany = ({ type }: Field) => /Connection\b|\[/.test(String(type))

/** Builds the operation that follows a path and selects every field of the type at its end, or only `fields`. */
export function queryOf(
  way: readonly Step[],
  kind: 'query' | 'mutation',
  argumentText: ArgumentText,
  fields?: string,
): string {
  const end = way.at(-1)
  const text = way.reduceRight(
    (below, { parent, field, type }) => {
      const narrowed = isAbstractType(getNamedType(field.type)) ? `... on ${type.name} { ${below} }` : below
      return `__typename ${callOf(parent, field, argumentText)} { ${narrowed} }`
    },
    fields ?? (end ? everyField(end.type, argumentText) : ''),
  )
  return `${kind} { ${text} }`
}

/** A selection of every field of a type; for fields that are objects only `__typename`. */
export function everyField(type: GraphQLObjectType, argumentText: ArgumentText): string {
  const parts = Object.values(type.getFields()).map((field) => {
    const call = callOf(type.name, field, argumentText)
    return isCompositeType(getNamedType(field.type)) ? `${call} { __typename }` : call
  })
  return ['__typename', ...parts].join(' ')
}

/** A field with its arguments as text. Throws when a required argument has no value. */
export function callOf(parent: string, field: Field, argumentText: ArgumentText): string {
  const given = field.args.flatMap((one) => {
    const text = argumentText(parent, field.name, one)
    if (text === undefined && isNonNullType(one.type))
      throw new Error(`no value for ${parent}.${field.name}(${one.name})`)
    return text === undefined ? [] : [`${one.name}: ${text}`]
  })
  return given.length ? `${field.name}(${given.join(', ')})` : field.name
}

export interface Reached {
  /** `Type.field` for every field that was answered. */
  all: Set<string>
  /** Those of them whose value was at least once neither null nor an empty list. */
  filled: Set<string>
}

/** Records the fields of every object with a `__typename` in a response. */
export function noteFields(value: unknown, reached: Reached): void {
  if (Array.isArray(value)) {
    for (const one of value) noteFields(one, reached)
  } else if (typeof value === 'object' && value !== null) {
    const { __typename: type, ...fields } = value as Record<string, unknown>
    for (const [name, one] of Object.entries(fields)) {
      if (typeof type === 'string') {
        reached.all.add(`${type}.${name}`)
        if (one !== null && !(Array.isArray(one) && one.length === 0)) reached.filled.add(`${type}.${name}`)
      }
      noteFields(one, reached)
    }
  }
}
