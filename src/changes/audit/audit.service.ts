import { requireAdmin } from '../../access/require.js'
import type { Context } from '../../context.js'
import { positionText } from '../../database/changes/position.js'
import { databaseWithin } from '../../database/driver/driver.js'
import { unlimited } from '../../lib/fairness/budget.js'
import { validation } from '../../lib/errors.js'
import { utcOf } from '../../lib/moment.js'
import { listPage, type KeyValue, type ListPage, type PageArguments } from '../../lib/page.js'
import { partsOfQuery, refusePage, type PageQuery } from '../../lib/page-query.js'
import { auditConditionsSchema, type AuditEntry, type AuditFilter } from './audit.shape.js'
import { parse } from '../../lib/validate.js'
import { requireLog } from '../log/log-on.js'
import { countAudit, selectAudit, type AuditRow } from './audit.sql.js'

/** Returns the filter as it is compared: times in UTC, without the fields that are null. */
function filterOf(conditions: { [Name in keyof AuditFilter]: AuditFilter[Name] | null }): AuditFilter {
  const present = Object.fromEntries(
    Object.entries(conditions).filter(([, value]) => value !== null && value !== undefined),
  )
  const filter = parse(auditConditionsSchema, present)
  const [from, to] = [filter.from, filter.to].map((time) => (time === undefined ? undefined : utcOf(time)!))
  if (from && to && from > to) throw validation([{ field: 'to', message: 'must not be before `from`' }])
  return { ...filter, ...(from && { from }), ...(to && { to }) }
}

const camel = (name: string) => name.replace(/_([a-z])/g, (_all, letter: string) => letter.toUpperCase())

interface Placed {
  entry: AuditEntry
  key: KeyValue[]
}

/** Returns an entry as administrators see it, and its place in the list. */
function shown({ log, tx, seq, actorId, actorName, members, ...row }: AuditRow): Placed {
  const entry = {
    position: positionText({ log, tx, seq }),
    at: row.at,
    kind: row.kind,
    thing: row.thing,
    part: row.part,
    operation: row.operation,
    version: row.version,
    actor: actorId === null ? null : { id: actorId, username: actorName },
    via: row.via,
    viaId: row.viaId,
    requestId: row.requestId,
    projectId: row.projectId,
    ownerId: row.ownerId,
    members: members.map(camel),
    details: row.details,
  }
  return { entry, key: [row.at, tx, seq] }
}

/**
 * Returns one page of the entries, newest first. For administrators. Throws CONFLICT if no log is kept, and
 * VALIDATION_ERROR for times in the wrong order.
 */
export async function pageOfAudit(
  ctx: Context,
  args: PageArguments,
  conditions: { [Name in keyof AuditFilter]: AuditFilter[Name] | null },
): Promise<ListPage<AuditEntry>> {
  requireAdmin(ctx)
  requireLog(ctx)
  const filter = filterOf(conditions)
  const page = await listPage<Placed>(args, {
    name: 'audit',
    filter,
    kinds: ['time', 'number', 'number'],
    keyOf: ({ key }) => key,
    select: async (wanted) => (await selectAudit(ctx.db, filter, wanted, 'desc')).map(shown),
    count: () => countAudit(ctx.db, filter),
  })
  return {
    ...page,
    edges: page.edges.map(({ cursor, node }) => ({ cursor, node: node.entry })),
    nodes: page.nodes.map(({ entry }) => entry),
  }
}

/** Returns the page that a query of REST asks for. */
export async function auditOfQuery(ctx: Context, query: AuditFilter & PageQuery) {
  const { filter, page, totalCount } = partsOfQuery(query)
  const { nodes, pageInfo, countAll } = await pageOfAudit(ctx, page, filter)
  return { entries: nodes, pageInfo, ...(totalCount && { totalCount: await countAll() }) }
}

/** How many entries are read at once for a list that is sent as a whole. */
const entriesAtOnce = 500

/**
 * Opens all entries that pass the filter as lines of JSON, oldest first. Reads some hundred entries at a time, so that
 * a slow client holds no connection. Takes one of the places of exports; throws RATE_LIMITED if no place is free.
 */
export async function openAuditLines(
  ctx: Context,
  query: AuditFilter & PageQuery,
): Promise<{ body: AsyncIterable<Buffer>; close(): Promise<void> }> {
  const { userId, isAdmin } = requireAdmin(ctx)
  requireLog(ctx)
  refusePage(query)
  const filter = filterOf(partsOfQuery(query).filter)
  const gone = ctx.clientGone()
  const place = await ctx.admission.enter('export', userId, gone, { isAdmin, hurry: () => ctx.hurry() })
  const budget = unlimited(ctx.budget.person)
  gone.addEventListener('abort', () => budget.end(gone.reason as Error), { once: true })
  const db = databaseWithin(ctx.db, budget)
  async function* body() {
    for (let after: KeyValue[] | null = null; ;) {
      const page = { limit: entriesAtOnce - 1, backward: false, after, before: null }
      const rows: Placed[] = (await selectAudit(db, filter, page, 'asc')).map(shown)
      if (rows.length) yield Buffer.from(rows.map(({ entry }) => `${JSON.stringify(entry)}\n`).join(''))
      if (rows.length < entriesAtOnce) return
      after = rows.at(-1)!.key
    }
  }
  return { body: body(), close: async () => place.leave() }
}
