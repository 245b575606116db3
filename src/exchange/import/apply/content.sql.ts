import { sql } from 'kysely'
import type { Database } from '../../../database/driver/client.js'
import { namesOf } from '../../../database/rows/record.js'
import { correspondenceRecord } from '../../../personas/correspondences/correspondence.shape.js'
import { personaRecord } from '../../../personas/persona.shape.js'
import type { LineAct } from '../line-state.js'
import { holdsObject, listedTypes, live, target, type Fragment } from '../plan/rule.sql.js'
import { insertLines, memberValues, membersOf, ownColumns, part, type Applying } from './insert.sql.js'

const exchanged = namesOf(personaRecord, (field) => field.exchanged && field.writer === 'client')

/**
 * Writes the personas: inserts new and renamed ones, overwrites replaced ones in place (I-13) and adds to merged ones.
 * A merge keeps every stored field that is not empty (I-14).
 */
export async function applyPersonas(a: Applying): Promise<void> {
  const member = await memberValues(a.db, personaRecord)
  await insertLines(a, 'persona', personaRecord, {
    where: sql`l.act in ('insert', 'rename')`,
    read: ['name', 'isSystemGenerated'],
    expressions: {
      userId: sql`${a.userId}::uuid`,
      name: sql`r.name || case when l.act = 'rename' then ' (imported)' else '' end`,
      isSystemGenerated: a.isAdmin ? member('isSystemGenerated') : sql`false`,
    },
  })
  const update = (act: LineAct, values: readonly Fragment[]) =>
    sql`update personas p
      set ${sql.join([...values, sql`version = p.version + 1`])}
      from ${live('persona')} l
      join import_bodies b on b.line = l.line
      ${membersOf(personaRecord, exchanged)}
      where p.id = l.uid and l.act = ${act} and ${part(a)}`.execute(a.db)
  await update('replace', [
    ...exchanged
      .filter((name) => name !== 'isSystemGenerated' || a.isAdmin)
      .map((name) => sql`${sql.ref(name)} = ${member(name)}`),
    sql`created_at = coalesce(l.created_at, p.created_at)`,
    sql`updated_at = coalesce(l.updated_at, ${a.now})`,
  ])
  await update('merge', [
    ...exchanged
      .filter((name) => personaRecord.fields[name].nullable)
      .map((name) => {
        const stored = sql.ref(`p.${name}`)
        return sql`${sql.ref(name)} = coalesce(nullif(${stored}, ''), ${member(name)}, ${stored})`
      }),
    sql`updated_at = ${a.now}`,
  ])
}

/**
 * Writes ontologies with their types. Types keep the order of the file; in a merge they follow the stored types, and a
 * stored type with the same id stays (I-14).
 */
export async function applyOntologies(a: Applying): Promise<void> {
  const lines = sql`${live('ontology')} l
    join import_bodies b on b.line = l.line
    ${target('persona', 't', 'l.persona_id')}`
  const relations = sql`coalesce(nullif((b.body -> 'relations')::text, 'null')::json, '[]')`
  const { id, createdAt, updatedAt } = ownColumns(a)
  await sql`insert into ontologies (id, persona_id, relations, created_at, updated_at)
    select ${id}, t.final_id, ${relations}, ${createdAt}, ${updatedAt}
    from ${lines}
    where l.act = 'insert' and ${part(a)}`.execute(a.db)
  const replaced = (value: Fragment, kept: Fragment) => sql`case l.act when 'replace' then ${value} else ${kept} end`
  await sql`update ontologies o set version = o.version + 1,
      updated_at = ${replaced(sql`coalesce(l.updated_at, ${a.now})`, sql`${a.now}`)},
      created_at = ${replaced(sql`coalesce(l.created_at, o.created_at)`, sql`o.created_at`)},
      relations = ${replaced(relations, sql`o.relations`)}
    from ${lines}
    where o.persona_id = t.final_id and l.act in ('replace', 'merge') and ${part(a)}`.execute(a.db)
  await sql`delete from ontology_types y
    using ${lines}
    where y.persona_id = t.final_id and l.act = 'replace' and ${part(a)}`.execute(a.db)
  // Computed once for each list: computing the last position for each type would have to pass over the types before it,
  // which are written but not yet visible (10,000 types took 4 s).
  const last = sql`select max(y.position) from ontology_types y where y.persona_id = t.final_id and y.kind = x.kind`
  await sql`insert into ontology_types (persona_id, kind, position, body)
    select t.final_id, v.kind, e.n + coalesce(v.last, 0), e.body
    from ${lines}
    cross join lateral (select x.kind, x.list, (${last}) as last from ${listedTypes} x(kind, list) offset 0) v
    cross join lateral json_array_elements(coalesce(v.list, '[]')) with ordinality e(body, n)
    where ${part(a)}
    on conflict (persona_id, kind, type_id) do nothing`.execute(a.db)
  // A row that does not fit into a line of an export must fail here, where its line can be named, and not at commit.
  await sql`set constraints ontologies_fit_line immediate`.execute(a.db)
  await sql`set constraints ontologies_fit_line deferred`.execute(a.db)
}

/** Writes the correspondences between types that there are now. */
export const applyCorrespondences = (a: Applying): Promise<void> =>
  insertLines(a, 'type_correspondence', correspondenceRecord, {
    refers: { s: ['persona', 'source_id'], t: ['persona', 'target_id'] },
    expressions: {
      firstPersonaId: sql`s.final_id`,
      secondPersonaId: sql`t.final_id`,
      createdBy: sql`${a.userId}::uuid`,
    },
  })

