import { abilitiesOf } from '../../access/abilities.js'
import { requireActor } from '../../access/actor.js'
import type { Context } from '../../context.js'
import { positionText, readPosition } from '../../database/changes/position.js'
import { validation } from '../../lib/errors.js'
import type { Connection } from '../../lib/page.js'
import { parse } from '../../lib/validate.js'
import { requireLog } from '../log/log-on.js'
import { actOf, deletedSubject, noteOf, subjectKind } from './notification-rows.js'
import {
  notificationPage,
  notificationQuery,
  usualNotifications,
  type Notification,
  type NotificationKind,
  type NotificationList,
  type NotificationQuery,
} from './notification.shape.js'
import {
  selectNotices,
  selectSeen,
  selectSubjects,
  updateSeen,
  type NoticeKey,
  type NoticeRow,
  type Subject,
} from './notification.sql.js'

/** How far back the list goes, in days. */
const daysBack = 30
/** The most entries of the log that one page reads. */
const mostRead = 200
/** Acts of one user within this time, in milliseconds, are one notification. */
const together = 3_600_000

/**
 * Returns what other users did to content of the actor, or for the actor, newest first. A page reads at most 200
 * entries of the log, however short it is. It covers only content that the actor may still read, and deleted content
 * that the actor owned. Throws VALIDATION_ERROR for an invalid `before`, and CONFLICT if the server keeps no log.
 */
export async function notificationsOf(ctx: Context, query: NotificationQuery): Promise<NotificationList> {
  const { limit, before } = parse(notificationQuery, query)
  const { groups, position, last, isWhole } = await readNotifications(ctx, limit, readKey(before, 'before'))
  return {
    notifications: groups.map(({ notification }) => notification),
    position,
    nextBefore: last && !isWhole ? keyText(last) : null,
  }
}

/** A notification with an id of its own: the place of its newest act in the log. */
export type NotificationNode = Notification & { id: string; thingId: string }

/** A page of notifications, with the position that marks all of them as seen and the number of new ones. */
export type NotificationPage = Connection<NotificationNode> & {
  nodes: NotificationNode[]
  position: string
  newCount: number
}

/**
 * Returns a page of the same list as a connection. The page that follows the last edge begins where this one ends;
 * the page that follows another edge begins after the newest act of that notification, so it repeats older acts of the
 * page and leaves out none. Throws as `notificationsOf`.
 */
export async function pageOfNotifications(
  ctx: Context,
  { first, after }: { first?: number | null; after?: string | null },
): Promise<NotificationPage> {
  const { first: limit } = parse(notificationPage, { ...(first != null && { first }) })
  const key = readKey(after ?? undefined, 'after')
  const { groups, position, last, isWhole, newCount } = await readNotifications(ctx, limit, key)
  const edges = groups.map(({ notification, newest }, at) => ({
    cursor: keyText(at === groups.length - 1 ? last! : newest),
    node: { ...notification, thingId: notification.thing, id: `notification/${newest.tx}-${newest.seq}` },
  }))
  return {
    edges,
    nodes: edges.map(({ node }) => node),
    pageInfo: {
      hasNextPage: !isWhole,
      hasPreviousPage: after != null,
      startCursor: edges[0]?.cursor ?? null,
      endCursor: last ? keyText(last) : null,
    },
    position,
    newCount,
  }
}

async function readNotifications(ctx: Context, limit: number | undefined, key: NoticeKey | null) {
  const { userId } = requireActor(ctx)
  requireLog(ctx)
  // Read first, because an entry that is committed after this is new, whether the list has it already or not.
  const { log, tx, seen } = await selectSeen(ctx.db, userId)
  const abilities = await abilitiesOf(ctx)
  const since = new Date(ctx.now().getTime() - daysBack * 24 * 3_600_000)
  const rows = await selectNotices(ctx.db, abilities, since, key, mostRead)
  const subjects = await subjectsOf(ctx, rows)
  const { groups, last } = grouped(rows, subjects, seen, limit ?? usualNotifications)
  const isWhole = last === rows.at(-1) && rows.length < mostRead
  const newCount = grouped(rows, subjects, seen, Infinity).groups.filter(
    ({ notification }) => notification.isNew,
  ).length
  return { groups, last, isWhole, newCount, position: positionText({ log, tx, seq: 0 }) }
}

