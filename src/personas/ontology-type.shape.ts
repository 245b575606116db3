import { Type } from '@sinclair/typebox'
import * as member from '../documents/document-members.js'
import { input, says, typed } from '../lib/described.js'
import { ifVersion, uuid } from '../lib/schema.js'
import { ontologyTypeKind } from './persona.shape.js'

const attribute = typed(
  'TypeAttribute',
  'A property that the objects of an ontology type have.',
  member.open({
    name: member.text('Name of the property.'),
    type: member.word('AttributeType', 'Data type of the values of an attribute.', [
      ...['string', 'number', 'boolean', 'date'],
    ])('Data type of the values: string, number, boolean or date.'),
    required: member.flag('Whether every object of the type must have the property.'),
    defaultValue: member.json('Value of the property where none is given; one of the choices if there are any.'),
    choices: member.texts(
      'The values that an attribute of type string may have: one or more different texts, none of them empty. Any value ' +
        'if absent.',
    ),
    perFrame: member.flag(
      'Whether the value may differ between the frames of an annotation, as if absent. An attribute with false has one ' +
        'value for the whole annotation.',
    ),
  }),
)

/** Ids in external knowledge bases, in types and world objects (RF-07). */
export const externalIds = {
  kbId: member.text('ID in an external knowledge base, such as Wikidata.', { from: ['kbId', 'wikidataId'] }),
  kbUrl: member.url('URL of its page in the external knowledge base.', { from: ['kbUrl', 'wikidataUrl'] }),
  importedFrom: member.text('Source from which it was imported.'),
  importedAt: member.moment('When it was imported.'),
}

/** A type with its documented members; clients may add others (RF-06). */
export const ontologyType = member.item(
  'OntologyType',
  'A type that a persona defines in its ontology.',
  member.itemName,
  {
    definition: member.text('What the type means, in plain text.'),
    gloss: member.gloss('What the type means, in rich text; the definition if there is no other.', {
      from: ['gloss', 'definition'],
    }),
    description: member.plainText('Further description of the type, in plain text.'),
    ...externalIds,
    synonyms: member.texts('Other names of the type.'),
    parentTypeId: member.id('ID, within the ontology, of the more general type that this one refines.'),
    examples: member.texts('Examples of the type, each in plain text.'),
    constraints: member.json('Constraints on objects of the type, as they were sent.'),
    attributes: member.objects(attribute, 'Properties that the objects of the type have.'),
    color: member.text('Colour in which to display the type.'),
    roleIds: member.ids('Event types only: IDs, within the ontology, of the roles in such an event.', {
      from: ['roles'],
    }),
    sourceType: member.text('Relation types only: kind of object that a relation starts from, such as entity.'),
    targetType: member.text('Relation types only: kind of object that a relation points to, such as entity.'),
    sourceTypes: member.texts('Relation types only: all kinds of objects that a relation may start from.'),
    targetTypes: member.texts('Relation types only: all kinds of objects that a relation may point to.'),
  },
)

/** The documented members of a type, besides id and name. */
export const typeMembers = member.documented(ontologyType)

/** The names that GraphQL has for the arrays of the routes. */
export const arrayNames = {
  entityTypes: 'entities',
  roleTypes: 'roles',
  eventTypes: 'events',
  relationTypes: 'relationTypes',
} as const

/** The types in each array of an ontology, by the name of the array in the routes. */
export const arraysOfTypes = Object.fromEntries(Object.values(arrayNames).map((name) => [name, ontologyType]))

/** Returns the input under the names of the routes; arrays that are absent stay so. */
export const underRouteNames = (input: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(input).map(([name, value]) => [
      arrayNames[name as keyof typeof arrayNames] ?? name,
      value as unknown,
    ]),
  )

const list = (sentence: string) => says(sentence, Type.Array(ontologyType))

/** The arrays of an ontology in inputs. */
export const arraysInput = {
  entityTypes: list('Types of entities: people, things and places.'),
  roleTypes: list('Types of roles that entities have in events.'),
  eventTypes: list('Types of events.'),
  relationTypes: list('Types of relations between objects.'),
}

const personaId = says('ID of the persona whose ontology it is.', uuid)

export const updateOntologyInput = input(
  'UpdateOntologyInput',
  'Arrays that replace those of an ontology as a whole; absent arrays stay ' +
    'as they are. In each array every ID may occur only once.',
  Type.Object({ personaId, ifVersion: ifVersion(), ...Type.Partial(Type.Object(arraysInput)).properties }),
)

export const saveOntologyTypeInput = input(
  'SaveOntologyTypeInput',
  "A type to save in a persona's ontology, and the version that the ontology must have.",
  Type.Object({
    personaId,
    kind: says('Kind of the type: entity, event, role or relation type.', ontologyTypeKind),
    type: says(
      'The whole type. It replaces the one of this kind with its ID; if there is none, it is added behind the others.',
      ontologyType,
    ),
    ifVersion: ifVersion(
      'Refuse the change with PRECONDITION_FAILED unless the ontology, whose types have no versions of their own, is ' +
        'at this version. If absent, the type is saved whatever others have changed meanwhile.',
    ),
  }),
)
