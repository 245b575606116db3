import { GraphQLEnumType, isIntrospectionType, Kind, type GraphQLSchema, type ValueNode } from 'graphql'

/**
 * Lets inputs spell a value of an enum also as in REST (`video` for VIDEO), in any case and as a string, as clients did
 * when the fields were strings. Answers always contain the name. A stored value outside the enum, such as a word that
 * a model chose, is null in a nullable field.
 */
export function readWordsOfEnums(schema: GraphQLSchema): void {
  for (const type of Object.values(schema.getTypeMap()))
    if (type instanceof GraphQLEnumType && !isIntrospectionType(type)) readWords(type)
}

function readWords(type: GraphQLEnumType): void {
  const names = new Map<string, string>()
  for (const { name, value } of type.getValues())
    for (const word of [name, String(value)]) {
      const other = names.get(word.toUpperCase())
      if (other !== undefined && other !== name) throw new Error(`${type.name}: ${word} is ${other} as well as ${name}`)
      names.set(word.toUpperCase(), name)
    }
  const nameOf = (word: string) => names.get(word.toUpperCase()) ?? word
  const nameIn = (node: ValueNode): ValueNode =>
    (node.kind === Kind.ENUM || node.kind === Kind.STRING) && names.has(node.value.toUpperCase())
      ? { kind: Kind.ENUM, value: nameOf(node.value), ...(node.loc && { loc: node.loc }) }
      : node
  const values = new Set(type.getValues().map(({ value }) => value as unknown))
  replace(
    type,
    ['parseValue', 'coerceInputValue'],
    (parse) =>
      (value, ...rest) =>
        parse(typeof value === 'string' ? nameOf(value) : value, ...rest),
  )
  replace(
    type,
    ['parseLiteral', 'coerceInputLiteral'],
    (parse) =>
      (node, ...rest) =>
        parse(nameIn(node as ValueNode), ...rest),
  )
  replace(
    type,
    ['serialize', 'coerceOutputValue'],
    (write) =>
      (value, ...rest) =>
        values.has(value) ? write(value, ...rest) : null,
  )
}

type Method = (value: unknown, ...rest: unknown[]) => unknown

/** Replaces a method of the type under each of its names: graphql-js 16 has the first of them, 17 both. */
function replace(type: GraphQLEnumType, names: readonly string[], by: (method: Method) => Method): void {
  const methods = type as unknown as Record<string, Method | undefined>
  for (const name of names) {
    const method = methods[name]
    if (method) methods[name] = by(method.bind(type))
  }
}
