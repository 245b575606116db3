import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Abilities, Reach } from '../../access/abilities.js'
import { ownDeleted } from '../../access/deleted.js'
import { visible } from '../../access/rules.js'
import type { Database } from '../../database/driver/client.js'
import { historyOfKind, type HistoryOf } from './history-kinds.js'
import type { HistoryKind } from '../../kinds.js'
import type { Pairs } from './history-versions.js'

/** A thing, by its names in the entries of the log. */
export interface Thing {
  kind: HistoryKind
  id: string
  part: string | null
}

/** Returns the members of a JSON object as pairs of their names and their values as text. */
const pairsOf = (object: RawBuilder<unknown>) =>
  sql`(select json_agg(json_build_array(e.key, e.value::text)) from json_each(${object}) e)`

/** A row of the result: a row of a thing, a row of its parts, or an entry, each with the number of its thing. */
export interface HistoryRow {
  n: number
  source: 'row' | 'part' | 'entry'
  kind: string
  part: string | null
  pairs: Pairs | null
  tx: number
  /** The number of the last entry of the same transaction about the thing. */
  last: number
  seq: number
  at: string
  operation: 'insert' | 'update' | 'delete'
  actorId: string | null
  username: string | null
  displayName: string | null
  via: string | null
  viaName: string | null
  model: string | null
  requestId: string | null
}

/**
 * The wanted changes: up to a number of them, before or after one change. All changes from the newest to the wanted
 * ones are read.
 */
export interface Wanted {
  limit: number
  after: number | null
  before: number | null
  backward: boolean
}

const kindsOf = (kind: HistoryKind, { parts }: HistoryOf) => [kind, ...(parts?.kinds ?? [])]

/** Returns a FROM item k (id, part, n) with things of one kind, numbered from 1. */
const numbered = (things: readonly Omit<Thing, 'kind'>[]) =>
  sql`unnest(${things.map(({ id }) => id)}::uuid[], ${things.map(({ part }) => part)}::text[]) with ordinality as k(id, part, n)`

/** Returns the condition that an entry c of the log is about the thing k. */
const entriesOf = (kind: HistoryKind, of: HistoryOf) =>
  sql`c.thing = k.id and c.kind = any(${kindsOf(kind, of)}::text[])${of.part === undefined ? sql`` : sql` and c.part = k.part`}`

/**
 * Reads the current rows of things of one kind and the entries about them, from the newest to the last wanted entry, in
 * one statement and so at one moment. The entries of one transaction belong together. Access is not checked.
 *
 * Entries of a row are in the order of their numbers, not of their transactions: a number is drawn while the row is
 * locked, and a transaction that began earlier may lock the row later.
 */
export async function selectHistory(
  db: Database,
  kind: HistoryKind,
  things: readonly { id: string; part: string | null }[],
  { limit, after, before, backward }: Wanted,
): Promise<HistoryRow[]> {
  const of = historyOfKind[kind]
  const ofThing = entriesOf(kind, of)
  const nothing = sql`null::int8 as tx, null::int8 as last, null::int8 as seq, null::timestamptz as at, null::text as operation,
    null::uuid as actor_id, null::text as username, null::text as display_name, null::text as via, null::text as via_name,
    null::text as model, null::text as request_id`
  const rows = [
    sql`select k.n::int, 'row' as source, ${kind} as kind, null::text as part, ${pairsOf(sql`row_to_json(t)`)} as pairs, ${nothing}
      from k join ${sql.table(of.table)} t on ${rowIs(of)}`,
    ...(of.parts
      ? [
          sql`select k.n::int, 'part', ${kindOfPart(of.parts)}, ${sql.ref(`t.${of.parts.part}`)}::text,
              ${pairsOf(sql`row_to_json(t)`)}, ${nothing}
            from k join ${sql.table(of.parts.table)} t on ${sql.ref(`t.${of.parts.of}`)} = k.id`,
        ]
      : []),
    sql`select g.n::int, 'entry', c.kind, c.part, ${pairsOf(sql`c.before`)}, c.tx, g.last, c.seq, c.at, c.operation,
        c.actor_id, u.username, u.display_name, c.via,
        case c.via when 'token' then token.name when 'job' then j.queue when 'schedule' then c.via_id end,
        coalesce(j.result ->> 'modelUsed', j.payload ->> 'modelId'), c.request_id
      from groups g join listed l on l.n = g.n and g.last >= l.first
      join k on k.n = g.n join changes c on ${ofThing} and c.tx = g.tx
      left join users u on u.id = c.actor_id
      left join api_tokens token on token.id = case c.via when 'token' then c.via_id::uuid end
      left join jobs j on j.id = case c.via when 'job' then c.via_id::uuid end`,
  ]
  const { rows: found } = await sql<HistoryRow>`
    with k as materialized (
      select * from ${numbered(things)}),
    groups as materialized (
      select k.n, g.tx, g.last from k cross join lateral (
        select c.tx, max(c.seq) as last from changes c where ${ofThing} group by c.tx) g),
    listed as (
      select n, min(last) as first from (
        select g.n, g.last, row_number() over (partition by g.n order by g.last ${sql.raw(backward ? 'asc' : 'desc')}) as place
          from groups g where g.last < coalesce(${after}::int8, g.last + 1) and g.last > coalesce(${before}::int8, g.last - 1)) p
       where place <= ${limit} group by n)
    ${sql.join(rows, sql` union all `)}
    order by 1, last desc nulls first, seq desc`.execute(db)
  return found
}

