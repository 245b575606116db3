import { withMembers } from '../lib/members.js'
import type { OntologyType, OntologyTypeKind } from './persona.type.js'
import { typeMembers } from './type-members.js'

interface TypeRow {
  personaId: string
  kind: string
  typeId: string
  name: string
  body: unknown
}

class StoredType implements OntologyType {
  readonly __typename = 'OntologyType'

  constructor(
    readonly id: string,
    readonly key: string,
    readonly kind: OntologyTypeKind,
    readonly name: string,
    readonly body: unknown,
    readonly personaId: string,
  ) {}
}

const Described = withMembers(StoredType, typeMembers, ({ personaId }) => ({ personaId }))

/**
 * A stored type as its GraphQL type, whose members are read from the body; the id has the kind in it, since the four
 * arrays may hold one key each.
 */
export function ontologyType({ personaId, kind, typeId, name, body }: TypeRow): StoredType {
  return new Described(`${personaId}/${kind}/${typeId}`, typeId, kind as OntologyTypeKind, name, body, personaId)
}
