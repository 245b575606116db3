import { sql, type SqlBool } from 'kysely'
import type { Reach } from '../../access/abilities.js'
import type { Context } from '../../context.js'
import { deletedByOrOwn, ownDeleted, ownDeletedAlone } from '../../access/deleted.js'
import type { Database } from '../../database/driver/client.js'
import { all, is, type Condition } from '../../database/rows/conditions.js'
import { keyset } from '../../database/rows/keyset.js'
import { kinds, namesOf, type TrashKind } from '../../kinds.js'
import { giveWay } from '../../lib/fairness/turns.js'
import type { Page } from '../../lib/page.js'
import { selectEntries } from '../log/entries.sql.js'
import type { GoneEntry } from './trash-closure.js'
import { trashKinds } from './trash.shape.js'

/** Which entries of deletions are in the trash: of which users, since when, and of which kind and project. */
export interface TrashFilter {
  who: Reach
  /** Entries before this time are no longer in the trash. */
  since: Date
  kind?: string | undefined
  projectId?: string | undefined
  /** Whether entries of all users are included, for administrators; otherwise an administrator has own ones alone. */
  everyones?: boolean | undefined
  /** Whether entries of others that the user deleted are included; for administrators those of all users. */
  orDeletedBy?: boolean | undefined
}

/** A condition on the alias c, an entry of a deletion: it was not deleted because of something else. */
const isRoot = sql<SqlBool>`c.with_parent is not true`

/** A condition on the alias c: the thing was made again since, by a restoration or with the same id. */
const isBack = sql<SqlBool>`(case when c.part is null
  then exists (select from changes r where r.thing = c.thing and r.part is null and r.kind = c.kind and r.seq > c.seq
    and r.at >= c.at and r.operation = 'insert')
  else exists (select from changes r where r.thing = c.thing and r.part = c.part and r.kind = c.kind and r.seq > c.seq
    and r.at >= c.at and r.operation = 'insert') end)`

const whoseOf = ({ everyones, orDeletedBy }: TrashFilter) =>
  orDeletedBy ? deletedByOrOwn : everyones ? ownDeleted : ownDeletedAlone

const listed = (filter: TrashFilter): Condition => {
  const { who, since, kind, projectId } = filter
  return all(
    sql<SqlBool>`c.operation = 'delete' and c.at >= ${since} and c.before is not null
      and c.kind = any(${kind === undefined ? trashKinds : [kind]}::text[])`,
    whoseOf(filter)(who, 'c'),
    is('c.project_id', projectId),
    // A row that was deleted with an account has no owner to whom it could be restored.
    sql<SqlBool>`(c.owner_id is null or exists (select from users u where u.id = c.owner_id))`,
    isRoot,
    sql<SqlBool>`not ${isBack}`,
  )
}

const titles = kinds.flatMap((kind) =>
  kind.title === undefined ? [] : sql`when c.kind = any(${namesOf(kind)}::text[]) then ${sql.raw(kind.title)}`,
)
const title = sql<string | null>`left(case ${sql.join(titles, sql` `)} end, 200)`

export interface TrashRow {
  tx: number
  seq: number
  at: string
  kind: TrashKind
  thing: string
  part: string | null
  title: string | null
  videoId: string | null
  number: number | null
  firstFrame: number | null
  lastFrame: number | null
  ownerId: string | null
  projectId: string | null
  actorId: string | null
  username: string | null
  displayName: string | null
}

const key = [
  { column: 'c.at', type: 'timestamptz' },
  { column: 'c.seq', type: 'float8' },
] as const

const columns = sql`c.tx, c.seq, c.at, c.kind, c.thing, c.part, ${title} as title,
  coalesce(b.video_id, s.video_id) as video_id, b.number, b.first_frame, b.last_frame, c.owner_id, c.project_id, c.actor_id,
  u.username, u.display_name`
const joins = sql`left join users u on u.id = c.actor_id
  left join lateral json_to_record(c.before)
    b(video_id text, number integer, first_frame float8, last_frame float8, summary_id uuid)
    on c.kind = any('{annotation,claim,summary}')
  left join video_summaries s on s.id = b.summary_id`

/** Selects a page of the trash, last deleted first. */
export async function selectTrash(db: Database, filter: TrashFilter, page: Page): Promise<TrashRow[]> {
  const { where, orderBy, limit } = keyset(page, key, 'desc')
  const chosen = all(listed(filter), where)
  const { rows } = await selectEntries<TrashRow>({ columns, joins, where: chosen, orderBy, limit }).execute(db)
  return rows
}

