import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Condition } from '../../database/rows/conditions.js'
import { kindOfWord, meansObject, meansType, type ObjectNamed, type TypeNamed } from '../../world/named-things.js'
import { glossObjectKinds, glossTypeKinds } from '../glosses/gloss-kinds.js'

type Sql = RawBuilder<unknown>

/** Returns the condition that the index claims_references_in_projects supports, in the words of its migration. */
const numbered = (kind: 'object' | 'type', owner: Sql, key: Sql): Condition =>
  sql<SqlBool>`claim_references(c.created_by, c.project_id, c.gloss, c.claimer_gloss, c.claim_relation,
    c.claim_event_id, c.claim_time_id, c.claim_location_id) @> array[reference_number(${kind}::text, ${owner}::text, ${key})]`

/** The items of rich text of a claim, as a FROM item. */
const items = sql`unnest(array[c.gloss, c.claimer_gloss, c.claim_relation]) d(document),
  json_array_elements(case json_typeof(d.document) when 'array' then d.document else '[]' end) item`
const member = (name: string) => sql`case when json_typeof(item) = 'object' then item ->> ${sql.lit(name)} end`

/** A condition on the alias c (claims), and the index condition that finds the candidates for it. */
export interface Referring {
  found: Condition
  holds: Condition
}

/** Returns the condition for claims whose rich text, event, time or location is the object. */
export function referringToObject(object: ObjectNamed): Referring {
  const reference = { author: sql.ref('c.created_by'), projectId: sql.ref('c.project_id'), kind: sql.ref('r.kind') }
  return {
    found: numbered('object', sql`coalesce(${object.projectId}, ${object.userId})`, object.key),
    holds: sql<SqlBool>`(c.created_by is not null and exists (
      select from (
        select named.key, named.kind from (values (c.claim_event_id, 'event'), (c.claim_time_id, 'time'),
          (c.claim_location_id, 'entity')) named(key, kind)
        union all
        select ${member('content')}, ${kindOfWord(member('refType'), glossObjectKinds)}
          from ${items} where ${member('type')} = 'objectRef') r
       where r.key = ${object.key} and ${meansObject(object, reference)}))`,
  }
}

/** Returns the condition for claims whose rich text names the type. */
export function referringToType(type: TypeNamed): Referring {
  return {
    found: numbered('type', type.personaId, type.key),
    holds: sql<SqlBool>`exists (
      select from (select ${member('refType')} as kind from ${items}
        where ${member('type')} = 'typeRef' and ${member('content')} = ${type.key}
          and lower(${member('refPersonaId')}) = ${type.personaId}::text) r
       where ${meansType(type, sql.ref('r.kind'), glossTypeKinds)})`,
  }
}
