import { compositeId } from '../lib/composite-id.js'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { RuleValues } from '../access/abilities.js'
import { visible } from '../access/rules.js'
import { all, type Condition } from '../database/rows/conditions.js'
import { worldKinds } from './world-kinds.js'
import type { TextPlace } from './worlds-of-text.js'

// The reverse of a reference: from a thing to the texts that name it. A reference has a key, and perhaps a kind. It is
// looked up in the worlds of its author and its project, or in the ontology of a persona, so one key may refer to
// another thing in another text. These conditions hold for exactly the references that lead to the thing.

type Sql = RawBuilder<unknown>

/** A world object with the owner of its world, as expressions; the project is null for a personal world. */
export interface ObjectNamed {
  kind: Sql
  key: Sql
  userId: Sql
  projectId: Sql
  /** The id of the world and when it was created. */
  worldId: Sql
  since: Sql
}

/** A reference in a text: the author and the project of the text, and the kind that it names, null for any. */
export interface ObjectReference extends TextPlace {
  kind: Sql
}

const place = (kinds: readonly string[], kind: Sql) =>
  sql`array_position(${sql.lit(`{${kinds.join(',')}}`)}::text[], ${kind})`

/**
 * Returns a condition: a reference with the object's key leads to the object and to no other. This is the reverse of
 * `lookupOrder`: in a text of the object's owner, an object of a project's world comes before one of the personal
 * world; in a text of another member, that member's own worlds come first, then older worlds of the project. Within a
 * world the order of the arrays decides. The worlds of a project that have the key do not depend on the text, so
 * PostgreSQL reads them once for each object.
 */
export function meansObject(object: ObjectNamed, { author, projectId, kind }: ObjectReference): Condition {
  const having = sql`world_states mw join world_objects mo on mo.world_id = mw.id and mo.object_id = ${object.key}`
  const others = sql`${having} where mw.user_id = ${object.userId}`
  const inProjects = (ofKind: Sql) => sql`(${object.projectId} is null and ${projectId} is not null
    and ${projectId} in (select mw.project_id from ${others} and mw.project_id is not null ${ofKind}))`
  const ofAuthor = (ofKind: Sql) => sql`exists (select from ${having}
    where mw.user_id = ${author} and (mw.project_id is null or mw.project_id = ${object.projectId}) ${ofKind})`
  const older = (ofKind: Sql) => sql`exists (select from ${having}
    where mw.project_id = ${object.projectId} and (mw.created_at, mw.id) < (${object.since}, ${object.worldId}) ${ofKind})`
  const before = (ofKind: Sql) => sql`case when ${author} = ${object.userId} then ${inProjects(ofKind)}
    else ${older(ofKind)} or ${ofAuthor(ofKind)} end`
  const earlier = sql`exists (select from world_objects mo where mo.world_id = ${object.worldId}
    and mo.object_id = ${object.key} and ${place(worldKinds, sql.ref('mo.kind'))} < ${place(worldKinds, object.kind)})`
  return sql<SqlBool>`(case when ${object.projectId} is null then ${author} = ${object.userId}
      else ${object.projectId} = ${projectId} end
    and case when ${kind} is null then not (${before(sql``)} or ${earlier})
      else ${kind} = ${object.kind} and not ${before(sql`and mo.kind = ${object.kind}`)} end)`
}

/** A type of a persona, as expressions. */
export interface TypeNamed {
  personaId: Sql
  kind: Sql
  key: Sql
}

/**
 * Returns a condition: a reference to the persona's types with the type's key leads to the type and to no other. The
 * kind in the reference comes first, then `others` in their order.
 */
export function meansType(type: TypeNamed, kind: Sql, others: readonly string[]): Condition {
  return sql<SqlBool>`(${kind} is not distinct from ${type.kind}
    or ${place(others, type.kind)} is not null and not exists (
      select from ontology_types mt
       where mt.persona_id = ${type.personaId} and mt.type_id = ${type.key}
         and (mt.kind = ${kind} or ${place(others, sql.ref('mt.kind'))} < ${place(others, type.kind)})))`
}

/** Returns the kind for the word in `word`, by a map of words; null for any other word. */
export const kindOfWord = (word: Sql, kinds: Readonly<Record<string, string>>): Sql =>
  sql`case ${word} ${sql.join(
    Object.entries(kinds).map(([from, to]) => sql`when ${sql.lit(from)} then ${sql.lit(to)}`),
    sql` `,
  )} end`

/** The place of an object: its world, the kind of its array, and its key. */
export type ObjectPlace = { worldId: string; kind: string; key: string }

