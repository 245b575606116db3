import type { OntologyType, OntologyTypeKind } from './persona.type.js'

interface TypeRow {
  personaId: string
  kind: string
  typeId: string
  name: string
  body: unknown
}

/** A stored type as its GraphQL type; the id has the kind in it, since the four arrays may hold one key each. */
export function ontologyType({ personaId, kind, typeId, name, body }: TypeRow): OntologyType & { __typename: string } {
  return {
    __typename: 'OntologyType',
    id: `${personaId}/${kind}/${typeId}`,
    key: typeId,
    kind: kind as OntologyTypeKind,
    name,
    body,
    personaId,
  }
}
