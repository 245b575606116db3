import { members } from '../lib/members.js'

const attribute = {
  name: 'TypeAttribute',
  description: 'A property that the objects of an ontology type have.',
  members: members({
    name: { kind: 'text', description: 'Name of the property.' },
    type: { kind: 'text', description: 'Data type of the values: string, number, boolean or date.' },
    required: { kind: 'flag', description: 'Whether every object of the type must have the property.' },
    defaultValue: { kind: 'document', description: 'Value of the property where none is given.' },
  }),
}

/** Ids in external knowledge bases, as types and world objects carry them (RF-07). */
export const externalIds = members({
  kbId: {
    kind: 'text',
    from: ['kbId', 'wikidataId'],
    description: 'ID in an external knowledge base, such as Wikidata.',
  },
  kbUrl: {
    kind: 'url',
    from: ['kbUrl', 'wikidataUrl'],
    description: 'URL of its page in the external knowledge base.',
  },
  importedFrom: { kind: 'text', description: 'Source from which it was imported.' },
  importedAt: { kind: 'moment', description: 'When it was imported.' },
})

/** The documented members of a type besides id and name; clients may add others (RF-06). */
export const typeMembers = members({
  definition: { kind: 'text', description: 'What the type means, in plain text.' },
  gloss: {
    kind: 'gloss',
    from: ['gloss', 'definition'],
    description: 'What the type means, in rich text; the definition if there is no other.',
  },
  description: { kind: 'plainText', description: 'Further description of the type, in plain text.' },
  ...externalIds,
  parentTypeId: { kind: 'id', description: 'ID, within the ontology, of the more general type that this one refines.' },
  examples: { kind: 'texts', description: 'Examples of the type, each in plain text.' },
  constraints: { kind: 'document', description: 'Constraints on objects of the type, as they were sent.' },
  attributes: { kind: 'objects', of: attribute, description: 'Properties that the objects of the type have.' },
  color: { kind: 'text', description: 'Colour in which to display the type.' },
  roleIds: {
    kind: 'ids',
    from: ['roles'],
    description: 'Event types only: IDs, within the ontology, of the roles in such an event.',
  },
  sourceType: {
    kind: 'text',
    description: 'Relation types only: kind of object that a relation starts from, such as entity.',
  },
  targetType: {
    kind: 'text',
    description: 'Relation types only: kind of object that a relation points to, such as entity.',
  },
  sourceTypes: {
    kind: 'texts',
    from: ['sourceTypes', 'sourceType'],
    description: 'Relation types only: all kinds of objects that a relation may start from.',
  },
  targetTypes: {
    kind: 'texts',
    from: ['targetTypes', 'targetType'],
    description: 'Relation types only: all kinds of objects that a relation may point to.',
  },
})

/** The names that GraphQL gives to the arrays, where the routes have others. */
export const typedArrayNames = { entityTypes: 'entities', roleTypes: 'roles', eventTypes: 'events' }

/** The members of the types in each array of an ontology, by the name that the routes give to the array. */
export const arraysOfTypes = {
  entities: typeMembers,
  roles: typeMembers,
  events: typeMembers,
  relationTypes: typeMembers,
}
