import { sql } from 'kysely'
import type { Database } from '../../../database/driver/client.js'
import { worldKinds } from '../../../world/world-kinds.js'
import type { Planning } from './planning.js'
import { listedTypes } from './rule.sql.js'

/**
 * Returns SQL for the name of a world object; for a time without a name its label or moment. Null if none of them is a
 * text.
 */
const nameIn = (body: string) =>
  sql`(select v #>> '{}' from unnest(array[${sql.join(
    ['name', 'label', 'value', 'start'].map((key) => sql`${sql.ref(body)} -> ${sql.lit(key)}`),
  )}]) with ordinality m(v, n) where json_typeof(v) = 'string' and v #>> '{}' <> '' order by n limit 1)`

/**
 * Selects the names for the ids in the texts of claims: of objects and types of the file, else of the caller's world
 * and of the personas for which the caller may create annotations.
 */
export async function selectNamesInTexts(
  db: Database,
  { worldId, usable }: Pick<Planning, 'worldId' | 'usable'>,
): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    with ids as (
      select distinct unnest(members) as id from import_lines where kind = 'claim' and state = 'import' and members is not null
    ), found as (
      select i.id, 1 as n, ${nameIn('b.body')} as name
      from ids i
      join import_lines x on x.id = i.id and x.kind = any(${[...worldKinds]}::text[])
      join import_bodies b on b.line = x.line
      union all
      select i.id, 2, e ->> 'name'
      from import_lines x
      join import_bodies b on b.line = x.line
      cross join lateral ${listedTypes} v(kind, list)
      cross join lateral json_array_elements(coalesce(v.list, '[]')) e
      join ids i on i.id = e ->> 'id'
      where x.kind = 'ontology' and exists (select from ids)
      union all
      select i.id, 3, ${nameIn('o.body')}
      from ids i
      join world_objects o on o.world_id = ${worldId} and o.object_id = i.id
      union all
      select i.id, 4, t.name
      from ids i
      join ontology_types t on t.type_id = i.id
      join personas p on p.id = t.persona_id and ${usable.persona}
    )
    select distinct on (id) id, name from found where name <> '' order by id, n`.execute(db)
  return rows
}

export interface TextWithIds {
  line: number
  body: string
}

/** Selects the next claims whose text contains ids. */
export async function selectTextsWithIds(db: Database, after: number, limit: number): Promise<TextWithIds[]> {
  const { rows } = await sql<TextWithIds>`select l.line, b.body::text as body
    from import_lines l
    join import_bodies b on b.line = l.line
    where l.kind = 'claim' and l.state = 'import' and l.members is not null and l.line > ${after}
    order by l.line
    limit ${limit}`.execute(db)
  return rows
}

/** Sets the digests of the texts of claims. */
export async function updateDigests(db: Database, changed: readonly { line: number; digest: string }[]): Promise<void> {
  await sql`update import_lines l set digest = n.digest
    from unnest(${changed.map((one) => one.line)}::int[], ${changed.map((one) => one.digest)}::text[]) n(line, digest)
    where l.line = n.line`.execute(db)
}
