import { sql, type RawBuilder } from 'kysely'
import type { Database } from '../database/driver/client.js'

// Rows that were deleted are inserted again from the entries of the log, each table with one statement. This writes
// tables of all areas of content: a persona with ten thousand annotations comes back in one transaction.

/** The entries of a deletion that are about rows of one table. */
export interface Deleted {
  tx: number
  at: string
  seqs: readonly number[]
}

interface Table {
  name: string
  kinds: readonly string[]
  /** Columns that are not taken over as they were; r is the row that was deleted. */
  anew?: Readonly<Record<string, RawBuilder<unknown>>>
  /** Rows that come back; others are left out. */
  only?: RawBuilder<unknown>
}

const userIsThere = (column: string) => sql`exists (select from users u where u.id = ${sql.ref(`r.${column}`)})`
/** A reference that the deletion of what it names would have emptied. */
const ifThere = (column: string, table: string) =>
  sql`case when exists (select from ${sql.table(table)} o where o.id = ${sql.ref(`r.${column}`)}) then ${sql.ref(`r.${column}`)} end`
const inProject = { project_id: ifThere('project_id', 'projects') }
const byUser = { created_by: ifThere('created_by', 'users') }

const types = ['entity_type', 'event_type', 'role_type', 'relation_type']
const objects = ['entity', 'event', 'time', 'entity_collection', 'event_collection', 'time_collection', 'relation']

/** The tables in an order in which rows find those that they refer to. */
export const restoredTables: readonly Table[] = [
  { name: 'projects', kinds: ['project'] },
  { name: 'project_memberships', kinds: ['project_membership'], only: userIsThere('user_id') },
  {
    name: 'project_invitations',
    kinds: ['project_invitation'],
    only: sql`${userIsThere('user_id')} and ${userIsThere('invited_by')}`,
  },
  {
    name: 'project_video_assignments',
    kinds: ['video_assignment'],
    anew: { assigned_user_id: ifThere('assigned_user_id', 'users') },
    only: sql`exists (select from videos v where v.id = r.video_id)`,
  },
  { name: 'personas', kinds: ['persona'], anew: inProject },
  { name: 'ontologies', kinds: ['ontology'] },
  { name: 'ontology_types', kinds: types },
  { name: 'world_states', kinds: ['world_state'] },
  { name: 'world_objects', kinds: objects },
  { name: 'video_summaries', kinds: ['summary'], anew: { ...inProject, ...byUser } },
  {
    name: 'claims',
    kinds: ['claim'],
    // A claim is in the project of its summary, which may have moved since.
    anew: { ...byUser, project_id: sql`(select s.project_id from video_summaries s where s.id = r.summary_id)` },
  },
  {
    name: 'claim_relations',
    kinds: ['claim_relation'],
    anew: byUser,
    // It also went with the claim at its other end, and comes back with that one if this one comes back before.
    only: sql`exists (select from claims c where c.id = r.source_claim_id)
      and exists (select from claims c where c.id = r.target_claim_id)`,
  },
  {
    name: 'annotations',
    kinds: ['annotation'],
    // The file of the video may have been replaced since.
    anew: {
      ...inProject,
      stale: sql`coalesce(r.video_sha256 <> (select v.sha256 from videos v where v.id = r.video_id), r.stale)`,
    },
  },
  { name: 'sequence_parts', kinds: ['sequence_part'] },
  {
    name: 'resource_shares',
    kinds: ['share'],
    only: sql`${userIsThere('shared_by_user_id')} and (${userIsThere('shared_with_user_id')}
      or exists (select from user_groups g where g.id = r.shared_with_group_id))
      and (r.parent_id is null or exists (select from resource_shares s where s.id = r.parent_id)
        or exists (select from rows o where o.id = r.parent_id))`,
  },
]

/**
 * Inserts rows of a table as they were when they were deleted, and returns how many. Columns that were added since get
 * their defaults; those that there no longer are are dropped.
 */
export async function insertDeleted(db: Database, table: Table, { tx, at, seqs }: Deleted): Promise<number> {
  const columns = await columnsOf(db, table.name, { tx, at, seqs })
  const values = columns.map((column) => table.anew?.[column] ?? sql.ref(`r.${column}`))
  const { numAffectedRows } = await sql`
    with rows as materialized (
      select d.* from changes c cross join lateral json_populate_record(null::${sql.table(table.name)}, c.before) d
       where c.tx = ${tx} and c.at = ${at}::timestamptz and c.seq = any(${seqs}::int8[]))
    insert into ${sql.table(table.name)} (${sql.join(columns.map((column) => sql.ref(column)))})
    select ${sql.join(values)} from rows r where ${table.only ?? sql`true`}`.execute(db)
  return Number(numAffectedRows ?? 0n)
}

/** The columns that both the entries and the table have. */
async function columnsOf(db: Database, table: string, { tx, at, seqs }: Deleted): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select a.attname as name from pg_attribute a
     where a.attrelid = ${table}::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
       and a.attname in (select json_object_keys(c.before) from changes c
         where c.tx = ${tx} and c.at = ${at}::timestamptz and c.seq = ${seqs[0]})
     order by a.attnum`.execute(db)
  return rows.map(({ name }) => name)
}

/** Tables whose rows stay when a thing is deleted that they name; the column, and the kind of their entries. */
const loosened = {
  persona: [{ table: 'annotations', kind: 'annotation', column: 'persona_id' }],
  project: [
    { table: 'personas', kind: 'persona', column: 'project_id' },
    { table: 'video_summaries', kind: 'summary', column: 'project_id' },
    { table: 'claims', kind: 'claim', column: 'project_id' },
    { table: 'annotations', kind: 'annotation', column: 'project_id' },
  ],
} as const

/** Gives rows the persona or the project again that they lost by its deletion, unless they have another one by now. */
export async function attachAgain(
  db: Database,
  of: keyof typeof loosened,
  { tx, at, id }: { tx: number; at: string; id: string },
): Promise<void> {
  for (const { table, kind, column } of loosened[of])
    await sql`update ${sql.table(table)} t set ${sql.ref(column)} = ${id}::uuid
      from changes c where c.tx = ${tx} and c.at = ${at}::timestamptz and c.kind = ${kind} and c.operation = 'update'
        and c.before ->> ${column} = ${id} and t.id = c.thing and ${sql.ref(`t.${column}`)} is null`.execute(db)
}

/** Lets the rows of an archived project be written until the transaction ends. */
export async function openArchived(db: Database): Promise<void> {
  await sql`select set_config('parallax.succession', 'on', true)`.execute(db)
}

/** Raises the version of the ontology or world that a type or an object was put back into. */
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

/** Puts a type or an object behind the others of its kind where another one has taken its place. */
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

/** Which of these projects there still are. */
export async function selectProjectsThere(db: Database, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db.selectFrom('projects').where('id', 'in', ids).select('id').execute()
  return new Set(rows.map(({ id }) => id))
}

/** The summary of a claim, and the ends of a relation. */
export async function selectPlaceOfClaim(db: Database, id: string) {
  const { rows } = await sql<{ id: string; projectId: string | null }>`select s.id, s.project_id from video_summaries s
    join claims c on c.summary_id = s.id where c.id = ${id}`.execute(db)
  return rows[0]
}

export async function selectEnds(db: Database, relationId: string) {
  const { rows } = await sql<{ source: string; target: string }>`
    select source_claim_id as source, target_claim_id as target from claim_relations where id = ${relationId}`.execute(
    db,
  )
  return rows[0]
}

/** Gives a summary the note on its claims again that it lost when the last of them was deleted. */
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
