import { members } from '../lib/members.js'

const attribute = {
  name: 'TypeAttribute',
  description: 'A property that things of a type have.',
  members: members({
    name: { kind: 'text', description: 'Name of the property.' },
    type: { kind: 'text', description: 'string, number, boolean or date.' },
    required: { kind: 'flag', description: 'Whether each of them must have it.' },
    defaultValue: { kind: 'document', description: 'What it is where nothing is said.' },
  }),
}

/** Ids in other knowledge bases, as types and objects of the world name them (RF-07). */
export const externalIds = members({
  kbId: { kind: 'text', from: ['kbId', 'wikidataId'], description: 'Id in an external knowledge base.' },
  kbUrl: { kind: 'url', from: ['kbUrl', 'wikidataUrl'], description: 'Page of that id.' },
  importedFrom: { kind: 'text', description: 'Where it was imported from.' },
  importedAt: { kind: 'moment', description: 'When it was imported.' },
})

/** What the contract documents of a type beside id and name; clients may add more (RF-06). */
export const typeMembers = members({
  definition: { kind: 'text', description: 'What it stands for, in plain text.' },
  gloss: {
    kind: 'gloss',
    from: ['gloss', 'definition'],
    description: 'What it stands for, in rich text; the definition where there is no other.',
  },
  description: { kind: 'plainText', description: 'More about it.' },
  ...externalIds,
  parentTypeId: { kind: 'id', description: 'Key of the more general type.' },
  examples: { kind: 'texts', description: 'Examples in words.' },
  constraints: { kind: 'document', description: 'What must hold of things of this type, as it was sent.' },
  attributes: { kind: 'objects', of: attribute, description: 'Properties that things of this type have.' },
  color: { kind: 'text', description: 'Colour to show it in.' },
  roleIds: { kind: 'ids', from: ['roles'], description: 'Of an event type: keys of the roles in it.' },
  sourceType: { kind: 'text', description: 'Of a relation type: what it starts from, such as entity.' },
  targetType: { kind: 'text', description: 'Of a relation type: what it points to.' },
  sourceTypes: {
    kind: 'texts',
    from: ['sourceTypes', 'sourceType'],
    description: 'Of a relation type: all that it may start from.',
  },
  targetTypes: {
    kind: 'texts',
    from: ['targetTypes', 'targetType'],
    description: 'Of a relation type: all that it may point to.',
  },
})

/** Of the types in each array of an ontology, by its name in the routes. */
export const arraysOfTypes = {
  entities: typeMembers,
  roles: typeMembers,
  events: typeMembers,
  relationTypes: typeMembers,
}