/** The place of a type: its persona, the kind of its array, and its key. */
export type TypePlace = { personaId: string; kind: string; key: string }

/** Returns the place of an object of a world. */
export const placeOfObject = ({ id, key, worldId }: { id: string; key: string; worldId: string }): ObjectPlace => ({
  worldId,
  kind: compositeId(id)!.kind,
  key,
})

/** Returns the place of a type of an ontology. */
export const placeOfType = ({ personaId, kind, key }: TypePlace): TypePlace => ({ personaId, kind, key })

const column = (name: string) => sql.ref(`k.${name}`)

/** Returns an array, or a parameter with an array, of one value for each place. */
export type ColumnOf<Place> = (of: (place: Place) => string) => unknown

/** Returns the columns of these places. */
export const columnsOf =
  <Place>(places: readonly Place[]): ColumnOf<Place> =>
  (of) =>
    places.map(of)

/** Returns the objects as a FROM item k with their numbers n, counted from 1, and each row of it as an object. */
export const objectsListed = (objects: ColumnOf<ObjectPlace>): { from: Sql; object: ObjectNamed } => ({
  from: sql`(select g.kind, g.key, g.n, w.user_id, w.project_id, w.id as world_id, w.created_at as since
    from unnest(${objects(({ worldId }) => worldId)}::uuid[], ${objects(({ kind }) => kind)}::text[],
                ${objects(({ key }) => key)}::text[]) with ordinality as g(world_id, kind, key, n)
    join world_states w on w.id = g.world_id) as k`,
  object: {
    kind: column('kind'),
    key: column('key'),
    userId: column('user_id'),
    projectId: column('project_id'),
    worldId: column('world_id'),
    since: column('since'),
  },
})

/** Returns the types as a FROM item k with their numbers n, counted from 1, and each row of it as a type. */
export const typesListed = (types: ColumnOf<TypePlace>): { from: Sql; type: TypeNamed } => ({
  from: sql`unnest(${types(({ personaId }) => personaId)}::uuid[], ${types(({ kind }) => kind)}::text[],
                   ${types(({ key }) => key)}::text[]) with ordinality as k(persona_id, kind, key, n)`,
  type: { personaId: column('persona_id'), kind: column('kind'), key: column('key') },
})

/** The members of a filter that name one object, one type, both or neither. */
export interface ThingFilter {
  /** The parts of the id of a world object; all three are present, or none. */
  objectWorld?: string
  objectKind?: string
  objectKey?: string
  /** The parts of the id of an ontology type; all three are present, or none. */
  typePersona?: string
  typeKind?: string
  typeKey?: string
}

const isGiven = (value: unknown) => value !== undefined && value !== null

/** Returns the object that the filter names; undefined without one. */
export function objectOf({ objectWorld, objectKind, objectKey }: ThingFilter): ObjectNamed | undefined {
  if (!isGiven(objectWorld)) return undefined
  const ofWorld = (name: string) =>
    sql`(select ${sql.ref(`ow.${name}`)} from world_states ow where ow.id = ${objectWorld}::uuid)`
  return {
    kind: sql`${objectKind}::text`,
    key: sql`${objectKey}::text`,
    userId: ofWorld('user_id'),
    projectId: ofWorld('project_id'),
    worldId: sql`${objectWorld}::uuid`,
    since: ofWorld('created_at'),
  }
}

/** Returns the type that the filter names; undefined without one. */
export function typeOf({ typePersona, typeKind, typeKey }: ThingFilter): TypeNamed | undefined {
  if (!isGiven(typePersona)) return undefined
  return { personaId: sql`${typePersona}::uuid`, kind: sql`${typeKind}::text`, key: sql`${typeKey}::text` }
}

/** Returns whether the filter names a thing. */
export const namesThing = ({ objectWorld, typePersona }: ThingFilter) => isGiven(objectWorld) || isGiven(typePersona)

/**
 * Returns a condition: the user may read the world and the ontology of the things that the filter names. Without it, a
 * list would reveal which of several things with the same key exist in them.
 */
export function mayName(abilities: RuleValues, { objectWorld, typePersona }: ThingFilter): Condition {
  const readable = (kind: 'world_state' | 'persona', table: string, id: unknown) =>
    isGiven(id)
      ? sql<SqlBool>`exists (select from ${sql.table(table)} nt where nt.id = ${id}::uuid and ${visible(abilities, kind, 'nt')})`
      : undefined
  return all(readable('world_state', 'world_states', objectWorld), readable('persona', 'personas', typePersona))
}
