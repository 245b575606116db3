import { sql, type SqlBool } from 'kysely'
import type { Abilities } from '../access/abilities.js'
import { visible } from '../access/rules.js'
import { userNamedBy } from '../accounts/user.plan.js'
import type { Plans, Relation, RowType } from '../graphql/plan.js'
import { projectNamedBy } from '../projects/project.plan.js'
import { ontologyType } from './ontology-rows.js'
import { ontologyRecord, ontologyTypeRecord, personaRecord } from './persona.record.js'
import * as personas from './persona.service.js'
import { listedPersonas, type PersonaFilter } from './persona.sql.js'

export const personaRows: RowType = { name: 'Persona', record: personaRecord, needs: { viewerCan: ['id'] } }
const ontologyRows: RowType = { name: 'Ontology', record: ontologyRecord }
export const typeRows: RowType = {
  name: 'OntologyType',
  record: ontologyTypeRecord,
  columns: {
    id: { joined: ['personaId', 'kind', 'typeId'] },
    /** The same as a value of the row. */
    reference: { sql: sql`t.persona_id || '/' || t.kind || '/' || t.type_id`, kind: 'text' },
    key: 'typeId',
    kind: 'kind',
  },
  object: (row) => ontologyType(row as unknown as Parameters<typeof ontologyType>[0]),
}

const visibleOnes = (abilities: Abilities) => visible(abilities, 'persona', 'p')

/** The persona that the field `from` of a row names, where the viewer may read it. */
export const personaNamedBy = (from: string): Relation => ({
  kind: 'one',
  type: personaRows,
  from,
  to: 'id',
  access: visibleOnes,
})

/** Where the three parts of a type's id end: a UUID, a kind without a slash, and any text. */
const keyAt = (id: string) => id.indexOf('/', 37)

/** The type whose id the field `from` of an object holds, where the viewer may read its persona. */
export const typeNamedBy = (from: string): Relation => ({
  kind: 'one',
  type: typeRows,
  from,
  to: 'reference',
  match: (keys) => sql<SqlBool>`(t.persona_id, t.kind, t.type_id) in (select * from unnest(
      ${keys((id) => id.slice(0, 36))}::uuid[],
      ${keys((id) => id.slice(37, keyAt(id)))}::text[],
      ${keys((id) => id.slice(keyAt(id) + 1))}::text[]))`,
  join: sql`join personas p on p.id = t.persona_id`,
  access: (abilities) => visible(abilities, 'persona', 'p'),
})

/** Who reads a persona reads its ontology. */
const withPersona = () => sql<SqlBool>`true`

const typesOf = (which: Relation['access']): Relation => ({
  kind: 'many',
  type: typeRows,
  from: 'personaId',
  to: 'personaId',
  access: which,
  order: sql`t.persona_id, t.kind, t.position`,
})

export const personaPlans: Plans = {
  types: [personaRows, ontologyRows, typeRows],
  fields: {
    'Query.persona': { kind: 'byId', type: personaRows, access: (abilities) => visible(abilities, 'persona', 'p') },
    'Query.personas': {
      kind: 'page',
      type: personaRows,
      list: 'personas',
      direction: 'desc',
      key: [
        { field: 'createdAt', kind: 'time' },
        { field: 'id', kind: 'uuid' },
      ],
      filter: ({ includeHidden, projectId, search }) => ({
        includeHidden: includeHidden ?? false,
        ...(projectId ? { projectId } : {}),
        ...(search ? { search } : {}),
      }),
      where: (abilities, filter) =>
        listedPersonas(visible(abilities, 'persona', 'p', { shares: false }), filter as PersonaFilter),
      count: (ctx, filter) => personas.numberOfPersonas(ctx, filter as PersonaFilter),
    },
    'Persona.owner': userNamedBy('userId'),
    'Persona.project': projectNamedBy('projectId'),
    'Persona.ontology': { kind: 'one', type: ontologyRows, from: 'id', to: 'personaId', access: withPersona },
    'Ontology.persona': personaNamedBy('personaId'),
    'Ontology.types': { ...typesOf(withPersona), filter: { kind: (kind) => sql<SqlBool>`t.kind = ${kind}` } },
    'Ontology.entityTypes': typesOf(() => sql<SqlBool>`t.kind = 'entity'`),
    'Ontology.eventTypes': typesOf(() => sql<SqlBool>`t.kind = 'event'`),
    'Ontology.roleTypes': typesOf(() => sql<SqlBool>`t.kind = 'role'`),
    'Ontology.relationTypes': typesOf(() => sql<SqlBool>`t.kind = 'relation'`),
  },
}
