import { sql } from 'kysely'
import type { Abilities } from '../access/abilities.js'
import { among } from '../access/measure.js'
import { inArchived, permitted } from '../access/rules.js'
import type { Database } from '../database/driver/client.js'

export interface PersonaToSave {
  id: string
  name: string
  role: string
  informationNeed: string
  details: string | null
  /** Undefined keeps the stored value; false for a new persona. */
  isSystemGenerated: boolean | undefined
  hidden: boolean | undefined
}

/**
 * Creates or overwrites the user's personas by id and returns the ids that were written. Does not write personas of
 * other users, and the user's own in a project where their role does not allow the change (PM-10).
 */
export async function upsertPersonas(
  db: Database,
  abilities: Abilities,
  personas: readonly PersonaToSave[],
  at: Date,
): Promise<string[]> {
  const { userId } = abilities
  const { rows } = await sql<{ id: string }>`
    insert into personas as p (id, user_id, name, role, information_need, details, is_system_generated, hidden, created_at, updated_at)
    select r.id, ${userId}::uuid, r.name, r.role, r."informationNeed", r.details,
           coalesce(r."isSystemGenerated", false), coalesce(r.hidden, false), ${at}::timestamptz, ${at}::timestamptz
      from json_to_recordset(${JSON.stringify(personas)}::json) as r(
        id uuid, name text, role text, "informationNeed" text, details text, "isSystemGenerated" boolean, hidden boolean)
     order by r.id
    on conflict (id) do update set name = excluded.name, role = excluded.role, information_need = excluded.information_need,
      details = excluded.details, updated_at = excluded.updated_at, version = p.version + 1,
      is_system_generated = case when p.id = any(${idsWith('isSystemGenerated', personas)}::uuid[])
        then excluded.is_system_generated else p.is_system_generated end,
      hidden = case when p.id = any(${idsWith('hidden', personas)}::uuid[]) then excluded.hidden else p.hidden end
      where p.user_id = ${userId} and ${permitted(abilities, 'update', 'persona', 'p')}
    returning p.id`.execute(db)
  return rows.map((row) => row.id)
}

function idsWith(key: 'isSystemGenerated' | 'hidden', personas: readonly PersonaToSave[]): string[] {
  return personas.filter((persona) => persona[key] !== undefined).map(({ id }) => id)
}

/** Returns the ids of those personas that the user owns and may change. */
export async function selectOwnedIds(db: Database, abilities: Abilities, ids: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('personas as p')
    .select('p.id')
    .where('p.userId', '=', abilities.userId)
    .where('p.id', 'in', ids)
    .where(permitted(abilities, 'update', 'persona', 'p'))
    .execute()
  return rows.map((row) => row.id)
}

/**
 * Returns the ids of the user's own personas among `ids` that they may not change, because their role in the project
 * does not allow it, or the project is archived.
 */
export async function selectClosedIds(db: Database, abilities: Abilities, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select p.id from personas p
     where p.id = any(${ids}::uuid[]) and p.user_id = ${abilities.userId}
       and (${inArchived('p')} or not (${among(permitted(abilities, 'update', 'persona', 'p'))}))`.execute(db)
  return rows.map((row) => row.id)
}

/** Returns the ids of those personas that equal the stored ones. */
export async function selectEqualPersonas(db: Database, personas: readonly PersonaToSave[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select p.id
      from json_to_recordset(${JSON.stringify(personas)}::json) as r(
        id uuid, name text, role text, "informationNeed" text, details text, "isSystemGenerated" boolean, hidden boolean)
      join personas p on p.id = r.id
     where (p.name, p.role, p.information_need) = (r.name, r.role, r."informationNeed")
       and p.details is not distinct from r.details
       and p.is_system_generated = coalesce(r."isSystemGenerated", p.is_system_generated)
       and p.hidden = coalesce(r.hidden, p.hidden)`.execute(db)
  return rows.map((row) => row.id)
}

/** Returns the personas of those ontologies that equal the stored ones. */
export async function selectEqualOntologies(db: Database, ontologies: readonly OntologyToSave[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select o.persona_id as id
      from json_to_recordset(${JSON.stringify(ontologies)}::json) as r(
        "personaId" uuid, entities json, roles json, events json, "relationTypes" json, relations json)
      join ontologies o on o.persona_id = r."personaId"
     where o.relations::jsonb = coalesce(r.relations, o.relations)::jsonb
       and not exists (
         select from (values ('entity', r.entities), ('role', r.roles), ('event', r.events),
                ('relation', r."relationTypes")) as k(kind, items)
          where k.items::jsonb <> coalesce((select jsonb_agg(t.body::jsonb order by t.position) from ontology_types t
                 where t.persona_id = o.persona_id and t.kind = k.kind), '[]'))`.execute(db)
  return rows.map((row) => row.id)
}

export interface OntologyToSave {
  id: string
  personaId: string
  entities: unknown[]
  roles: unknown[]
  events: unknown[]
  relationTypes: unknown[]
  relations: unknown[] | undefined
}

/** Inserts an empty ontology for each of the personas that has none. */
export async function insertMissingOntologies(
  db: Database,
  rows: readonly { id: string; personaId: string }[],
  at: Date,
): Promise<void> {
  await sql`insert into ontologies (id, persona_id, created_at, updated_at)
    select r.id, r."personaId", ${at}::timestamptz, ${at}::timestamptz
      from json_to_recordset(${JSON.stringify(rows)}::json) as r(id uuid, "personaId" uuid) order by r."personaId"
    on conflict (persona_id) do nothing`.execute(db)
}

/** Locks ontologies until the transaction ends. */
export async function lockOntologies(db: Database, personaIds: readonly string[]): Promise<void> {
  await sql`select from ontologies o where o.persona_id = any(${personaIds}::uuid[])
    order by o.persona_id for no key update`.execute(db)
}
