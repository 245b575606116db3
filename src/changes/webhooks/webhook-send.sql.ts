import { sql, type SqlBool, type Updateable } from 'kysely'
import type { Database } from '../../database/driver/client.js'
import { selectHorizon } from '../../database/changes/position.js'
import type { WebhookDeliveries, Webhooks } from '../../database/schema.js'
import { all } from '../../database/rows/conditions.js'
import { selectEntries, type Place } from '../log/entries.sql.js'
import { webhookRecord } from './webhook.shape.js'
import { deliveryColumns } from './webhook.sql.js'

/** Selects the place before which the log is complete, and the name of the log. */
export async function selectEnd(db: Database): Promise<{ log: string; tx: number }> {
  const { rows } = await selectHorizon.execute(db)
  return rows[0]!
}

/** The entries that a webhook reports. */
export interface About {
  projectId: string | null
  kinds: readonly string[]
  /** The kinds of which the webhook reports only entries of its maker. */
  ofMaker: readonly string[]
  makerId: string
  /** The first transaction that had not begun when the webhook was made. */
  firstTx: number
  /** Earlier transactions that were running then. */
  runningTx: readonly number[]
}

/** An entry in the form of messages. */
export interface ToldRow extends Place {
  at: string
  kind: string
  thing: string | null
  part: string | null
  operation: string
  version: number | null
  projectId: string | null
  ownerId: string | null
  actorId: string | null
}

/** The fields of an entry that decide which webhooks report it. */
export type News = Pick<ToldRow, 'kind' | 'projectId' | 'ownerId'> & { formerProjectId: string | null }

/** Whether a webhook reports an entry that was made after the webhook, by the same rule as `selectTold`. */
export const isTold = (
  { projectId, kinds, ofMaker, makerId }: Omit<About, 'firstTx' | 'runningTx'>,
  entry: News,
): boolean =>
  kinds.includes(entry.kind) &&
  (projectId === null || entry.projectId === projectId || entry.formerProjectId === projectId) &&
  (!ofMaker.includes(entry.kind) || entry.ownerId === makerId)

/** Whether a webhook would report an entry if its maker could read everything. */
export const mayBeTold = ({ projectId, kinds, createdBy }: SendRow, entry: News): boolean =>
  isTold({ projectId, kinds, ofMaker: [], makerId: createdBy }, entry)

/**
 * Reads the first entries from one place up to another, before which the log must be complete, in the order of the
 * log.
 */
export async function selectTold(db: Database, about: About, from: Place, to: Place, most: number): Promise<ToldRow[]> {
  const { projectId, kinds, ofMaker, makerId, firstTx, runningTx } = about
  const { rows } = await selectEntries<ToldRow>({
    columns: sql`c.tx, c.seq, c.at, c.kind, c.thing, c.part, c.operation, c.version, c.project_id, c.owner_id, c.actor_id`,
    ...{ from, to, kinds, projectId, limit: most },
    where: all(
      ofMaker.length
        ? sql<SqlBool>`(c.kind <> all(${ofMaker}::text[]) or c.owner_id is not distinct from ${makerId}::uuid)`
        : undefined,
      from.tx < firstTx ? sql<SqlBool>`(c.tx >= ${firstTx} or c.tx = any(${runningTx}::int8[]))` : undefined,
    ),
  }).execute(db)
  return rows
}

/** The most entries that are read for all webhooks together. */
const mostNews = 5000

/**
 * Selects the entries of the log from one transaction up to another, with the fields that decide which webhooks report
 * them; null if they are too many.
 */
export async function selectNews(db: Database, from: number, to: number): Promise<News[] | null> {
  const { rows } = await sql<News & { entries: number }>`
    select kind, project_id, former_project_id, owner_id, count(*)::int as entries from (
      select c.kind, c.project_id, c.former_project_id, c.owner_id from changes c
       where c.tx >= ${from} and c.tx < ${to} limit ${mostNews + 1}) c
     group by kind, project_id, former_project_id, owner_id`.execute(db)
  return rows.reduce((sum, { entries }) => sum + entries, 0) > mostNews ? null : rows
}

/** Selects the active webhooks without a sender whose next attempt is due, and whether they have messages to send. */
export async function selectDue(db: Database, now: Date) {
  const columns = sql.join(webhookRecord.names.map((name) => sql.ref(`w.${webhookRecord.fields[name].column}`)))
  const { rows } = await sql<SendRow & { hasPending: boolean }>`
    select ${columns}, exists (select from webhook_deliveries d where d.webhook_id = w.id and d.status = 'pending') as has_pending
      from webhooks w
     where w.is_active and (w.leased_until is null or w.leased_until < ${now}) and (w.retry_at is null or w.retry_at <= ${now})
     order by w.retry_at nulls first, w.id`.execute(db)
  return rows
}

/** A webhook in the form that its sender reads. */
export type SendRow = NonNullable<Awaited<ReturnType<typeof claimWebhook>>>

/** Takes a webhook for a sender; undefined if another sender has it, or nothing may be sent to it. */
export function claimWebhook(
  db: Database,
  id: string,
  { sender, now, until }: { sender: string; now: Date; until: Date },
) {
  return db
    .updateTable('webhooks')
    .set({ leasedBy: sender, leasedUntil: until })
    .where('id', '=', id)
    .where('isActive', '=', true)
    .where(sql<SqlBool>`(leased_until is null or leased_until < ${now}) and (retry_at is null or retry_at <= ${now})`)
    .returning(webhookRecord.names)
    .executeTakeFirst()
}

/** Keeps a webhook for its sender, and reads it anew; undefined if it was lost, deleted or switched off. */
export function renewHeld(db: Database, id: string, sender: string, until: Date) {
  return db
    .updateTable('webhooks')
    .set({ leasedUntil: until })
    .where('id', '=', id)
    .where('isActive', '=', true)
    .where('leasedBy', '=', sender)
    .returning(webhookRecord.names)
    .executeTakeFirst()
}

/** Changes a webhook that the sender has; returns false if the sender has lost it. */
export async function updateHeld(
  db: Database,
  id: string,
  sender: string,
  changes: Updateable<Webhooks>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('webhooks')
    .set(changes)
    .where('id', '=', id)
    .where('leasedBy', '=', sender)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Moves the place of a webhook, unless another request has moved it meanwhile or a sender has it. */
export async function moveOn(db: Database, id: string, from: Place, to: Place): Promise<void> {
  await sql`update webhooks set tx = ${to.tx}, seq = ${to.seq}
    where id = ${id} and tx = ${from.tx} and seq = ${from.seq} and leased_by is null`.execute(db)
}

/** Moves the place of a webhook that the sender has; returns false if the webhook was lost or moved. */
export async function moveHeld(db: Database, id: string, sender: string, from: Place, to: Place): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('webhooks')
    .set({ tx: to.tx, seq: to.seq })
    .where('id', '=', id)
    .where('leasedBy', '=', sender)
    .where('tx', '=', from.tx)
    .where('seq', '=', from.seq)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Selects the next message to send of a webhook. */
export function selectPending(db: Database, webhookId: string) {
  return db
    .selectFrom('webhookDeliveries')
    .select(deliveryColumns)
    .where('webhookId', '=', webhookId)
    .where('status', '=', 'pending')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
}

export async function updateDelivery(db: Database, id: string, changes: Updateable<WebhookDeliveries>): Promise<void> {
  await db.updateTable('webhookDeliveries').set(changes).where('id', '=', id).execute()
}
