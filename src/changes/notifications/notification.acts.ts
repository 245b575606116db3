import { Int } from 'type-graphql'
import { act, type Acts } from '../../acts/act.js'
import { named, success } from '../../http/answers.js'
import { markNotificationsSeen, newNotifications, notificationsOf } from './notification.service.js'
import { notificationList, notificationQuery, seenBody } from './notification.shape.js'

export const notificationActs: Acts = {
  tag: 'Notifications',
  acts: [
    act({
      says:
        "Lists what others did to what is the caller's or for the caller in the last 30 days, newest first: reviews, " +
        'edits, comments, deletions, shares, assigned videos, invitations and memberships. Many acts of the same kind ' +
        'are one notification. It is about what the caller may still read, and about what was theirs and is deleted.',
      rest: 'GET /api/notifications',
      id: 'listNotifications',
      query: notificationQuery,
      run: (ctx, { query }) => notificationsOf(ctx, query),
      answer: named('NotificationList', notificationList),
      refuses: [403, 409],
    }),
    act({
      says: 'Marks what others did as seen, up to the position of a list of notifications.',
      rest: 'POST /api/notifications/seen',
      body: seenBody,
      run: (ctx, { body }) => markNotificationsSeen(ctx, body),
      answer: success,
      refuses: [403, 409],
      send: () => ({ success: true }),
      mutation: {
        name: 'markNotificationsSeen',
        input: 'Up to where the caller has seen what others did.',
        payload: { newCount: { type: () => Int, says: 'Number of notifications that are still new.' } },
        node: (ctx) => () => newNotifications(ctx),
      },
    }),
  ],
}
