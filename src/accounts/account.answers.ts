import { Type } from '@sinclair/typebox'
import { answerShapes } from '../database/record-schema.js'
import { named, person, success, type Answers } from '../http/answers.js'
import { nullable, uuid } from '../lib/schema.js'
import { sessionRecord } from './session.record.js'

const text = Type.String()
const time = Type.String({ format: 'date-time' })
const count = Type.Integer()

const publicUser = named(
  'PublicUser',
  Type.Object({ id: uuid, username: text, email: nullable(text), displayName: text, isAdmin: Type.Boolean() }),
)
const user = Type.Object({ user: publicUser })
const account = {
  id: uuid,
  username: text,
  email: nullable(text),
  displayName: text,
  isAdmin: Type.Boolean(),
  systemRole: text,
  isActive: Type.Boolean(),
  createdAt: time,
  updatedAt: time,
}
const adminUser = named('AdminUser', Type.Object(account))
const counts = { personas: count, sessions: count, apiKeys: count }
const listedUser = named(
  'ListedUser',
  Type.Object({
    ...account,
    _count: Type.Object(counts),
    personaCount: count,
    sessionCount: count,
    apiKeyCount: count,
  }),
)

const { tokenTail: _tail, userId, ...sessionShapes } = answerShapes(sessionRecord)
const shownSession = { ...sessionShapes, token: text, isCurrent: Type.Boolean() }
const session = named('Session', Type.Object(shownSession))
const sessionOfUser = named(
  'SessionOfUser',
  Type.Object({ ...shownSession, userId: userId!, username: text, displayName: text, user: person }),
)
const lifetime = Type.Object({ expiresAt: time, lastActivityAt: time })

export const accountAnswers: Answers = {
  'POST /api/auth/login': {
    id: 'login',
    says: 'Signs in with a user name and a password, and sets the session cookie.',
    refuses: [401, 403],
    200: user,
  },
  'POST /api/auth/logout': { id: 'logout', says: 'Ends the session of the cookie.', 200: success },
  'GET /api/auth/me': {
    id: 'getCurrentUser',
    says: 'Returns the account that is signed in.',
    refuses: [401],
    200: user,
  },
  'POST /api/auth/register': {
    id: 'register',
    says: 'Creates an account and signs in with it.',
    refuses: [403],
    201: user,
  },
  'GET /api/auth/session-status': {
    id: 'getSessionStatus',
    says: 'Says when the session ends.',
    refuses: [401],
    200: lifetime,
  },
  'POST /api/auth/extend-session': {
    id: 'extendSession',
    says: 'Gives the session its full lifetime again.',
    refuses: [401],
    200: lifetime,
  },
  'GET /api/user/profile': { id: 'getProfile', says: 'Returns the profile of the caller.', 200: adminUser },
  'PUT /api/user/profile': {
    id: 'updateProfile',
    says: "Changes the given fields of the caller's profile.",
    refuses: [409],
    200: adminUser,
  },
  'GET /api/users': { id: 'findUser', says: 'Finds a user by the whole user name.', 200: Type.Array(person) },
  'GET /api/admin/users': {
    id: 'listUsers',
    says: 'Lists all accounts with counts of what they have.',
    200: Type.Array(listedUser),
  },
  'POST /api/admin/users': { id: 'createUser', says: 'Creates an account.', 201: adminUser },
  'GET /api/admin/users/:userId': { id: 'getUser', says: 'Returns an account.', 200: adminUser },
  'PUT /api/admin/users/:userId': {
    id: 'updateUser',
    says: 'Changes the given fields of an account, or deactivates it.',
    refuses: [409],
    200: adminUser,
  },
  'GET /api/sessions': {
    id: 'listSessions',
    says: "Lists the caller's sessions, newest first.",
    200: Type.Array(session),
  },
  'DELETE /api/sessions/:sessionId': {
    id: 'revokeSession',
    says: "Ends one of the caller's sessions.",
    refuses: [403],
    200: success,
  },
  'GET /api/admin/sessions': {
    id: 'listAllSessions',
    says: 'Lists the sessions of all users, newest first.',
    200: Type.Array(sessionOfUser),
  },
  'DELETE /api/admin/sessions/:sessionId': {
    id: 'revokeAnySession',
    says: 'Ends a session of any user.',
    200: success,
  },
}
