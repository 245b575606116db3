/** The kind of the types in each array of an ontology, by the name of the array on the paths of REST. */
export const typePaths = { entities: 'entity', events: 'event', roles: 'role', 'relation-types': 'relation' } as const

export const typeKinds = Object.values(typePaths)
export type TypeKind = (typeof typePaths)[keyof typeof typePaths]
