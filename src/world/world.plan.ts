import { Type } from '@sinclair/typebox'
import { sql, type SqlBool } from 'kysely'
import { visible } from '../access/rules.js'
import { userRows } from '../accounts/user.plan.js'
import { all, is, type Condition } from '../database/rows/conditions.js'
import { contains } from '../database/rows/contains.js'
import { rowNamedBy, type Items, type PageOf, type Plans, type Relation, type RowType } from '../graphql/plan.js'
import { load } from '../lib/load.js'
import { uuid } from '../lib/schema.js'
import { parse } from '../lib/validate.js'
import { personaRows, typeNamedBy } from '../personas/persona.plan.js'
import { projectRows } from '../projects/project.plan.js'
import { kindMembers } from './world-object.shape.js'
import { arraysOfWorlds } from './world-object.service.js'
import { assignmentExtra, assignmentMember, assignmentsIn, referenceOf, typeNames, worldObject } from './world-rows.js'
import { ownedName } from './row-references.js'
import { worldObjectRecord } from './world.shape.js'
import { worldConnections, WorldObjectsArgs } from './world.type.js'
import type { WorldObjectRow } from './world-object.sql.js'
import { worldArrays, type WorldKind } from './world-kinds.js'

/** The columns from which a world object is built. */
const place = ['worldId', 'kind', 'objectId']
const named = [...place, 'body']
type StoredRow = Omit<WorldObjectRow, 'key' | 'name'> & { objectId: string; name?: string | null }

const rowsOf = (kind: WorldKind): RowType => ({
  name: typeNames[kind],
  record: worldObjectRecord,
  columns: { id: { joined: ['worldId', 'kind', 'objectId'] }, key: 'objectId', name: 'name' },
  needs: {
    annotations: place,
    claims: place,
    forkedFrom: place,
    ...Object.fromEntries(
      [
        ...['typeAssignments', 'interpretations', 'participants', 'members'],
        ...['startTime', 'endTime', 'location', 'source', 'target', 'extra'],
        ...Object.keys(kindMembers[kind]),
      ].map((field) => [field, named]),
    ),
  },
  members: { column: 'body', of: kindMembers[kind] },
  object: ({ objectId, name = null, ...row }: StoredRow) => worldObject({ ...row, key: objectId, name }),
})

const idOf = sql`o.world_id || '/' || o.kind || '/' || o.object_id`
const keyAfter = (id: string, from: number) => id.slice(id.indexOf('/', from) + 1)

/** Returns a relation to the objects of a kind whose ids are the keys. Access to their world has been checked. */
const objectNamed = (type: RowType, kind: WorldKind): Relation => ({
  kind: 'one',
  type: { ...type, columns: { ...type.columns, reference: { sql: idOf, kind: 'text' } } },
  from: 'reference',
  to: 'reference',
  match: (keys) => sql<SqlBool>`(o.world_id, o.object_id) in (select * from unnest(
      ${keys((id) => id.slice(0, 36))}::uuid[], ${keys((id) => keyAfter(id, 37))}::text[]))`,
  access: () => sql<SqlBool>`o.kind = ${sql.lit(kind)}`,
})

/**
 * Returns a relation to the objects of a kind in those worlds of a user that the caller may read: in the world of the
 * project, else in the personal one. Its keys are those of `ownedKey`.
 */
const objectOwned = (type: RowType, kind: WorldKind): Relation => ({
  kind: 'one',
  type: { ...type, columns: { ...type.columns, reference: { sql: sql`k.reference`, kind: 'text' } } },
  from: 'reference',
  to: 'reference',
  join: (keys) => sql`join world_states w on w.id = o.world_id
     join unnest(${keys()}::text[], ${keys((id) => id.slice(0, 36))}::uuid[],
        ${keys((id) => (id[37] === '/' ? null : id.slice(37, 73)))}::uuid[], ${keys((id) => keyAfter(id, 37))}::text[])
       as k(reference, user_id, project_id, key)
       on k.user_id = w.user_id and k.key = o.object_id and (w.project_id is null or w.project_id = k.project_id)`,
  match: () => sql<SqlBool>`o.kind = ${sql.lit(kind)}`,
  access: (abilities) => visible(abilities, 'world_state', 'w'),
  order: sql`w.project_id nulls first`,
})

/** Returns a relation to one of the seven arrays, in stored order. A user who may read a world may read its objects. */
const arrayOf = (type: RowType, kind: WorldKind): Relation => ({
  kind: 'many',
  type,
  from: 'id',
  to: 'worldId',
  access: () => sql<SqlBool>`o.kind = ${sql.lit(kind)}`,
  order: sql`o.world_id, o.position`,
  resolve: async (ctx, worldId) => (await load(ctx, arraysOfWorlds, { worldId, kind })).map(worldObject),
})

const arrays = Object.entries(worldArrays).map(([array, kind]) => ({ array, kind, type: rowsOf(kind) }))

/** The relations to objects by ids and by owners, by the names that references have for them. */
export const objectRelations: Readonly<Record<string, Relation>> = Object.fromEntries(
  arrays.flatMap(({ kind, type }) =>
    kind === 'relation'
      ? []
      : [
          [typeNames[kind], objectNamed(type, kind)],
          [ownedName(kind), objectOwned(type, kind)],
        ],
  ),
)

