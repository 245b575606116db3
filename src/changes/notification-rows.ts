import type { Subject, NoticeRow } from './notification.sql.js'
import { kindNamed } from '../kinds.js'
import { contentOf } from './logged-kinds.js'
import type { NotificationAct } from './notification.shape.js'

// What an entry of the log is to the user whose thing it is about: an act, or nothing worth telling.

/** The kind of content that entries of a kind are about; undefined for kinds of which nobody is told. */
const contentToTell = (kind: string) => (kindNamed(kind)?.isQuiet ? undefined : contentOf(kind))

/** The acts that entries of access stand for, by kind and operation. */
const accessActs: Readonly<Record<string, NotificationAct>> = {
  'share insert': 'shared',
  'project_invitation insert': 'invited',
  'project_membership insert': 'added',
  'group_membership insert': 'added',
  'video_assignment insert': 'assigned',
}

/** The kind by which the thing of an entry is read; undefined for entries that nobody is told about. */
export function subjectKind({ kind }: NoticeRow): string | undefined {
  return contentToTell(kind) ?? (Object.keys(accessActs).some((one) => one.startsWith(`${kind} `)) ? kind : undefined)
}

const isType = (kind: string) => contentToTell(kind) === 'persona' && kind !== 'persona'

/** What was done; undefined for what is not worth telling. `now` is the thing as it is, if the user may read it. */
export function actOf(row: NoticeRow, now: Subject | undefined): NotificationAct | undefined {
  const { kind, operation, members } = row
  if (!contentToTell(kind)) {
    // A video that was assigned to somebody else is now for the user.
    if (kind === 'video_assignment' && operation === 'update')
      return row.isHandedOver || members.includes('assigned_user_id') ? 'assigned' : undefined
    return accessActs[`${kind} ${operation}`]
  }
  // A type is part of a persona, whatever happens to it.
  if (isType(kind)) return 'edited'
  if (operation !== 'update') return operation === 'delete' ? 'deleted' : 'restored'
  if (members.includes('version')) {
    const said = members.filter((name) => !['version', 'updated_at'].includes(name) && !name.startsWith('review'))
    return said.length === 1 && said[0] === 'comment' ? 'commented' : 'edited'
  }
  if (!members.includes('reviewed_at')) return undefined
  const state = row.reviewState ?? now?.reviewState
  return state === 'accepted' || state === 'rejected' ? state : 'reopened'
}

/** The note of a review. */
export const noteOf = (row: NoticeRow, now: Subject | undefined): string | null =>
  row.hasNote ? row.reviewNote : (now?.reviewNote ?? null)

/** The thing that a deletion took, which was the user's own (src/access/deleted.ts). */
export function deletedSubject({ kind, thing, name, videoId, personaId }: NoticeRow): Subject {
  const none = { videoName: null, projectId: null, projectName: null, reviewState: null, reviewNote: null }
  return { of: kind, id: thing, kind: contentToTell(kind)!, thing, name, videoId, personaId, ...none }
}
