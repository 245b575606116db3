import { sql, type SqlBool } from 'kysely'
import type { Condition } from '../database/rows/conditions.js'
import { kindOfWord, meansObject, meansType, type ObjectNamed, type TypeNamed } from '../world/named-things.js'
import { kindNames } from '../world/world-references.js'

/** The kinds of types among which a label is looked up after the kind that the annotation states. */
export const kindsOfLabels = ['entity', 'event', 'role'] as const

const label = sql`left(a.label, 100)`

/** A condition on the alias a (annotations): its label names the object. */
export function ofObject(object: ObjectNamed): Condition {
  const reference = { projectId: sql.ref('a.project_id'), kind: kindOfWord(sql.ref('a.link_type'), kindNames) }
  return sql<SqlBool>`(a.is_object and a.created_by_user_id = ${object.userId}
    and ${label} = left(${object.key}, 100) and a.label = ${object.key} and ${meansObject(object, reference)})`
}

/** A condition on the alias a (annotations): its label names the type. */
export function ofType(type: TypeNamed): Condition {
  return sql<SqlBool>`(not a.is_object and a.persona_id = ${type.personaId}
    and ${label} = left(${type.key}, 100) and a.label = ${type.key}
    and ${meansType(type, sql.ref('a.type'), kindsOfLabels)})`
}

interface Named {
  objectWorld?: unknown
  objectKind?: unknown
  objectKey?: unknown
  typePersona?: unknown
  typeKind?: unknown
  typeKey?: unknown
}

/** The same conditions for the one object or type that a filter names. */
export const meansAnnotation = {
  ofObject: ({ objectWorld, objectKind, objectKey }: Named): Condition => {
    const ofWorld = (column: string) =>
      sql`(select ${sql.ref(`ow.${column}`)} from world_states ow where ow.id = ${objectWorld}::uuid)`
    return ofObject({
      kind: sql`${objectKind}::text`,
      key: sql`${objectKey}::text`,
      userId: ofWorld('user_id'),
      projectId: ofWorld('project_id'),
    })
  },
  ofType: ({ typePersona, typeKind, typeKey }: Named): Condition =>
    ofType({ personaId: sql`${typePersona}::uuid`, kind: sql`${typeKind}::text`, key: sql`${typeKey}::text` }),
}

/** A world object; `kind` is that of its array. */
export interface ObjectPlace {
  worldId: string
  kind: string
  key: string
}

export interface TypePlace {
  personaId: string
  kind: string
  key: string
}

const column = (name: string) => sql.ref(`k.${name}`)

/** The lists of annotations whose labels name these objects. */
export const ofObjects = (objects: readonly ObjectPlace[]) => ({
  from: sql`(select g.kind, g.key, g.n, w.user_id, w.project_id
    from unnest(${objects.map(({ worldId }) => worldId)}::uuid[], ${objects.map(({ kind }) => kind)}::text[],
                ${objects.map(({ key }) => key)}::text[]) with ordinality as g(world_id, kind, key, n)
    join world_states w on w.id = g.world_id) as k`,
  holds: ofObject({
    kind: column('kind'),
    key: column('key'),
    userId: column('user_id'),
    projectId: column('project_id'),
  }),
})

/** The lists of annotations whose labels name these types. */
export const ofTypes = (types: readonly TypePlace[]) => ({
  from: sql`unnest(${types.map(({ personaId }) => personaId)}::uuid[], ${types.map(({ kind }) => kind)}::text[],
                   ${types.map(({ key }) => key)}::text[]) with ordinality as k(persona_id, kind, key, n)`,
  holds: ofType({ personaId: column('persona_id'), kind: column('kind'), key: column('key') }),
})
