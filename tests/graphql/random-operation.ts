import fc from 'fast-check'
import {
  getNamedType,
  getNullableType,
  isAbstractType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
  isScalarType,
  type GraphQLCompositeType,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLNamedType,
  type GraphQLSchema,
} from 'graphql'

/** Generators of GraphQL text: for scalars by type name, for arguments and input fields by their own name. */
export type Values = Record<string, fc.Arbitrary<string>>

export interface Bounds {
  /** The most levels of fields. */
  depth: number
  /** The most selections in one selection set. */
  width: number
}

const quoted = (value: fc.Arbitrary<string>) => value.map((one) => JSON.stringify(one))
/** Texts that are hard for parsers, databases and printers; without NUL and lone surrogates. */
const words = fc.constantFrom(
  '',
  ' ',
  'ship',
  'a/b',
  '%',
  "'; --",
  '\\',
  '"',
  '\u202e',
  'é',
  '🚢',
  'null',
  '__proto__',
  '-1',
  '1e400',
  'x'.repeat(300),
)
const json = fc.constantFrom(
  'null',
  '{}',
  '[]',
  '1',
  '"x"',
  '{ __proto__: 1 }',
  '{ a: { b: [1, null, { c: "d" }] } }',
  '[[[]]]',
)

export const plainValues: Values = {
  Int: fc.oneof(fc.integer({ min: 0, max: 120 }), fc.constantFrom(-1, 2_147_483_647, -2_147_483_648)).map(String),
  Float: fc
    .oneof(fc.double({ min: 0, max: 1, noNaN: true }), fc.constantFrom(-1, 1e308, 5e-324, 1e15))
    .map((one) => String(one)),
  String: quoted(words),
  Boolean: fc.boolean().map(String),
  DateTime: fc.constantFrom('"2026-01-02T03:04:05Z"', '"0001-01-01T00:00:00.000Z"', '"9999-12-31T23:59:59+14:00"'),
  URL: fc.constantFrom('"https://kb.example/Q1"', '"http://[::1]:8/a?b#c"', '"mailto:a@b"', '"no page"', '""'),
  JSON: json,
  JSONObject: fc.constantFrom(
    '{}',
    '{ __proto__: 1 }',
    '{ a: { b: [1, null] } }',
    '{ type: "text", content: "x" }',
    '{ boxes: [] }',
  ),
}

/** Generates valid operations with one root field: random selections, arguments, aliases, fragments and directives. */
export function operations(
  schema: GraphQLSchema,
  kind: 'query' | 'mutation',
  field: GraphQLField<unknown, unknown>,
  bounds: Bounds,
  values: Values,
): fc.Arbitrary<string> {
  return call(field, bounds.depth).map((text) => `${kind} { ${text} }`)

  function call(one: GraphQLField<unknown, unknown>, depth: number): fc.Arbitrary<string> {
    const given = one.args.map((argument) => {
      const text = valueOf(argument.type, argument.name, 3).map((value) => `${argument.name}: ${value}`)
      return isNonNullType(argument.type) ? text : fc.option(text, { nil: '', freq: 1 })
    })
    const type = getNamedType(one.type)
    const below = isCompositeType(type) ? selection(type, depth - 1) : fc.constant('')
    return fc.tuple(fc.tuple(...given), below).map(([args, set]) => {
      const list = args.filter(Boolean).join(', ')
      return `${one.name}${list && `(${list})`}${set}`
    })
  }

  function selection(type: GraphQLCompositeType, depth: number): fc.Arbitrary<string> {
    const fields = isObjectType(type) || 'getFields' in type ? Object.values(type.getFields()) : []
    const open = fields.filter((one) => depth > 0 || !isCompositeType(getNamedType(one.type)))
    const possible = isAbstractType(type) ? schema.getPossibleTypes(type) : []
    const parts: fc.Arbitrary<string>[] = [fc.constant('__typename')]
    if (open.length)
      parts.push(fc.nat(open.length - 1).chain((i) => item(open[i] as GraphQLField<unknown, unknown>, depth)))
    if (possible.length && depth > 0) {
      parts.push(
        fc.nat(possible.length - 1).chain((i) => {
          const on = possible[i] as GraphQLCompositeType & GraphQLNamedType
          return selection(on, depth - 1).map((set) => `... on ${on.name}${set}`)
        }),
      )
    }
    return fc
      .array(fc.oneof(...parts.map((arbitrary, i) => ({ arbitrary, weight: i === 0 ? 1 : 6 }))), {
        minLength: 1,
        maxLength: bounds.width,
      })
      .map((list) => ` { ${list.join(' ')} }`)
  }

  /** Gives each call an alias, so that two selections of one field with different arguments do not conflict. */
  function item(one: GraphQLField<unknown, unknown>, depth: number): fc.Arbitrary<string> {
    const directive = fc.constantFrom('', '', '', ' @include(if: true)', ' @skip(if: true)')
    return fc.tuple(call(one, depth), fc.nat(99_999), directive).map(([text, n, at]) => {
      if (!at) return `a${n}: ${text}`
      return /[({]/.test(text) ? `... ${at} { a${n}: ${text} }` : `a${n}: ${text}${at}`
    })
  }

  function valueOf(type: GraphQLInputType, name: string, depth: number): fc.Arbitrary<string> {
    const inner = getNullableType(type)
    if (isListType(inner))
      return fc
        .array(valueOf(inner.ofType as GraphQLInputType, name, depth), { maxLength: 3 })
        .map((list) => `[${list.join(', ')}]`)
    if (isEnumType(inner)) return fc.constantFrom(...inner.getValues().map((one) => one.name))
    if (isInputObjectType(inner)) {
      const fields = Object.values(inner.getFields()).map((one) => {
        if (depth <= 0 && !isNonNullType(one.type)) return fc.constant('')
        const text = valueOf(one.type, one.name, depth - 1).map((value) => `${one.name}: ${value}`)
        return isNonNullType(one.type) ? text : fc.option(text, { nil: '', freq: 2 })
      })
      return fc.tuple(...fields).map((list) => `{ ${list.filter(Boolean).join(', ')} }`)
    }
    if (!isScalarType(inner)) throw new Error(`no values of ${String(inner)}`)
    const found = values[name] ?? values[inner.name] ?? plainValues[inner.name]
    if (!found) throw new Error(`no values of ${inner.name}`)
    return isNonNullType(type)
      ? found
      : fc.oneof({ arbitrary: found, weight: 9 }, { arbitrary: fc.constant('null'), weight: 1 })
  }
}
