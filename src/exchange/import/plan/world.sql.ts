import { sql, type RawBuilder } from 'kysely'
import type { Database } from '../../../database/client.js'
import type { ImportOptions } from '../options.js'
import { settleConflicts, settleMissing, type MissingPolicy } from './settle.sql.js'

const kinds = ['entity', 'event', 'time', 'entity_collection', 'event_collection', 'time_collection', 'relation']
const anyKind = sql`any(${sql.lit(`{${kinds.join(',')}}`)}::text[])`

/** I-16, I-17: objects that the caller's world has, by id inside the same array. */
export async function planObjects(db: Database, worldId: string | null, options: ImportOptions): Promise<void> {
  if (worldId === null || options.regenerateIds) return
  const policy = options.worldObjects
  const known = (
    which: RawBuilder<unknown>,
  ) => sql`select l.line, l.id as existing, null::json as frame_range, coalesce('"' || o.name || '"', 'The object') || ' exists' as details
    from import_lines l join world_objects o on o.world_id = ${worldId} and o.kind = l.kind and o.object_id = l.id
   where l.state = 'import' and l.kind = ${anyKind} and ${which}`
  if (policy === 'merge-assignments') {
    await settleConflicts(db, known(sql`l.kind in ('time', 'relation')`), 'duplicate-object', 'skip', { state: 'skip' })
    await settleConflicts(db, known(sql`l.act = 'insert'`), 'duplicate-object', policy, {
      state: 'import',
      act: 'merge',
    })
  } else
    await settleConflicts(
      db,
      known(sql`true`),
      'duplicate-object',
      policy,
      policy === 'skip' ? { state: 'skip' } : { state: 'import', act: 'replace' },
    )
}

const isThere = (worldId: string | null, kind: RawBuilder<unknown>, id: RawBuilder<unknown>) => sql`(exists (
    select from import_lines x where x.kind = ${anyKind} and (${kind} = '*' or x.kind = ${kind}) and x.id = ${id} and x.state = 'import')
  ${worldId === null ? sql`` : sql`or exists (select from world_objects o where o.world_id = ${worldId} and (${kind} = '*' or o.kind = ${kind}) and o.object_id = ${id})`}
  or exists (select from import_placeholders h where (${kind} = '*' or h.kind = ${kind}) and h.id = ${id} and h.kind = ${anyKind}))`

/** I-19: members of collections, then ends of relations, then what annotations link to. */
export async function planObjectReferences(
  db: Database,
  worldId: string | null,
  options: ImportOptions,
  missing: MissingPolicy,
): Promise<void> {
  if (!options.references) return
  for (const which of [
    sql`l.kind in ('entity_collection', 'event_collection', 'time_collection')`,
    sql`l.kind = 'relation'`,
  ]) {
    const absent = sql`select l.line, m.id as missing, m.kind from import_lines l
      cross join lateral (select split_part(one, ':', 1) as kind, substr(one, strpos(one, ':') + 1) as id from unnest(l.members) one) m
     where l.state = 'import' and not l.unresolved and ${which} and not ${isThere(worldId, sql`m.kind`, sql`m.id`)}`
    await place(db, absent, missing)
    await settleMissing(db, absent, 'object', missing)
  }
  // Thousands of annotations link to the same few objects.
  const linking = sql`l.kind = 'annotation' and l.state = 'import' and l.is_object and not l.unresolved`
  const unlinked = sql`select l.line, l.label as missing, replace(coalesce(nullif(l.link_type, 'location'), 'entity'), '-', '_') as kind
    from (select distinct l.label from import_lines l where ${linking} offset 0) d join import_lines l on l.label = d.label
   where ${linking} and not ${isThere(worldId, sql`'*'`, sql`d.label`)}`
  await place(db, unlinked, missing)
  await settleMissing(db, unlinked, 'object', missing)
}

async function place(db: Database, absent: RawBuilder<unknown>, { policy }: MissingPolicy): Promise<void> {
  if (policy !== 'create') return
  await sql`insert into import_placeholders (kind, id, final_id)
    select distinct on (a.missing) case a.kind when '*' then 'entity' else a.kind end, a.missing, a.missing from (${absent}) a
     where length(a.missing) between 1 and 500 order by a.missing, a.kind = '*'`.execute(db)
}