export async function countTrash(db: Database, filter: TrashFilter): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from changes c
    where ${listed(filter)}`.execute(db)
  return rows[0]?.count ?? 0
}

/** Reads an item by its position; undefined if the filter does not let the item through. */
export async function selectTrashItem(
  db: Database,
  filter: TrashFilter,
  { tx, seq }: { tx: number; seq: number },
): Promise<TrashRow | undefined> {
  const { rows } = await sql<TrashRow>`select ${columns} from changes c ${joins}
    where c.tx = ${tx} and c.seq = ${seq} and ${listed(filter)}`.execute(db)
  return rows[0]
}

/** A thing as the log names it: a type by its persona and `part`, an object by its world and `part`. */
export interface LoggedThing {
  kind: TrashKind
  id: string
  part: string | null
}

/** Selects the last deletion of a thing; undefined if the log has none. */
export async function selectDeletionOf(db: Database, { kind, id, part }: LoggedThing): Promise<Deletion | undefined> {
  const { rows } = await sql<Deletion>`select c.tx, c.at from changes c
    where c.thing = ${id} and c.part is not distinct from ${part} and c.kind = ${kind} and c.operation = 'delete'
    order by c.seq desc limit 1`.execute(db)
  return rows[0]
}

/**
 * Locks the items of a deletion within the caller's transaction, as `lockTrashItem` does, and returns those that the
 * filter lets through, the last deleted first.
 */
export async function lockItemsOf(db: Database, filter: TrashFilter, deletion: Deletion): Promise<TrashRow[]> {
  const ofDeletion = sql`c.tx = ${deletion.tx} and c.at = ${deletion.at}::timestamptz`
  await sql`select from changes c where ${ofDeletion} and c.operation = 'delete' and ${isRoot} order by c.seq
    for update`.execute(db)
  const { rows } = await sql<TrashRow>`select ${columns} from changes c ${joins}
    where ${ofDeletion} and ${listed(filter)} order by c.seq desc`.execute(db)
  return rows
}

/** Locks an item within the caller's transaction, so that restorations and removals of it follow each other. */
export async function lockTrashItem(db: Database, { tx, seq }: { tx: number; seq: number }): Promise<void> {
  await sql`select from changes c where c.tx = ${tx} and c.seq = ${seq} for update`.execute(db)
}

/** Selects the positions of all items, newest first. */
export async function selectTrashPositions(
  db: Database,
  filter: TrashFilter,
): Promise<{ tx: number; seq: number; at: string }[]> {
  const { rows } = await selectEntries<{ tx: number; seq: number; at: string }>({
    columns: sql`c.tx, c.seq, c.at`,
    where: listed(filter),
    orderBy: sql`c.at desc, c.seq desc`,
  }).execute(db)
  return rows
}

/** A transaction that deleted something: its number, and its time, by which the part of the log is found. */
interface Deletion {
  tx: number
  at: string
}

/** The entries c (changes) of everything that the transactions deleted. */
const deletedBy = (deletions: readonly Deletion[]) => sql`(
        select distinct * from unnest(
          ${deletions.map(({ tx }) => tx)}::int8[], ${deletions.map(({ at }) => at)}::timestamptz[])) d(tx, at)
      join changes c on c.tx = d.tx and c.at = d.at and c.operation = 'delete'`

/** Counts what each transaction deleted, by kind, and how much of it was deleted on its own account. */
export async function selectGoneCounts(db: Database, deletions: readonly Deletion[]) {
  const { rows } = await sql<{ tx: number; kind: string; count: number; roots: number }>`
    select c.tx, c.kind, count(*)::int as count, count(*) filter (where ${isRoot} and c.kind = any(${trashKinds}::text[]))::int as roots
      from ${deletedBy(deletions)}
     group by c.tx, c.kind order by c.tx, c.kind`.execute(db)
  return rows
}

/** How many entries are read before other work has its turn. */
const atOnce = 1_000

/** Reads the entries of everything that transactions deleted, without the rows themselves. */
export async function selectGone(
  { db, budget }: Pick<Context, 'db' | 'budget'>,
  deletions: readonly Deletion[],
): Promise<(GoneEntry & { tx: number })[]> {
  const query = sql<GoneEntry & { tx: number }>`
    select c.tx, c.seq, c.kind, c.thing, c.part, c.parent_id, c.project_id,
           case c.kind when 'claim_relation' then array[c.before ->> 'target_claim_id']
             when 'type_correspondence' then array[c.before ->> 'second_persona_id',
               concat(c.before ->> 'first_persona_id', '/', c.before ->> 'first_type_id'),
               concat(c.before ->> 'second_persona_id', '/', c.before ->> 'second_type_id')] end as targets,
           case when c.kind = 'annotation' and c.before ->> 'type' = 'type' then c.before ->> 'label' end as label
      from ${deletedBy(deletions)}
     order by c.tx, c.seq`.compile(db)
  const entries: (GoneEntry & { tx: number })[] = []
  for await (const { rows } of db.getExecutor().stream<GoneEntry & { tx: number }>(query, atOnce)) {
    budget.takeRows(rows.length, 0)
    budget.check()
    entries.push(...rows)
    await giveWay(budget)
  }
  return entries
}

/**
 * Removes the content of things from the log: the deleted rows and the values that earlier changes replaced. The
 * entries themselves stay: the act, its time and its actor.
 */
export async function emptyEntries(
  db: Database,
  {
    things,
    parts,
    until,
  }: { things: readonly string[]; parts: readonly { thing: string; part: string }[]; until: number },
): Promise<void> {
  await sql`update changes c set before = null
    where c.thing = any(${things}::uuid[]) and c.seq <= ${until} and c.before is not null`.execute(db)
  if (parts.length)
    await sql`update changes c set before = null
      from unnest(${parts.map(({ thing }) => thing)}::uuid[], ${parts.map(({ part }) => part)}::text[]) p(thing, part)
      where c.thing = p.thing and c.part = p.part and c.seq <= ${until} and c.before is not null`.execute(db)
}
