import type { GraphQLEnumType } from 'graphql'
import { getNamedType, isEnumType, isInputObjectType, isInterfaceType, isObjectType, type GraphQLType } from 'graphql'
import { describe, expect, it } from 'vitest'
import { resolvers } from '../../src/areas.js'
import { buildGraphSchema } from '../../src/graphql/schema/schema.js'

const schema = await buildGraphSchema(resolvers)

/** Every place where a value has a name: fields of types and inputs, and arguments. */
const places = Object.values(schema.getTypeMap()).flatMap((type) => {
  if (type.name.startsWith('__')) return []
  const place = (at: string, { name, type: of }: { name: string; type: GraphQLType }) => ({
    at: `${at}.${name}`,
    name,
    type: getNamedType(of).name,
  })
  if (isInputObjectType(type)) return Object.values(type.getFields()).map((field) => place(type.name, field))
  if (!isObjectType(type) && !isInterfaceType(type)) return []
  return Object.values(type.getFields()).flatMap((field) => [
    place(type.name, field),
    ...field.args.map((one) => place(`${type.name}.${field.name}`, one)),
  ])
})

/** Places with the name of an enum's field elsewhere that hold free text. */
const free = new Set([
  // What a persona does for a living.
  ...['Persona', 'CreatePersonaInput', 'UpdatePersonaInput', 'SavePersonaInput'].map((type) => `${type}.role`),
  // Words in documents of clients, which keep what they were sent: kinds of entities, and the ends of relations.
  ...['Entity', 'EntityInput'].map((type) => `${type}.type`),
  ...['OntologyType', 'OntologyTypeInput', 'WorldRelation', 'WorldRelationInput'].map((type) => `${type}.targetType`),
  // Text of an item of rich text; a path, or a member of the metadata of videos.
  ...['GlossItem', 'GlossItemInput'].map((type) => `${type}.content`),
  ...['FieldFault', 'RuleConditionInput', 'RuleConditionOutput'].map((type) => `${type}.field`),
  // What kind of evidence a model names; codes of imports; names of GraphQL types.
  ...['Evidence', 'EvidenceInput'].map((type) => `${type}.source`),
  ...['ImportNote', 'ImportConflict', 'DeletedObjects'].map((type) => `${type}.type`),
])

describe('an enum', () => {
  const enums = Object.values(schema.getTypeMap()).filter(
    (type): type is GraphQLEnumType => isEnumType(type) && !type.name.startsWith('__'),
  )
  const isOrder = (name: string) => name.endsWith('OrderField')

  it('is the type wherever a field or an argument has its name, read or written, unless the text is free', () => {
    const named = new Set(
      places.filter(({ type }) => isEnumType(schema.getType(type)) && !isOrder(type)).map(({ name }) => name),
    )
    const disagreeing = places.filter(({ name, at, type }) => type === 'String' && named.has(name) && !free.has(at))
    expect(disagreeing.map(({ at }) => at)).toEqual([])
    expect([...free].filter((at) => !places.some((place) => place.at === at))).toEqual([])
  })

  it('reads its names and the words of REST in any case, as literals, strings and variables, and no other word', () => {
    expect(enums.length).toBeGreaterThan(30)
    for (const type of enums)
      for (const { name, value } of type.getValues()) {
        for (const word of [name, name.toLowerCase(), String(value), String(value).toUpperCase()]) {
          expect(type.parseValue(word)).toBe(value)
          expect(type.parseLiteral({ kind: 'StringValue' as never, value: word }, null)).toBe(value)
          if (/^\w+$/.test(word))
            expect(type.parseLiteral({ kind: 'EnumValue' as never, value: word }, null)).toBe(value)
        }
        expect(() => type.parseValue(`${name}x`)).toThrow('does not exist')
        expect(type.serialize(value)).toBe(name)
      }
  })
})
