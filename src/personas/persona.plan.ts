import { Type } from '@sinclair/typebox'
import { sql, type SqlBool } from 'kysely'
import type { RuleValues } from '../access/abilities.js'
import { namedPersona } from '../access/carried.js'
import { visible, visiblePersona } from '../access/rules.js'
import { userRows } from '../accounts/user.plan.js'
import { newestFirst, rowNamedBy, type NamedRows, type Plans, type Relation, type RowType } from '../graphql/plan.js'
import { all, is } from '../database/rows/conditions.js'
import { contains } from '../database/rows/contains.js'
import { load } from '../lib/load.js'
import { uuid } from '../lib/schema.js'
import { parse } from '../lib/validate.js'
import { projectRows } from '../projects/project.plan.js'
import { ontologyType } from './ontology-rows.js'
import { ontologiesOfPersonas, typesOfKind } from './ontology.service.js'
import { ontologyRecord, ontologyTypeRecord, personaRecord } from './persona.shape.js'
import * as personas from './persona.service.js'
import { listedPersonas, type PersonaFilter } from './persona.sql.js'
import { OntologyTypeConnection, OntologyTypesArgs, PersonaConnection, PersonasArgs } from './persona.type.js'
import { typeMembers } from './ontology-type.shape.js'

export const personaRows: NamedRows = {
  name: 'Persona',
  record: personaRecord,
  needs: { viewerCan: ['id'] },
  access: (abilities) => visible(abilities, 'persona', 'p'),
  byIds: personas.personasByIds,
}

/** The columns of a persona that only users who may read it see, and their values for other users. */
const ownColumns = { informationNeed: sql`''`, details: sql`null`, projectId: sql`null`, forkedFrom: sql`null` }

/** The personas of texts that the user may read: with all columns if the user may read the persona, else only names. */
export const namedPersonaRows: NamedRows = {
  ...personaRows,
  columns: Object.fromEntries(
    Object.entries(ownColumns).map(([name, other]) => {
      const { column, kind } = personaRecord.fields[name as keyof typeof ownColumns]
      const own = (abilities: RuleValues) =>
        sql`case when ${visible(abilities, 'persona', 'p')} then ${sql.ref(`p.${column}`)} else ${other} end`
      return [name, { sql: own, kind }]
    }),
  ),
  access: (abilities) => namedPersona(abilities, 'p'),
  byIds: personas.namedPersonasByIds,
}
const ontologyRows: RowType = { name: 'Ontology', record: ontologyRecord }
/** The columns that identify a type. */
const named = ['personaId', 'kind', 'typeId', 'name', 'body']
const typeRows: RowType = {
  name: 'OntologyType',
  record: ontologyTypeRecord,
  columns: {
    id: { joined: ['personaId', 'kind', 'typeId'] },
    /** The id as one SQL value, for comparing it with a reference. */
    reference: { sql: sql`t.persona_id || '/' || t.kind || '/' || t.type_id`, kind: 'text' },
    key: 'typeId',
    kind: 'kind',
  },
  needs: Object.fromEntries([...Object.keys(typeMembers), 'extra'].map((field) => [field, named])),
  members: { column: 'body', of: typeMembers },
  object: ontologyType,
}

/**
 * Returns the position of the slash between kind and key in a type's id. The id consists of a UUID, a kind without a
 * slash and a key of any text, separated by slashes.
 */
const keyAt = (id: string) => id.indexOf('/', 37)

/**
 * Returns a relation to the type whose id is in the field `from` of an object, if the viewer may read the type's
 * persona.
 */
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
  access: personaRows.access,
})

/** Returns a user who may read a persona may read its ontology, so no further condition is needed. */
const withPersona = () => sql<SqlBool>`true`

const typesOf = (kind?: string): Relation => ({
  kind: 'many',
  type: typeRows,
  from: 'personaId',
  to: 'personaId',
  access: kind === undefined ? withPersona : () => sql<SqlBool>`t.kind = ${sql.lit(kind)}`,
  order: sql`t.persona_id, t.kind, t.position`,
  resolve: (ctx, personaId) => typesOfKind(ctx, personaId, kind),
})

const ofPersona = Type.Object({ personaId: uuid })

export const personaPlans: Plans = {
  types: [personaRows, ontologyRows, typeRows],
  fields: {
    'Query.persona': { kind: 'byId', type: personaRows },
    'Query.personas': {
      kind: 'page',
      type: personaRows,
      says:
        "Personas that are the viewer's own, system-generated or readable through a project, newest first. Those merely " +
        'shared with the viewer are read by ID.',
      connection: () => PersonaConnection,
      args: () => PersonasArgs,
      list: 'personas',
      ...newestFirst,
      filter: (args) => ({ ...personas.personaFilter(args) }),
      where: (abilities, filter) =>
        listedPersonas(visible(abilities, 'persona', 'p', { shares: false }), filter as PersonaFilter),
      whereForStrangers: (filter) =>
        listedPersonas(visiblePersona(null, 'p', { shares: false }), filter as PersonaFilter),
    },
    'Query.ontologyTypes': {
      kind: 'page',
      type: typeRows,
      says: 'Types of the ontologies of all personas that the viewer may read, by personas and kinds in stored order.',
      connection: () => OntologyTypeConnection,
      args: () => OntologyTypesArgs,
      list: 'ontologyTypes',
      direction: 'asc',
      key: [
        { field: 'personaId', kind: 'uuid' },
        { field: 'kind', kind: 'text' },
        { field: 'position', kind: 'number' },
        { field: 'typeId', kind: 'text' },
      ],
      filter: ({ personaId, kind, search }) => ({
        ...(personaId != null && { personaId: parse(ofPersona, { personaId }).personaId }),
        ...(kind != null && { kind }),
        ...(search ? { search } : {}),
      }),
      where: (abilities, { personaId, kind, search }) =>
        all(
          sql<SqlBool>`t.persona_id in (select p.id from personas p where ${visible(abilities, 'persona', 'p')})`,
          is('t.persona_id', personaId),
          is('t.kind', kind),
          contains(search as string | undefined, ['t.name']),
        ),
    },
    'Persona.owner': rowNamedBy(userRows, 'userId'),
    'Persona.project': rowNamedBy(projectRows, 'projectId'),
    'Persona.ontology': {
      kind: 'one',
      type: ontologyRows,
      from: 'id',
      to: 'personaId',
      access: (abilities) =>
        sql<SqlBool>`exists (select from personas p where p.id = o.persona_id and ${personaRows.access(abilities)})`,
      resolve: async (ctx, id) =>
        ((await load(ctx, personas.personasByIds, id)) && (await load(ctx, ontologiesOfPersonas, id))) ?? null,
    },
    'Ontology.persona': rowNamedBy(personaRows, 'personaId'),
    'OntologyType.persona': rowNamedBy(personaRows, 'personaId'),
    'Ontology.types': { ...typesOf(), filter: { kind: (kind) => sql<SqlBool>`t.kind = ${kind}` } },
    'Ontology.entityTypes': typesOf('entity'),
    'Ontology.eventTypes': typesOf('event'),
    'Ontology.roleTypes': typesOf('role'),
    'Ontology.relationTypes': typesOf('relation'),
  },
}
