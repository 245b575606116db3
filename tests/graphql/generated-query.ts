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
/** A field of a type and the type that its value has. */
export interface Step {
  parent: string
  field: Field
  type: GraphQLObjectType
}
/** The text of an argument's value, or undefined for one that may be left out. */
export type ArgumentText = (parent: string, field: string, argument: GraphQLArgument) => string | undefined

/** Ways from a root type to every object type, the shortest first, at most `most` for each. */
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
      for (const field of Object.values(parent.getFields())) {
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

/** The operation that goes this way and asks for every field of what it finds at the end, or for `fields` only. */
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

/** Every field of a type; of things that have fields of their own, what they are. */
export function everyField(type: GraphQLObjectType, argumentText: ArgumentText): string {
  const parts = Object.values(type.getFields()).map((field) => {
    const call = callOf(type.name, field, argumentText)
    return isCompositeType(getNamedType(field.type)) ? `${call} { __typename }` : call
  })
  return ['__typename', ...parts].join(' ')
}

/** The field with what its arguments need. */
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
  /** `Type.field` of every value in an answer. */
  all: Set<string>
  /** Those of them that were not null or empty at least once. */
  filled: Set<string>
}

/** Notes the fields of every object that says its type. */
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
