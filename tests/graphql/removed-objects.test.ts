import { readFileSync } from 'node:fs'
import { buildSchema, getNamedType, getNullableType, isListType, isNonNullType, isObjectType } from 'graphql'
import { describe, expect, it } from 'vitest'

const schema = buildSchema(readFileSync('schema.graphql', 'utf8'))

describe('a list of objects with an id', () => {
  it('may have null in place of an object that a cache has removed, in plain lists and in connections', () => {
    const lists = Object.values(schema.getTypeMap())
      .filter((type) => isObjectType(type))
      .filter(({ name }) => !/^Mutation$|Payload$/.test(name))
      .flatMap((type) =>
        Object.values(type.getFields()).map((field) => ({ name: `${type.name}.${field.name}`, field })),
      )
      .flatMap(({ name, field }) => {
        const list = getNullableType(field.type)
        const item = getNamedType(field.type)
        const isNode = isObjectType(item) && item.getInterfaces().some((one) => one.name === 'Node')
        return isListType(list) && isNode ? [{ name, isStrict: isNonNullType(list.ofType) }] : []
      })
    expect(lists.filter(({ isStrict }) => isStrict)).toEqual([])
    const names = lists.map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['Summary.claims', 'ClaimConnection.nodes', 'VideoConnection.nodes']))
  })
})
