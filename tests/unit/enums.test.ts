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

/** Places with the name of an enum's field elsewhere that mean something else. */
const other = new Set([
  // What a persona does for a living, free text; and the roles of all three levels, in the permission table.
  ...['Persona', 'CreatePersonaInput', 'UpdatePersonaInput', 'SavePersonaInput'].map((type) => `${type}.role`),
  ...['AccessExplanation', 'Permission', 'CreatePermissionInput', 'Query.permissions', 'Participation'].map(
    (type) => `${type}.role`,
  ),
  // The permission table: its levels, and every kind of row, not only those that can be shared.
  ...['Permission', 'CreatePermissionInput', 'Query.permissions'].flatMap((type) => [
    `${type}.scope`,
    `${type}.resourceType`,
  ]),
  'Query.explainAccess.kind',
  // `all` or the id of a project.
  'Query.exportStats.scope',
  'Query.exportUrl.scope',
  'Query.changes.scope',
  // Types of lines of exports.
  'Query.changes.kinds',
  ...['FrozenExport', 'CreateExportInput'].map((type) => `${type}.scope`),
  // Who made a box or an evidence, a free word; and the ends of relations.
  ...[
    'Annotation',
    'CreateAnnotationInput',
    'UpdateAnnotationInput',
    'AnnotationFilter',
    'Evidence',
    'EvidenceInput',
  ].map((type) => `${type}.source`),
  'ClaimRelation.source',
  'WorldRelation.source',
  // Words in documents of clients, which keep what they were sent.
  ...['OntologyType', 'OntologyTypeInput', 'WorldRelation', 'WorldRelationInput'].map((type) => `${type}.targetType`),
  ...['GlossItem', 'GlossItemInput'].map((type) => `${type}.content`),
  // A path or member that is compared, or that an error is about.
  ...['FieldFault', 'RuleConditionInput', 'RuleConditionOutput'].map((type) => `${type}.field`),
  // Kinds of everything that the log of changes has, and a time.
  'Query.audit.kind',
  'AuditEntry.kind',
  'AuditEntry.at',
  ...['Webhook', 'CreateWebhookInput', 'UpdateWebhookInput'].map((type) => `${type}.kinds`),
  'SearchEdge.kind',
  // The moment of a change; and kinds of the log, of which some have no history of their own.
  'HistoryEntry.at',
  'Notification.at',
  'GoneWith.kind',
  'Health.status',
  'HealthChecks.queue',
  'ImportFileInput.file',
  'UploadVideoInput.file',
  'Video.size',
  'FrozenExport.size',
])

describe('an enum', () => {
  const enums = Object.values(schema.getTypeMap()).filter(
    (type): type is GraphQLEnumType => isEnumType(type) && !type.name.startsWith('__'),
  )
  const isOrder = (name: string) => name.endsWith('OrderField')

  it('is the same wherever a field or an argument has its name, read or written', () => {
    const named = new Map<string, Set<string>>()
    for (const { name, type } of places)
      if (isEnumType(schema.getType(type)) && !isOrder(type)) named.set(name, (named.get(name) ?? new Set()).add(type))
    const disagreeing = places.filter(
      ({ name, at, type }) => named.get(name)?.has(type) === false && !other.has(at) && !isOrder(type),
    )
    expect(disagreeing.map(({ at, type }) => `${at}: ${type}`)).toEqual([])
    expect([...other].filter((at) => !places.some((place) => place.at === at))).toEqual([])
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
