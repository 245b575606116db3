import { sql } from 'kysely'
import type { Database } from '../../database/driver/client.js'
import type { Kind } from '../../database/rows/kind.js'
import { snake } from '../../database/rows/record.js'
import { annotationKind } from '../../annotations/annotation.kinds.js'
import { kinds, namesOf } from '../../kinds.js'

// Inserts deleted rows again from the entries of the log, each table with one statement. This writes tables of all
// areas of content: a persona with ten thousand annotations is restored in one transaction.

/** The entries of a deletion that are about rows of one table. */
export interface Deleted {
  tx: number
  at: string
  seqs: readonly number[]
}

/** The kinds whose deleted rows are restored, in an order in which rows find the rows that they refer to. */
export const restoredKinds = kinds.filter(({ restore }) => restore !== undefined)

/**
 * Inserts rows of a table as they were when they were deleted, and returns how many. Columns that were added since get
 * their defaults; columns that were removed since are dropped.
 */
export async function insertDeleted(db: Database, kind: Kind, { tx, at, seqs }: Deleted): Promise<number> {
  const { only = 'true', set = {} } = kind.restore!
  const changed = new Map(Object.entries(set).map(([name, value]) => [snake(name), value]))
  const columns = await columnsOf(db, kind.table, { tx, at, seqs })
  const values = columns.map((column) => (changed.has(column) ? sql.raw(changed.get(column)!) : sql.ref(`r.${column}`)))
  const { numAffectedRows } = await sql`
    with rows as materialized (
      select d.* from changes c cross join lateral json_populate_record(null::${sql.table(kind.table)}, c.before) d
       where c.tx = ${tx} and c.at = ${at}::timestamptz and c.seq = any(${seqs}::int8[]))
    insert into ${sql.table(kind.table)} (${sql.join(columns.map((column) => sql.ref(column)))})
    select ${sql.join(values)} from rows r where ${sql.raw(only)}`.execute(db)
  return Number(numAffectedRows ?? 0n)
}

/** Returns the columns that both the entries and the table have. */
async function columnsOf(db: Database, table: string, { tx, at, seqs }: Deleted): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select a.attname as name from pg_attribute a
     where a.attrelid = ${table}::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
       and a.attname in (select json_object_keys(c.before) from changes c
         where c.tx = ${tx} and c.at = ${at}::timestamptz and c.seq = ${seqs[0]})
     order by a.attnum`.execute(db)
  return rows.map(({ name }) => name)
}

/** The kinds whose rows stay, and lose the reference, when the thing that a column of theirs names is deleted. */
const detached = {
  persona: { column: 'persona_id', from: [annotationKind] },
  project: { column: 'project_id', from: kinds.filter(({ restore }) => restore?.set && 'projectId' in restore.set) },
} as const

/** Sets the persona or the project of rows that lost it by its deletion, unless they have another one by now. */
export async function attachAgain(
  db: Database,
  of: keyof typeof detached,
  { tx, at, id }: { tx: number; at: string; id: string },
): Promise<void> {
  const { column, from } = detached[of]
  for (const kind of from)
    await sql`update ${sql.table(kind.table)} t set ${sql.ref(column)} = ${id}::uuid
      from changes c where c.tx = ${tx} and c.at = ${at}::timestamptz and c.kind = any(${namesOf(kind)}::text[])
        and c.operation = 'update' and c.before ->> ${column} = ${id} and t.id = c.thing
        and ${sql.ref(`t.${column}`)} is null`.execute(db)
}

/** Allows writes to rows of an archived project until the transaction ends. */
export async function openArchived(db: Database): Promise<void> {
  await sql`select set_config('parallax.succession', 'on', true)`.execute(db)
}

/** Raises the version of the ontology or world to which a type or an object was restored. */
export async function raiseVersion(
  db: Database,
  of: 'ontologies' | 'world_states',
  id: string,
  now: Date,
): Promise<void> {
  const column = of === 'ontologies' ? 'persona_id' : 'id'
  await sql`update ${sql.table(of)} set version = version + 1, updated_at = ${now} where ${sql.ref(column)} = ${id}`.execute(
    db,
  )
}

/** Puts a type or an object after the others of its kind if another one has taken its place. */
export async function placeLast(
  db: Database,
  table: 'ontology_types' | 'world_objects',
  { id, kind, part }: { id: string; kind: string; part: string },
): Promise<void> {
  const [owner, own] = table === 'ontology_types' ? ['persona_id', 'type_id'] : ['world_id', 'object_id']
  const one = sql`${sql.ref(`t.${owner}`)} = ${id} and t.kind = ${kind}`
  const others = sql`from ${sql.table(table)} o where ${sql.ref(`o.${owner}`)} = ${id} and o.kind = ${kind}
    and ${sql.ref(`o.${own}`)} <> ${part}`
  await sql`update ${sql.table(table)} t set position = (select max(o.position) + 1 ${others})
    where ${one} and ${sql.ref(`t.${own}`)} = ${part}
      and exists (select ${others} and o.position = t.position)`.execute(db)
}

/** Selects which of these projects still exist. */
export async function selectProjectsThere(db: Database, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db.selectFrom('projects').where('id', 'in', ids).select('id').execute()
  return new Set(rows.map(({ id }) => id))
}

/** Select the summaries of claims, and the ends of relations. */
export async function selectPlacesOfClaims(db: Database, ids: readonly string[]) {
  const { rows } = await sql<{ id: string; projectId: string | null }>`select s.id, s.project_id from video_summaries s
    where s.id in (select c.summary_id from claims c where c.id = any(${ids}::uuid[]))`.execute(db)
  return rows
}

export async function selectEnds(db: Database, relationIds: readonly string[]) {
  const { rows } = await sql<{ source: string; target: string }>`
    select source_claim_id as source, target_claim_id as target from claim_relations
     where id = any(${relationIds}::uuid[])`.execute(db)
  return rows
}

/** Selects the two personas of each correspondence of types. */
export async function selectPersonasOfCorrespondences(db: Database, ids: readonly string[]): Promise<string[][]> {
  const { rows } = await sql<{ personas: string[] }>`
    select distinct array[first_persona_id::text, second_persona_id::text] as personas from type_correspondences
     where id = any(${ids}::uuid[])`.execute(db)
  return rows.map(({ personas }) => personas)
}

/** Selects the personas for which disagreements were settled. */
export async function selectPersonasOfDecisions(db: Database, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct persona_id as id from agreement_decisions where id = any(${ids}::uuid[])`.execute(db)
  return rows.map(({ id }) => id)
}

/** Restores the summary's note on its claims, which was lost when the last claim was deleted. */
export async function restoreClaimsVersion(
  db: Database,
  summaryId: string,
  { tx, at }: { tx: number; at: string },
): Promise<void> {
  await sql`update video_summaries s set claims_version = c.before ->> 'claims_version'
    from changes c where c.tx = ${tx} and c.at = ${at}::timestamptz and c.kind = 'summary' and c.thing = s.id
      and c.operation = 'update' and c.before ->> 'claims_version' is not null
      and s.id = ${summaryId} and s.claims_version is null`.execute(db)
}
