import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Database } from '../../database/driver/client.js'
import { all, type Condition } from '../../database/rows/conditions.js'
import { equal } from '../../database/rows/equal.js'
import { keyset, type KeyColumn } from '../../database/rows/keyset.js'
import type { Page } from '../../lib/page.js'
import { changedColumns, inProject, selectEntries } from '../log/entries.sql.js'
import type { AuditFilter } from './audit.shape.js'

/** An entry as the log stores it. */
export interface AuditRow {
  log: string
  tx: number
  seq: number
  at: string
  kind: string
  thing: string | null
  part: string | null
  operation: 'insert' | 'update' | 'delete'
  version: number | null
  actorId: string | null
  actorName: string | null
  via: 'session' | 'token' | 'job' | 'schedule' | null
  viaId: string | null
  requestId: string | null
  projectId: string | null
  ownerId: string | null
  /** The columns that an update changed, as SQL names them. */
  members: string[]
  details: Record<string, unknown> | null
}

/**
 * Entries are sorted by the time of their transactions, not by position, so that a range of time is a range of the list
 * and of the parts of the table.
 */
const key: KeyColumn[] = [
  { column: 'c.at', type: 'timestamptz' },
  { column: 'c.tx', type: 'int8' },
  { column: 'c.seq', type: 'int8' },
]

const columns = sql.raw(
  [
    ...['tx', 'seq', 'at', 'kind', 'thing', 'part', 'operation', 'version', 'actor_id', 'via', 'via_id'],
    ...['request_id', 'project_id', 'owner_id', 'before', 'details'],
  ]
    .map((name) => `c.${name}`)
    .join(', '),
)

/** A condition for entries whose owner is not also the actor, which have their own index. */
const onlyOwner = (userId: string) => sql<SqlBool>`c.owner_id = ${userId} and c.owner_id is distinct from c.actor_id`

/** The conditions of the filter on the alias c, once for each index that leads to the entries of a user. */
function conditionsOf({ userId, projectId, from, to, ...same }: AuditFilter): Condition[] {
  const common = all(
    equal(same, {
      actorId: 'c.actor_id',
      kind: 'c.kind',
      operation: 'c.operation',
      thing: 'c.thing',
      via: 'c.via',
      viaId: 'c.via_id',
      requestId: 'c.request_id',
    }),
    inProject(projectId),
    from ? sql<SqlBool>`c.at >= ${from}::timestamptz` : undefined,
    to ? sql<SqlBool>`c.at < ${to}::timestamptz` : undefined,
  )
  if (!userId) return [common]
  return [all(sql<SqlBool>`c.actor_id = ${userId}`, common), all(onlyOwner(userId), common)]
}

const eachOf = (filter: AuditFilter, read: (where: Condition) => RawBuilder<unknown>) =>
  sql.join(
    conditionsOf(filter).map((where) => sql`(${read(where)})`),
    sql` union all `,
  )

/** Reads a page of the log: up to one entry more than the page holds, in reverse order if it is read backward. */
export async function selectAudit(
  db: Database,
  filter: AuditFilter,
  page: Page,
  direction: 'asc' | 'desc',
): Promise<AuditRow[]> {
  const { where, orderBy, limit } = keyset(page, key, direction)
  const entries = eachOf(filter, (of) => selectEntries({ columns, where: all(of, where), orderBy, limit }))
  const { rows } = await sql<AuditRow>`
    select change_log() as log, c.tx, c.seq, c.at, c.kind, c.thing, c.part, c.operation, c.version, c.actor_id,
           a.username as actor_name, c.via, c.via_id, c.request_id, c.project_id, c.owner_id, c.details,
           ${changedColumns('c')} as members
      from (select * from (${entries}) c order by ${orderBy} limit ${limit}) c left join users a on a.id = c.actor_id
     order by ${orderBy}`.execute(db)
  return rows
}

export async function countAudit(db: Database, filter: AuditFilter): Promise<number> {
  const counts = eachOf(filter, (of) => sql`select count(*) as n from changes c where ${of}`)
  const { rows } = await sql<{ count: number }>`select sum(n)::int as count from (${counts}) x`.execute(db)
  return rows[0]?.count ?? 0
}
