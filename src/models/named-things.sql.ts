import { sql, type SqlBool } from 'kysely'
import type { Abilities } from '../access/abilities.js'
import { among } from '../access/measure.js'
import { visible } from '../access/rules.js'
import type { Database } from '../database/driver/client.js'
import { lookedUpIn, lookupOrder } from '../world/worlds-of-text.js'

/** The subject and the owner of a text. */
export interface TextAbout {
  videoId: string
  personaId: string
  createdBy: string | null
  projectId: string | null
}

export interface NamedRow {
  kind: string
  id: string
  name: string
  body: unknown
}

/** The maximum number of rows of each kind that are read; texts name few of them. */
const most = 20_000

/** Reads the types of the persona, without its relation types, if the user may read it. */
export async function selectNamedTypes(db: Database, abilities: Abilities, { personaId }: TextAbout) {
  const { rows } = await sql<NamedRow>`
    select t.kind, t.type_id as id, t.name, t.body
      from ontology_types t join personas p on p.id = t.persona_id
     where t.persona_id = ${personaId} and t.kind <> 'relation' and t.name <> ''
       and ${among(visible(abilities, 'persona', 'p'))}
     order by array_position('{entity,role,event}', t.kind), t.position limit ${most}`.execute(db)
  return rows
}

/** Reads the objects of the worlds of the author and the project to which references in the text can lead. */
export async function selectNamedObjects(db: Database, abilities: Abilities, author: string, { projectId }: TextAbout) {
  const text = { author: sql`${author}::uuid`, projectId: sql`${projectId}::uuid` }
  const { rows } = await sql<NamedRow>`
    select distinct on (o.kind, o.object_id) o.kind, o.object_id as id,
           coalesce(o.name, o.body ->> 'label') as name, o.body
      from world_states w join world_objects o on o.world_id = w.id
     where ${lookedUpIn(text, 'w')}
       and o.kind in ('entity', 'event', 'time') and coalesce(o.name, o.body ->> 'label', '') <> ''
       and ${among(visible(abilities, 'world_state', 'w'))}
     order by o.kind, o.object_id, ${lookupOrder(text, 'w')} limit ${most}`.execute(db)
  return rows
}

/** Reads the free-text labels of the annotations of the video and persona, each with its first annotation. */
export async function selectNamedLabels(db: Database, abilities: Abilities, { videoId, personaId }: TextAbout) {
  const isType = sql<SqlBool>`exists (select from ontology_types t
    where t.persona_id = a.persona_id and t.type_id = a.label)`
  const { rows } = await sql<NamedRow>`
    select distinct on (a.label) 'annotation' as kind, a.id::text, a.label as name, null as body
      from annotations a
     where a.video_id = ${videoId} and a.persona_id = ${personaId} and not a.is_object and not ${isType}
       and ${among(visible(abilities, 'annotation', 'a'))}
     order by a.label, a.first_frame, a.id limit ${most}`.execute(db)
  return rows
}
