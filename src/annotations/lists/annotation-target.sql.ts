import { sql, type SqlBool } from 'kysely'
import type { Condition } from '../../database/rows/conditions.js'
import {
  kindOfWord,
  meansObject,
  meansType,
  objectsListed,
  typesListed,
  type ColumnOf,
  type ObjectNamed,
  type ObjectPlace,
  type TypeNamed,
  type TypePlace,
} from '../../world/named-things.js'
import { kindNames } from '../../world/world-references.js'

/** The kinds of types in which a label is looked up after the kind of the annotation. */
const kindsOfLabels = ['entity', 'event', 'role'] as const

const label = sql`left(a.label, 100)`

/** Returns a condition on the alias a (annotations): its label names the object. */
export function ofObject(object: ObjectNamed): Condition {
  const reference = {
    author: sql.ref('a.created_by_user_id'),
    projectId: sql.ref('a.project_id'),
    kind: kindOfWord(sql.ref('a.link_type'), kindNames),
  }
  return sql<SqlBool>`(a.is_object
    and (a.created_by_user_id = ${object.userId} or a.project_id = ${object.projectId})
    and ${label} = left(${object.key}, 100) and a.label = ${object.key} and ${meansObject(object, reference)})`
}

/** Returns a condition on the alias a (annotations): its label names the type. */
export function ofType(type: TypeNamed): Condition {
  return sql<SqlBool>`(not a.is_object and a.persona_id = ${type.personaId}
    and ${label} = left(${type.key}, 100) and a.label = ${type.key}
    and ${meansType(type, sql.ref('a.type'), kindsOfLabels)})`
}

/** Returns the lists of the annotations whose labels name these objects. */
export function ofObjects(objects: ColumnOf<ObjectPlace>) {
  const { from, object } = objectsListed(objects)
  return { from, holds: ofObject(object) }
}

/** Returns the lists of the annotations whose labels name these types. */
export function ofTypes(types: ColumnOf<TypePlace>) {
  const { from, type } = typesListed(types)
  return { from, holds: ofType(type) }
}
