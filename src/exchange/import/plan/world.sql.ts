import { sql } from 'kysely'
import type { Database } from '../../../database/driver/client.js'
import { conflict, missing } from './notes.js'
import { skipped, type Planning, type Step } from './planning.js'
import { concerned, type Fragment } from './rule.sql.js'
import { worldKinds, type WorldKind } from '../../../world/world-kinds.js'
import { unknownKind } from '../stage/other-names.js'

const anyOf = sql`${sql.lit(`{${worldKinds.join(',')}}`)}::text[]`
const anyKind = sql`any(${anyOf})`

/** Returns the rules for objects that the caller's world already has: the same id in the same array (I-16, I-17). */
export function objects({ worldId, options }: Planning): Step[] {
  if (worldId === null || options.regenerateIds) return []
  const existing = (of: readonly WorldKind[]) => ({
    kinds: of,
    joins: sql`join world_objects o on o.world_id = ${worldId} and o.kind = l.kind and o.object_id = l.id`,
    existing: sql`l.id`,
    details: sql`coalesce('"' || o.name || '"', 'The object') || ' exists'`,
  })
  const policy = options.worldObjects
  if (policy !== 'merge-assignments')
    return [
      conflict(
        'duplicate-object',
        existing(worldKinds),
        policy,
        policy === 'skip' ? skipped : { state: 'import', act: 'replace' },
      ),
    ]
  return [
    conflict('duplicate-object', existing(['time', 'relation']), 'skip', skipped),
    conflict('duplicate-object', existing(worldKinds), policy, { state: 'import', act: 'merge' }),
  ]
}

/**
 * Returns a condition: the file, the stored world or the placeholders contain an object with this id and kind; `*`
 * means any kind.
 */
const isThere = (worldId: string | null, kind: Fragment, id: Fragment) => {
  const same = (column: string) => sql`(${kind} = '*' or ${sql.ref(column)} = ${kind})`
  const stored = sql`or exists (
      select from world_objects o where o.world_id = ${worldId} and ${same('o.kind')} and o.object_id = ${id})`
  return sql`(exists (
      select from import_lines x where x.kind = ${anyKind} and ${same('x.kind')} and x.id = ${id} and x.state = 'import')
    ${worldId === null ? sql`` : stored}
    or exists (select from import_placeholders h where ${same('h.kind')} and h.id = ${id} and h.kind = ${anyKind}))`
}

/** The kind of the object that an annotation (l) links to. */
export const linkedKind = sql`replace(coalesce(nullif(l.link_type, 'location'), 'entity'), '-', '_')`

/**
 * Returns the step that finds the kind of the objects that annotations link to, if the file does not contain it: that
 * of the object with the id in the file or in the stored world, an entity first; an entity too if no object has the id.
 */
export function linkKinds({ worldId }: Planning): Step[] {
  const stored = sql`union all select o.kind from world_objects o where o.world_id = ${worldId} and o.object_id = n.label`
  return [
    (db) =>
      sql`update import_lines l
      set link_type = coalesce(k.kind, 'entity')
      from (
        select n.label, (
          select replace(o.kind, '_', '-')
          from (
            select x.kind from import_lines x where x.kind = ${anyKind} and x.id = n.label
            ${worldId === null ? sql`` : stored}
          ) o
          where o.kind <> 'relation'
          order by array_position(${anyOf}, o.kind)
          limit 1
        ) as kind
        from (select distinct label from import_lines where kind = 'annotation' and link_type = ${unknownKind}) n
      ) k
      where l.kind = 'annotation' and l.link_type = ${unknownKind} and l.label = k.label`.execute(db),
  ]
}

/**
 * Returns the rules for references to objects (I-19). Members of collections, then ends of relations, then objects that
 * annotations link to must exist.
 */
export function objectReferences({ worldId, options, missing: policy }: Planning): Step[] {
  if (!options.references) return []
  const members = (of: readonly WorldKind[]) => ({
    kinds: of,
    joins: sql`cross join lateral (
      select split_part(one, ':', 1) as kind, substr(one, strpos(one, ':') + 1) as id from unnest(l.members) one
    ) m`,
    where: sql`not l.unresolved and not ${isThere(worldId, sql`m.kind`, sql`m.id`)}`,
    id: sql`m.id`,
  })
  const linking = sql`l.is_object and not l.unresolved`
  const linked = {
    kinds: ['annotation'] as const,
    // Thousands of annotations link to the same few objects, so each object is looked for once.
    joins: sql`join (
      select n.label
      from (select distinct l.label ${concerned({ kinds: ['annotation'], where: linking })} offset 0) n
      where not ${isThere(worldId, sql`'*'`, sql`n.label`)}
    ) m on m.label = l.label`,
    where: linking,
    id: sql`l.label`,
  }
  return [
    { ...members(['entity_collection', 'event_collection', 'time_collection']), kind: sql`m.kind` },
    { ...members(['relation']), kind: sql`m.kind` },
    { ...linked, kind: linkedKind },
  ].flatMap(({ kind, ...absent }) => [
    ...(policy.policy === 'create' ? [place(absent, kind)] : []),
    missing('object', absent, policy),
  ])
}

const place =
  ({ id, ...absent }: Parameters<typeof concerned>[0] & { id: Fragment }, kind: Fragment) =>
  (db: Database) =>
    sql`insert into import_placeholders (kind, id, final_id)
    select distinct case a.kind when '*' then 'entity' else a.kind end, a.id, a.id
    from (select ${id} as id, ${kind} as kind ${concerned(absent)}) a
    where length(a.id) between 1 and 500`.execute(db)
