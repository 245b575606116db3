import {
  buildSchema,
  getNamedType,
  isAbstractType,
  isCompositeType,
  OverlappingFieldsCanBeMergedRule,
  parse,
  validate,
  type GraphQLObjectType,
} from 'graphql'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const schema = buildSchema(readFileSync('schema.graphql', 'utf8'))

/**
 * The fields that are different things in members of one union, and have to be selected under aliases. docs/graphql.md
 * names them.
 */
const aliased: Record<string, string[]> = {
  AnnotationTarget: ['attributes', 'type'],
  GlossTarget: ['attributes', 'metadata', 'type', 'video'],
  ReviewedItem: ['summary', 'video'],
  SearchTarget: ['attributes', 'claims', 'metadata', 'summary', 'video'],
  WorldObject: ['type'],
}

/** Node has nearly every type: who asks for a node knows which type it is, and selects fields of that one. */
const abstract = Object.values(schema.getTypeMap())
  .filter(isAbstractType)
  .filter(({ name }) => name !== 'Node')

/** The fields that two members of an abstract type have in common but that cannot be selected under one name. */
function conflicts(members: readonly GraphQLObjectType[]): string[] {
  const selects = (type: GraphQLObjectType, name: string) => {
    const { type: of } = type.getFields()[name]!
    return `... on ${type.name} { ${name}${isCompositeType(getNamedType(of)) ? ' { __typename }' : ''} }`
  }
  const found = members.flatMap((one, i) =>
    members.slice(i + 1).flatMap((other) =>
      Object.keys(one.getFields())
        .filter((name) => name in other.getFields())
        .filter((name) => {
          const document = parse(`fragment F on Node { ${selects(one, name)} ${selects(other, name)} }`)
          return validate(schema, document, [OverlappingFieldsCanBeMergedRule]).length > 0
        }),
    ),
  )
  return [...new Set(found)].sort()
}

describe('one selection for all members of a union or interface', () => {
  it('validates for every field that they share, except for those that are known to be different things', () => {
    expect(abstract.length).toBeGreaterThan(3)
    const found = abstract.map((type) => [type.name, conflicts([...schema.getPossibleTypes(type)])])
    expect(Object.fromEntries(found.filter(([, fields]) => fields!.length))).toEqual(aliased)
  })

  it('is told about where it does not', () => {
    const told = readFileSync('docs/graphql.md', 'utf8')
    for (const name of Object.values(aliased).flat()) expect(told).toContain(`\`${name}\``)
  })
})
