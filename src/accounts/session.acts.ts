import { Type } from '@sinclair/typebox'
import { act, type Acts, type Reply } from '../acts/act.js'
import { listAct } from '../acts/list-act.js'
import { answerShapes } from '../database/rows/record-schema.js'
import { named, success } from '../http/answers.js'
import { clearSessionCookie } from '../http/auth.js'
import { says } from '../lib/described.js'
import { optional } from '../lib/schema.js'
import * as sessions from './session-list.service.js'
import { sessionId, sessionRecord } from './session.shape.js'
import { aboutCurrent } from './session.type.js'
import { person, userWith } from './user.shape.js'

const shown = Type.Object({ ...answerShapes(sessionRecord), isCurrent: says(aboutCurrent, Type.Boolean()) })
const session = named('Session', Type.Omit(shown, ['userId']))
const sessionOfUser = named(
  'SessionOfUser',
  Type.Object({
    ...shown.properties,
    ...userWith('username', 'displayName').properties,
    user: says('The user whose session it is.', person),
  }),
)

const asAdmin = { asAdmin: true }
const asAdministrator = optional(
  says(
    'True to act as administrator and end a session of any user; FORBIDDEN for everybody else. False when absent.',
    Type.Boolean(),
  ),
)

/** Returns the answer, and clears the cookie if the ended session is that of the request (SE-03). */
function done({ reply, ctx }: Reply, wasCurrent: boolean) {
  if (wasCurrent) clearSessionCookie(ctx, reply)
  return { success: true }
}

export const sessionActs: Acts = {
  tag: 'Sessions',
  acts: [
    listAct({
      says: "Lists the caller's sessions, newest first.",
      rest: 'GET /api/sessions',
      id: 'listSessions',
      item: session,
      list: (ctx) => sessions.listSessions(ctx),
      show: ({ userId: _id, username: _name, displayName: _shown, ...rest }) => rest,
    }),
    listAct({
      says: 'Lists the sessions of all users, newest first.',
      rest: 'GET /api/admin/sessions',
      id: 'listAllSessions',
      auth: 'admin',
      item: sessionOfUser,
      list: (ctx) => sessions.listSessions(ctx, asAdmin),
      show: (one) => ({ ...one, user: { id: one.userId, username: one.username, displayName: one.displayName } }),
    }),
    act({
      says: 'Ends a session of the caller, or of any user with `asAdministrator`.',
      rest: 'DELETE /api/sessions/:sessionId',
      params: { sessionId },
      run: (ctx, input) => sessions.revokeSession(ctx, input.sessionId),
      answer: success,
      refuses: [403],
      send: done,
      mutation: {
        name: 'revokeSession',
        input: 'The session to end.',
        id: 'sessionId',
        own: { sessionId, asAdministrator },
        run: (ctx, { sessionId: id, asAdministrator }) =>
          sessions.revokeSession(ctx, id, { asAdmin: asAdministrator ?? false }),
        deletes: true,
        node(ctx, wasCurrent) {
          if (wasCurrent) ctx.cookie.clear()
        },
      },
    }),
    act({
      says: 'Ends a session of any user.',
      rest: 'DELETE /api/admin/sessions/:sessionId',
      id: 'revokeAnySession',
      auth: 'admin',
      params: { sessionId },
      run: (ctx, input) => sessions.revokeSession(ctx, input.sessionId, asAdmin),
      answer: success,
      send: done,
    }),
  ],
}