/** Returns the things of the rows that the actor may read, by the kind and id of the entries. */
async function subjectsOf(ctx: Context, rows: readonly NoticeRow[]): Promise<Map<string, Subject>> {
  const idsOf = new Map<string, Set<string>>()
  for (const row of rows) {
    const kind = subjectKind(row)
    if (kind) idsOf.set(kind, (idsOf.get(kind) ?? new Set()).add(row.thing))
  }
  const wanted = new Map([...idsOf].map(([kind, ids]) => [kind, [...ids]]))
  const subjects = await selectSubjects(ctx.db, await abilitiesOf(ctx), wanted)
  return new Map(subjects.map((one) => [`${one.of} ${one.id}`, one]))
}

/**
 * Groups entries about the same act of the same user, until there are `limit` groups. `last` is the last entry that is
 * in a group or has no notification.
 */
function grouped(rows: readonly NoticeRow[], subjects: ReadonlyMap<string, Subject>, seen: number, limit: number) {
  const groups: { notification: Notification; newest: NoticeRow }[] = []
  const open = new Map<string, { notification: Notification; things: Set<string>; first: number }>()
  let last: NoticeRow | undefined
  for (const row of rows) {
    const description = describe(row, subjects)
    if (description) {
      const { subject, act, note } = description
      const where = subject.videoId ?? subject.projectId
      const key = JSON.stringify([row.actorId, act, subject.kind, where, note, row.tx >= seen])
      const current = open.get(key)
      if (current && current.first - row.ms <= together) {
        current.things.add(subject.thing)
        current.notification.count = current.things.size
      } else {
        if (groups.length === limit) break
        const notification: Notification = {
          ...{ at: row.at, act, kind: subject.kind as NotificationKind, count: 1, thing: subject.thing },
          name: subject.name,
          actor: { id: row.actorId!, username: row.username, displayName: row.displayName },
          note,
          ...{ videoId: subject.videoId, videoName: subject.videoName, personaId: subject.personaId },
          ...{ projectId: subject.projectId, projectName: subject.projectName, isNew: row.tx >= seen },
        }
        groups.push({ notification, newest: row })
        open.set(key, { notification, things: new Set([subject.thing]), first: row.ms })
      }
    }
    last = row
  }
  return { groups, last }
}

/**
 * Describes an entry for the user; undefined if it has no actor, is not worth telling, or the user may not read its
 * thing.
 */
function describe(row: NoticeRow, subjects: ReadonlyMap<string, Subject>) {
  if (row.actorId === null) return undefined
  const kind = subjectKind(row)
  const now = subjects.get(`${kind} ${row.thing}`)
  const act = actOf(row, now)
  if (!act) return undefined
  const subject = act === 'deleted' ? deletedSubject(row) : now
  if (!subject) return undefined
  return { subject, act, note: ['accepted', 'rejected'].includes(act) ? noteOf(row, now) : null }
}

/** Returns the number of new notifications among the 200 newest acts. */
export const newNotifications = async (ctx: Context): Promise<number> =>
  (await readNotifications(ctx, 1, null)).newCount

/** Marks everything before a position as seen. Throws VALIDATION_ERROR for a position that is not from this log. */
export async function markNotificationsSeen(ctx: Context, { position }: { position: string }): Promise<void> {
  const { userId } = requireActor(ctx)
  requireLog(ctx)
  const { log } = await selectSeen(ctx.db, userId)
  const place = readPosition(position)
  if (place?.log !== log) throw validation([{ field: 'position', message: 'must be the `position` of a list' }])
  await updateSeen(ctx.db, userId, place.tx, ctx.now())
}

const keyText = ({ ms, tx, seq }: NoticeRow): string => `${ms}-${tx}-${seq}`

function readKey(text: string | undefined, field: 'before' | 'after'): NoticeKey | null {
  if (text === undefined) return null
  const [, at, tx, seq] = /^(\d{1,15})-(\d{1,15})-(\d{1,15})$/.exec(text) ?? []
  if (at === undefined)
    throw validation([{ field, message: field === 'after' ? 'is not a cursor' : 'must be the `nextBefore` of a page' }])
  return { at: Number(at), tx: Number(tx), seq: Number(seq) }
}
