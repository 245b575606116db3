import { GraphQLEnumType, isIntrospectionType, Kind, type GraphQLSchema } from 'graphql'

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
  const { parseValue, parseLiteral, serialize } = type
  const values = new Set(type.getValues().map(({ value }) => value as unknown))
  type.parseValue = (value) => parseValue.call(type, typeof value === 'string' ? nameOf(value) : value)
  type.parseLiteral = (node, variables) =>
    parseLiteral.call(
      type,
      (node.kind === Kind.ENUM || node.kind === Kind.STRING) && names.has(node.value.toUpperCase())
        ? { kind: Kind.ENUM, value: nameOf(node.value), ...(node.loc && { loc: node.loc }) }
        : node,
      variables,
    )
  type.serialize = (value) => (values.has(value) ? serialize.call(type, value) : null)
}
