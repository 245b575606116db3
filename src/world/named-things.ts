import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Condition } from '../database/rows/conditions.js'
import { worldKinds } from './world-kinds.js'

// The opposite direction of a reference: from a thing to what names it. A reference has a key, and perhaps a kind. It
// is looked up in the worlds of whoever wrote it, or in the ontology of a persona, so one key may stand for another
// thing in another text. These conditions hold for exactly the references that lead to the thing.

type Sql = RawBuilder<unknown>

/** A world object, and whose world it is in, as expressions; the project is null for a personal world. */
export interface ObjectNamed {
  kind: Sql
  key: Sql
  userId: Sql
  projectId: Sql
}

/** A reference by a text of the object's owner: the project of the text, and the kind that it names, null for any. */
export interface ObjectReference {
  projectId: Sql
  kind: Sql
}

const place = (kinds: readonly string[], kind: Sql) =>
  sql`array_position(${sql.lit(`{${kinds.join(',')}}`)}::text[], ${kind})`

/** An object of a project's world comes before one of the personal world, and then the order of the arrays decides. */
const rank = (projectId: Sql, kind: Sql) => sql`(${projectId} is null, ${place(worldKinds, kind)})`

/**
 * A condition: a reference with the object's key, in a text of the object's owner, leads to the object and to no other.
 * It is what `selectObjectsOfOwners` decides the other way round. Another object is looked for only where there can be
 * one: beside an object of the personal world for a text in a project, and where the reference names no kind.
 */
export function meansObject(object: ObjectNamed, { projectId, kind }: ObjectReference): Condition {
  return sql<SqlBool>`((${object.projectId} is null or ${object.projectId} = ${projectId})
    and (${kind} is null or ${kind} = ${object.kind})
    and not ((${kind} is null or ${object.projectId} is null and ${projectId} is not null) and exists (
      select from world_states mw join world_objects mo on mo.world_id = mw.id
       where mw.user_id = ${object.userId} and (mw.project_id is null or mw.project_id = ${projectId})
         and mo.object_id = ${object.key} and (${kind} is null or mo.kind = ${kind})
         and ${rank(sql.ref('mw.project_id'), sql.ref('mo.kind'))} < ${rank(object.projectId, object.kind)})))`
}

/** A type of a persona, as expressions. */
export interface TypeNamed {
  personaId: Sql
  kind: Sql
  key: Sql
}

/**
 * A condition: a reference to the persona's types with the type's key leads to the type and to no other. The kind that
 * the reference names comes first, then `others` in their order.
 */
export function meansType(type: TypeNamed, kind: Sql, others: readonly string[]): Condition {
  return sql<SqlBool>`(${kind} is not distinct from ${type.kind}
    or ${place(others, type.kind)} is not null and not exists (
      select from ontology_types mt
       where mt.persona_id = ${type.personaId} and mt.type_id = ${type.key}
         and (mt.kind = ${kind} or ${place(others, sql.ref('mt.kind'))} < ${place(others, type.kind)})))`
}

/** The kind that a word in `word` stands for, by a map of words; null for any other word. */
export const kindOfWord = (word: Sql, kinds: Readonly<Record<string, string>>): Sql =>
  sql`case ${word} ${sql.join(
    Object.entries(kinds).map(([from, to]) => sql`when ${sql.lit(from)} then ${sql.lit(to)}`),
    sql` `,
  )} end`