/** The fields of Query that list objects of one kind of all worlds, and the beginning of their descriptions. */
const listed: Record<WorldKind, [field: string, noun: string]> = {
  entity: ['entities', 'Entities'],
  event: ['events', 'Events'],
  time: ['times', 'Times'],
  entity_collection: ['entityCollections', 'Collections of entities'],
  event_collection: ['eventCollections', 'Collections of events'],
  time_collection: ['timeCollections', 'Collections of times'],
  relation: ['worldRelations', 'Relations between objects'],
}

/** Returns the page of the objects of a kind in all worlds that the viewer may read, in the stored order of each. */
const pageOf = (type: RowType, kind: WorldKind): PageOf => {
  const [list, noun] = listed[kind]
  return {
    kind: 'page',
    type,
    says: `${noun} of the worlds that the viewer may read, by worlds in stored order.`,
    connection: () => worldConnections[kind],
    args: () => WorldObjectsArgs,
    list,
    route: 'GET /api/world',
    direction: 'asc',
    key: [
      { field: 'worldId', kind: 'uuid' },
      { field: 'position', kind: 'number' },
      { field: 'objectId', kind: 'text' },
    ],
    filter: (args) => {
      const { worldId, projectId, search, videoId } = parse(objectsFilter, present(args))
      return {
        ...(worldId && { worldId }),
        ...(projectId && { projectId }),
        ...(search && { search }),
        ...(videoId && { videoId }),
      }
    },
    where: (abilities, { worldId, projectId, search, videoId }) =>
      all(
        sql<SqlBool>`o.kind = ${sql.lit(kind)}`,
        sql<SqlBool>`o.world_id in (select w.id from world_states w where ${all(
          is('w.project_id', projectId),
          visible(abilities, 'world_state', 'w'),
        )})`,
        is('o.world_id', worldId),
        inVideo(kind, videoId),
        contains(search as string | undefined, [kind === 'time' ? sql`o.body ->> 'label'` : 'o.name']),
      ),
  }
}

/**
 * Returns the condition that a time can be seen in the video, or that an event starts at such a time; undefined without
 * a video.
 */
function inVideo(kind: WorldKind, videoId: unknown): Condition | undefined {
  if (videoId === undefined || videoId === null) return undefined
  const isSeen = (alias: string) => {
    const body = sql.ref(`${alias}.body`)
    return sql<SqlBool>`(${body} -> 'videoReferences') is not null and videos_of_time(${body}) @> array[${videoId}::text]`
  }
  if (kind === 'time') return isSeen('o')
  if (kind !== 'event') return sql<SqlBool>`false`
  return sql<SqlBool>`((o.body -> 'startTime') is not null and exists (
    select from world_objects t
     where t.kind = 'time' and ${isSeen('t')} and t.world_id = o.world_id
       and left(t.object_id, 100) = left(o.body ->> 'startTime', 100) and t.object_id = o.body ->> 'startTime'))`
}

const objectsFilter = Type.Object({
  worldId: Type.Optional(uuid),
  projectId: Type.Optional(uuid),
  search: Type.Optional(Type.String()),
  videoId: Type.Optional(Type.String()),
})
const present = ({ worldId, projectId, search, videoId }: Record<string, unknown>) =>
  Object.fromEntries(Object.entries({ worldId, projectId, search, videoId }).filter(([, value]) => value != null))

const jsonOf = (value: object | null) => value && JSON.stringify(value)

/** Returns the types that personas assign to an object, read from its body as in assignmentsOf for resolvers. */
const assignments = (member: string, kind: 'entity' | 'event'): Items => ({
  kind: 'items',
  from: 'body',
  items: (body) => assignmentsIn(body, member),
  type: {
    name: 'TypeAssignment',
    values: {
      typeName: { kind: 'text', of: (item) => assignmentMember('typeName', item) },
      confidence: { kind: 'number', of: (item) => assignmentMember('confidence', item)?.toString() ?? null },
      justification: { kind: 'text', of: (item) => assignmentMember('justification', item) },
      personaId: { kind: 'text', of: (item) => assignmentMember('personaId', item) },
      typeId: { kind: 'text', of: (item) => assignmentMember('typeId', item) },
      extra: { kind: 'document', of: (item) => jsonOf(assignmentExtra(item)) },
      personaReference: { kind: 'uuid', of: (item) => referenceOf(item, kind).personaReference },
      typeReference: { kind: 'text', of: (item) => referenceOf(item, kind).typeReference },
    },
  },
})

export const worldPlans: Plans = {
  types: arrays.map(({ type }) => type),
  fields: {
    ...Object.fromEntries(arrays.map(({ array, kind, type }) => [`World.${array}`, arrayOf(type, kind)])),
    ...Object.fromEntries(arrays.map(({ kind, type }) => [`Query.${listed[kind][0]}`, pageOf(type, kind)])),
    'Entity.typeAssignments': assignments('typeAssignments', 'entity'),
    'EntityCollection.typeAssignments': assignments('typeAssignments', 'entity'),
    'Event.interpretations': assignments('personaInterpretations', 'event'),
    'EventCollection.typeAssignments': assignments('typeAssignments', 'event'),
    'World.owner': rowNamedBy(userRows, 'userId'),
    'World.project': rowNamedBy(projectRows, 'projectId'),
    'TypeAssignment.persona': rowNamedBy(personaRows, 'personaReference'),
    'TypeAssignment.type': typeNamedBy('typeReference'),
  },
}
