import { sql, type Insertable, type SqlBool, type Updateable } from 'kysely'
import type { Encrypted } from '../../accounts/key-cipher.js'
import type { Database } from '../../database/driver/client.js'
import { horizon } from '../../database/changes/position.js'
import { all, is, isAny, type Condition } from '../../database/rows/conditions.js'
import { deleteInBatches } from '../../database/rows/delete-in-batches.js'
import { keyset, newestKey } from '../../database/rows/keyset.js'
import type { WebhookDeliveries, Webhooks } from '../../database/schema.js'
import type { Page } from '../../lib/page.js'
import { deliveryRecord, webhookRecord } from './webhook.shape.js'

export type WebhookRow = NonNullable<Awaited<ReturnType<typeof selectWebhook>>>
export type DeliveryRow = NonNullable<Awaited<ReturnType<typeof selectDelivery>>>

const columns = webhookRecord.names
export const deliveryColumns = deliveryRecord.names

/** A condition on the alias w: webhooks about one of the projects. */
const about = (projects: readonly string[] | 'every'): Condition | undefined =>
  projects === 'every' ? undefined : isAny('w.project_id', projects, 'uuid')

export interface WebhookFilter {
  projects: readonly string[] | 'every'
  projectId?: string | null
}

const listed = ({ projects, projectId }: WebhookFilter) => all(about(projects), is('w.project_id', projectId))

export function selectWebhookPage(db: Database, filter: WebhookFilter, page: Page) {
  const { where, orderBy, limit } = keyset(page, newestKey('w'), 'desc')
  return db
    .selectFrom('webhooks as w')
    .select(columns)
    .where(listed(filter))
    .where(where)
    .orderBy(orderBy)
    .limit(limit)
    .execute()
}

export async function countWebhooks(db: Database, filter: WebhookFilter): Promise<number> {
  const { count } = await db
    .selectFrom('webhooks as w')
    .where(listed(filter))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/**
 * Counts the webhooks of a project, or of the whole server; until the transaction ends, no other request can add one.
 */
export async function countLockedWebhooks(db: Database, projectId: string | null): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`webhooks ${projectId ?? ''}`}, 0))`.execute(db)
  const { count } = await db
    .selectFrom('webhooks')
    .where('projectId', projectId === null ? 'is' : '=', projectId)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export function selectWebhook(db: Database, id: string) {
  return db.selectFrom('webhooks').select(columns).where('id', '=', id).executeTakeFirst()
}

/**
 * Inserts a webhook, which begins where the log ends. It reports the changes of transactions that have not ended yet.
 * A long transaction, of any database of the cluster, keeps the end of the log behind entries that are visible already:
 * `firstTx` and `runningTx` tell these entries apart.
 */
export function insertWebhook(db: Database, row: Omit<Insertable<Webhooks>, 'tx' | 'seq' | 'firstTx' | 'runningTx'>) {
  const snapshot = sql`pg_current_snapshot()`
  const firstTx = sql<number>`change_base() + pg_snapshot_xmax(${snapshot})::text::bigint`
  const runningTx = sql<
    number[]
  >`array(select change_base() + running::text::bigint from pg_snapshot_xip(${snapshot}) running)`
  return db
    .insertInto('webhooks')
    .values({ ...row, tx: horizon, seq: 0, firstTx, runningTx })
    .returning(columns)
    .executeTakeFirstOrThrow()
}

export function updateWebhook(db: Database, id: string, changes: Updateable<Webhooks>) {
  return db.updateTable('webhooks').set(changes).where('id', '=', id).returning(columns).executeTakeFirst()
}

export async function deleteWebhook(db: Database, id: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('webhooks').where('id', '=', id).executeTakeFirst()
  return numDeletedRows > 0n
}

export function selectDelivery(db: Database, webhookId: string, id: string) {
  return db
    .selectFrom('webhookDeliveries')
    .select(deliveryColumns)
    .where('webhookId', '=', webhookId)
    .where('id', '=', id)
    .executeTakeFirst()
}

export function selectDeliveryPage(db: Database, webhookId: string, page: Page) {
  const { where, orderBy, limit } = keyset(page, newestKey('d'), 'desc')
  return db
    .selectFrom('webhookDeliveries as d')
    .select(deliveryColumns)
    .where('webhookId', '=', webhookId)
    .where(where)
    .orderBy(orderBy)
    .limit(limit)
    .execute()
}

export async function countDeliveries(db: Database, webhookId: string): Promise<number> {
  const { count } = await db
    .selectFrom('webhookDeliveries')
    .where('webhookId', '=', webhookId)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export function insertDelivery(db: Database, row: Insertable<WebhookDeliveries>) {
  return db.insertInto('webhookDeliveries').values(row).returning(deliveryColumns).executeTakeFirstOrThrow()
}

/**
 * Whether a repetition of the changes of a message is still to be sent. Locks the webhook, so that two concurrent
 * requests do not both find no repetition.
 */
export async function isReplayPending(
  db: Database,
  webhookId: string,
  { fromTx, fromSeq, toTx, toSeq }: Pick<DeliveryRow, 'fromTx' | 'fromSeq' | 'toTx' | 'toSeq'>,
): Promise<boolean> {
  await db.selectFrom('webhooks').select('id').where('id', '=', webhookId).forUpdate().execute()
  const { rows } = await sql`select from webhook_deliveries d where d.webhook_id = ${webhookId} and d.status = 'pending'
    and d.is_replay and (d.from_tx, d.from_seq, d.to_tx, d.to_seq) = (${fromTx}, ${fromSeq}, ${toTx}, ${toSeq})
    limit 1`.execute(db)
  return rows.length > 0
}

/** Gives up the unsent messages of a webhook, except messages that a user asked for again. */
export async function endPending(db: Database, webhookId: string, error: string): Promise<void> {
  await db
    .updateTable('webhookDeliveries')
    .set({ status: 'failed', error })
    .where('webhookId', '=', webhookId)
    .where('status', '=', 'pending')
    .where('isReplay', '=', false)
    .execute()
}

/** Deletes messages that were made before a moment and will not be sent; returns how many. */
export const deleteDeliveriesBefore = (db: Database, before: Date): Promise<number> =>
  deleteInBatches(db, 'webhookDeliveries', sql<SqlBool>`created_at < ${before} and status <> 'pending'`)

/** Returns all stored secrets of webhooks, the newest and the former secrets. */
export async function selectWebhookSecrets(db: Database): Promise<(Encrypted & { id: string })[]> {
  const rows = await db
    .selectFrom('webhooks')
    .select(['id', 'encryptedSecret', 'encryptionKeyId', 'previousSecret', 'previousKeyId'])
    .execute()
  return rows.flatMap(({ id, encryptedSecret, encryptionKeyId, previousSecret, previousKeyId }) => [
    { id, encryptedKey: encryptedSecret, encryptionKeyId },
    ...(previousSecret !== null && previousKeyId !== null
      ? [{ id, encryptedKey: previousSecret, encryptionKeyId: previousKeyId }]
      : []),
  ])
}

/** Locks and returns the webhooks with a secret that is encrypted by another key than this key. */
export function lockWebhooksToRotate(db: Database, keyId: string) {
  return db
    .selectFrom('webhooks')
    .select(['id', 'encryptedSecret', 'encryptionKeyId', 'previousSecret', 'previousKeyId'])
    .where((eb) => eb.or([eb('encryptionKeyId', '!=', keyId), eb('previousKeyId', '!=', keyId)]))
    .orderBy('id')
    .forUpdate()
    .execute()
}
