import { Type, type Static } from '@sinclair/typebox'
import { anyId, says, typed } from '../../lib/described.js'
import { enumeration, nullable, shortText } from '../../lib/schema.js'
import { kindOf } from '../../kind-words.js'
import { contentTypes, type ContentType } from '../../access/vocabulary.js'
import { historyActor } from '../history/history.shape.js'

const acts = [
  ...(['accepted', 'rejected', 'reopened', 'edited', 'commented', 'deleted', 'restored'] as const),
  ...(['shared', 'assigned', 'invited', 'added'] as const),
] as const
export type NotificationAct = (typeof acts)[number]
const act = enumeration(
  'NotificationAct',
  'What somebody did. ACCEPTED, REJECTED, REOPENED: a review. EDITED, COMMENTED, DELETED, RESTORED: of what is the ' +
    "caller's. SHARED: with the caller or a group of theirs. ASSIGNED: a video. INVITED: to a project. ADDED: to a " +
    'project or a group.',
  acts,
)

const places = ['video', 'project', 'group'] as const
export type NotificationKind = ContentType | (typeof places)[number]
const kinds: readonly NotificationKind[] = [...contentTypes, ...places]
const kind = kindOf(kinds)

const text = Type.String()

export const notification = typed(
  'Notification',
  "Something that somebody else did to what is the user's, or for the user: one row for many acts of the same kind. " +
    'It is about what the user may read, and about what was theirs and is deleted.',
  Type.Object({
    at: says('When it was done; of several the last.', Type.String({ format: 'date-time' })),
    act: says('What was done.', act),
    kind: says('Kind of what it was done to.', kind),
    count: says('Number of the things it was done to, within an hour.', Type.Integer({ minimum: 1 })),
    thing: says('ID of the thing; of several the last.', anyId(text)),
    name: says('Its name, or the beginning of its text; null where it has none.', nullable(text)),
    actor: says('Who did it.', historyActor),
    note: says('Note of the review; null without one.', nullable(text)),
    videoId: says('ID of the video that it is about; null for none.', nullable(anyId(text))),
    videoName: says('File name of that video; null for none that the user may see.', nullable(text)),
    personaId: says('ID of the persona of a summary or claim; null for other things.', nullable(anyId(text))),
    projectId: says('ID of the project that it is in; null for none.', nullable(anyId(text))),
    projectName: says('Name of that project; null where the user may not read it.', nullable(text)),
    isNew: says('Whether it was done after what the user has marked as seen.', Type.Boolean()),
  }),
)
export type Notification = Static<typeof notification>

export const notificationList = typed(
  'NotificationList',
  'What others did, newest first.',
  Type.Object({
    notifications: says('The notifications.', Type.Array(notification)),
    position: says('Position that marks all of this as seen.', text),
    nextBefore: says('Where the next page begins (`before`); null at the end of the last 30 days.', nullable(text)),
  }),
)
export type NotificationList = Static<typeof notificationList>

const most = 100
export const usualNotifications = 30
export const notificationQuery = Type.Object({
  limit: Type.Optional(
    says(
      `Number of notifications at most, from 1 to ${most}; ${usualNotifications} when absent. A page can have fewer although more follow.`,
      Type.Integer({ minimum: 1, maximum: most }),
    ),
  ),
  before: Type.Optional(says('`nextBefore` of the page before.', shortText)),
})
export const notificationPage = Type.Object({ first: notificationQuery.properties.limit })
export type NotificationQuery = Static<typeof notificationQuery>

export const seenBody = Type.Object({ position: says('`position` of the list that was shown.', shortText) })
