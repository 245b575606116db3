import type { Subject, NoticeRow } from './notification.sql.js'
import { kindNamed } from '../../kinds.js'
import { contentOf } from '../log/logged-kinds.js'
import type { NotificationAct } from './notification.shape.js'

// Translates an entry of the log into the act that its user is told about, if it is worth telling.

/** Returns the kind of content that entries of a kind are about; undefined for kinds without notifications. */
const contentToTell = (kind: string) => (kindNamed(kind)?.isQuiet ? undefined : contentOf(kind))

/** The acts of entries about access, by kind and operation. */
const accessActs: Readonly<Record<string, NotificationAct>> = {
  'share insert': 'shared',
  'project_invitation insert': 'invited',
  'project_membership insert': 'added',
  'group_membership insert': 'added',
  'video_assignment insert': 'assigned',
}

/** Returns the kind by which the thing of an entry is read; undefined for entries without notifications. */
export function subjectKind({ kind }: NoticeRow): string | undefined {
  return contentToTell(kind) ?? (Object.keys(accessActs).some((one) => one.startsWith(`${kind} `)) ? kind : undefined)
}

const isType = (kind: string) => contentToTell(kind) === 'persona' && kind !== 'persona'

/**
 * Returns the act of an entry; undefined for an entry that is not worth telling. `now` is the thing in its current
 * state, if the user may read it.
 */
export function actOf(row: NoticeRow, now: Subject | undefined): NotificationAct | undefined {
  const { kind, operation, members } = row
  if (!contentToTell(kind)) {
    // A video that was reassigned from another user is now assigned to the user.
    if (kind === 'video_assignment' && operation === 'update')
      return row.isHandedOver || members.includes('assigned_user_id') ? 'assigned' : undefined
    return accessActs[`${kind} ${operation}`]
  }
  // Any change of a type is an edit of its persona.
  if (isType(kind)) return 'edited'
  if (operation !== 'update') return operation === 'delete' ? 'deleted' : 'restored'
  if (members.includes('version')) {
    const changed = members.filter((name) => !['version', 'updated_at'].includes(name) && !name.startsWith('review'))
    return changed.length === 1 && changed[0] === 'comment' ? 'commented' : 'edited'
  }
  if (!members.includes('reviewed_at')) return undefined
  const state = row.reviewState ?? now?.reviewState
  return state === 'accepted' || state === 'rejected' ? state : 'reopened'
}

/** Returns the note of a review. */
export const noteOf = (row: NoticeRow, now: Subject | undefined): string | null =>
  row.hasNote ? row.reviewNote : (now?.reviewNote ?? null)

/** Returns a deleted thing that the user owned (src/access/deleted.ts). */
export function deletedSubject({ kind, thing, name, videoId, personaId }: NoticeRow): Subject {
  const none = { videoName: null, projectId: null, projectName: null, reviewState: null, reviewNote: null }
  return { of: kind, id: thing, kind: contentToTell(kind)!, thing, name, videoId, personaId, ...none }
}
