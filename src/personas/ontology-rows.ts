import { readingMembers } from '../documents/document-reading.js'
import type { OntologyType, OntologyTypeKind } from './persona.type.js'
import { ontologyType as typeSchema } from './ontology-type.shape.js'

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

const Described = readingMembers(StoredType, typeSchema.properties, ({ personaId }) => ({ personaId }))

/**
 * Returns a stored type as its GraphQL object, whose members are read from the body. The id includes the kind, because
 * each of the four arrays of an ontology may contain a type with the same key.
 */
export function ontologyType({ personaId, kind, typeId, name, body }: TypeRow): StoredType {
  return new Described(`${personaId}/${kind}/${typeId}`, typeId, kind as OntologyTypeKind, name, body, personaId)
}