/** Inserts an empty ontology for every new persona that has none, because every persona has an ontology. */
export async function applyMissingOntologies(
  { db, now, userId }: Applying,
  newIds: (count: number) => string[],
): Promise<void> {
  const { rows } = await sql<{ id: string }>`select p.id from import_targets t join personas p on p.id = t.final_id
    where t.kind = 'persona' and t.fresh and p.user_id = ${userId} and not exists (select from ontologies o where o.persona_id = p.id) order by p.id`.execute(
    db,
  )
  if (rows.length === 0) return
  await sql`insert into ontologies (id, persona_id, created_at, updated_at)
    select n.id, n.persona, ${now}, ${now} from unnest(${newIds(rows.length)}::uuid[], ${rows.map((row) => row.id)}::uuid[]) n(id, persona)`.execute(
    db,
  )
}

/** Inserts a placeholder for each missing persona, named after the first 8 characters of its id (I-21). */
export async function applyPlaceholderPersonas({ db, userId, now }: Applying): Promise<void> {
  await sql`insert into personas (id, user_id, name, role, information_need, created_at, updated_at)
    select final_id::uuid, ${userId}, 'Placeholder ' || left(id, 8), 'Unknown', 'Created by import', ${now}, ${now} from import_placeholders where kind = 'persona'`.execute(
    db,
  )
}

/**
 * Inserts placeholders for missing types, except if the line of the persona failed. Increases the version of a stored
 * ontology that gets types, as every other change of it does.
 */
export async function applyPlaceholderTypes({ db, now }: Applying): Promise<void> {
  await sql`update ontologies o set version = o.version + 1, updated_at = ${now}
    from import_targets t
    where t.kind = 'persona' and not t.fresh and t.final_id = o.persona_id
      and o.persona_id in (select h.parent from import_placeholders h where h.kind = 'type')`.execute(db)
  await sql`insert into ontology_types (persona_id, kind, position, body)
    select h.parent, 'entity', row_number() over (partition by h.parent order by h.id) + coalesce(m.last, 0),
      concat('{"id":', to_json(h.id), ',"name":', to_json(h.id), ',"definition":""}')::json
      from import_placeholders h
      join ontologies o on o.persona_id = h.parent
      left join (select persona_id, max(position) as last from ontology_types
        where kind = 'entity' and persona_id in (select parent from import_placeholders) group by persona_id) m
        on m.persona_id = h.parent
     where h.kind = 'type' on conflict do nothing`.execute(db)
}

/** Inserts placeholders for missing world objects, after the stored ones (I-21). */
export async function applyPlaceholderObjects({ db, worldId }: Applying): Promise<void> {
  await sql`insert into world_objects (world_id, kind, position, body)
    select ${worldId}, h.kind, row_number() over (partition by h.kind order by h.id) + coalesce(m.last, 0),
      concat('{"id":', to_json(h.id), ',"name":', to_json('Placeholder ' || left(h.id, 8)), ',"description":[]}')::json
      from import_placeholders h
      left join (${lastPositions(worldId)}) m on m.kind = h.kind
     where h.kind not in ('persona', 'type') on conflict do nothing`.execute(db)
}

/** Returns SQL for the last position in each array of a world. */
const lastPositions = (worldId: string): Fragment =>
  sql`select kind, max(position) as last from world_objects where world_id = ${worldId} group by kind`

/**
 * Writes the world objects. New ones follow the stored ones, in the order of the file; replaced ones keep their
 * position.
 */
export async function applyObjects(a: Applying): Promise<void> {
  await sql`insert into world_objects (world_id, kind, position, body)
    select ${a.worldId}, l.kind, row_number() over (partition by l.kind order by l.line) + coalesce(m.last, 0), b.body
      from import_lines l join import_bodies b on b.line = l.line
      left join (${lastPositions(a.worldId)}) m on m.kind = l.kind
     where l.state = 'import' and ${holdsObject('l.rank')} and l.act = 'insert' and ${part(a)}`.execute(a.db)
  await sql`update world_objects o set body = b.body from import_lines l join import_bodies b on b.line = l.line
     where o.world_id = ${a.worldId} and o.kind = l.kind and o.object_id = l.id
       and l.state = 'import' and ${holdsObject('l.rank')} and l.act = 'replace' and ${part(a)}`.execute(a.db)
}

/** Locks the caller's personal world until commit, or inserts it if it does not exist. Returns its id. */
export async function lockWorld(db: Database, userId: string, id: string, now: Date): Promise<string> {
  const { rows } = await sql<{
    id: string
  }>`insert into world_states (id, user_id, created_at, updated_at) values (${id}, ${userId}, ${now}, ${now})
    on conflict (user_id) where project_id is null do update set updated_at = world_states.updated_at returning id`.execute(
    db,
  )
  return rows[0]?.id ?? id
}

/** Increases the version of the world if objects or placeholder objects were written to it. */
export async function touchWorld({ db, worldId, now }: Applying): Promise<void> {
  await sql`update world_states set version = version + 1, updated_at = ${now} where id = ${worldId}
    and (exists (select from import_lines where state = 'import' and ${holdsObject('rank')})
      or exists (select from import_placeholders where kind not in ('persona', 'type')))`.execute(db)
}
