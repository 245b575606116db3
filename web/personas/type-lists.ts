import type { OntologyTypeKind } from '../generated/graphql.js'

/** The list of an ontology that holds the types of each kind. */
export const typeLists = {
  ENTITY: 'entities',
  EVENT: 'events',
  ROLE: 'roles',
  RELATION: 'relationTypes',
} as const satisfies Record<OntologyTypeKind, string>