const rowIs = ({ id, part, rowKind }: HistoryOf): RawBuilder<SqlBool> => {
  const ofPart = part === undefined ? sql`` : sql` and t.kind = ${rowKind} and ${sql.ref(`t.${part}`)} = k.part`
  return sql<SqlBool>`${sql.ref(`t.${id}`)} = k.id${ofPart}`
}

const kindOfPart = ({ kindColumn, suffix = '', kinds }: NonNullable<HistoryOf['parts']>) =>
  kindColumn === undefined ? sql`${kinds[0]}` : sql`${sql.ref(`t.${kindColumn}`)} || ${suffix}`

/** Returns the number of changes of each of the things of one kind, by one statement. */
export async function countHistories(
  db: Database,
  kind: HistoryKind,
  things: readonly Omit<Thing, 'kind'>[],
): Promise<number[]> {
  const of = historyOfKind[kind]
  const { rows } = await sql<{ count: number }>`
    select (select count(distinct c.tx)::int from changes c where ${entriesOf(kind, of)}) as count
      from ${numbered(things)} order by k.n`.execute(db)
  return rows.map(({ count }) => count)
}

/**
 * Selects which of these existing things of a kind the user may read, and which not. Types and ontologies are read by
 * the users who may read the persona, objects of a world by the users who may read the world.
 */
export async function selectReadable(
  db: Database,
  abilities: Abilities,
  kind: HistoryKind,
  ids: readonly string[],
): Promise<Map<string, boolean>> {
  const { access, table } = historyOfKind[kind]
  const { rows } = await (
    access.kind === 'relation'
      ? sql<{ id: string; readable: boolean }>`select r.id, (select count(*) from claims c
            where c.id in (r.source_claim_id, r.target_claim_id) and ${visible(abilities, 'claim', 'c')}) = 2 as readable
          from claim_relations r where r.id = any(${ids}::uuid[])`
      : access.kind === 'correspondence'
        ? sql<{ id: string; readable: boolean }>`select k.id, (select count(*) from personas p
              where p.id in (k.first_persona_id, k.second_persona_id) and ${visible(abilities, 'persona', 'p')}) = 2 as readable
            from type_correspondences k where k.id = any(${ids}::uuid[])`
        : access.through !== undefined
          ? sql<{ id: string; readable: boolean }>`select it.id, ${visible(abilities, access.kind, 'r')} as readable
              from ${sql.table(table)} it join ${sql.table(access.table)} r on r.id = ${sql.ref(`it.${access.through}`)}
              where it.id = any(${ids}::uuid[])`
          : sql<{ id: string; readable: boolean }>`select r.id, ${visible(abilities, access.kind, 'r')} as readable
              from ${sql.table(access.table)} r where r.id = any(${ids}::uuid[])`
  ).execute(db)
  return new Map(rows.map(({ id, readable }) => [id, readable]))
}

/** Whether the user may read the history of a deleted thing, by the last entry of its deletion. */
export async function mayReadDeleted(db: Database, who: Reach, { kind, id }: Thing): Promise<boolean> {
  const { rows } = await sql<{ own: boolean }>`select ${ownDeleted(who, 'c')} as own from changes c
    where c.thing = ${id} and c.kind = ${historyOfKind[kind].root} and c.operation = 'delete'
    order by c.seq desc limit 1`.execute(db)
  return rows[0]?.own === true
}

/** Whether the table has a row with this id. */
export async function isThere(db: Database, table: 'personas' | 'claims', id: string): Promise<boolean> {
  const { rows } = await sql`select from ${sql.table(table)} where id = ${id}`.execute(db)
  return rows.length > 0
}

/**
 * Selects the current version of a thing; of a type or an object the version of its ontology or world; null for a
 * relation.
 */
export async function selectVersion(db: Database, { kind, id, part }: Thing): Promise<number | null> {
  const { root, ...own } = historyOfKind[kind]
  const { table, id: column, versioned } = part === null ? own : historyOfKind[root === 'persona' ? 'ontology' : root]
  if (!versioned) return null
  const { rows } = await sql<{ version: number }>`
    select t.version from ${sql.table(table)} t where ${sql.ref(`t.${column}`)} = ${id}`.execute(db)
  return rows[0]?.version ?? null
}
