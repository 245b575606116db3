import { Type } from '@sinclair/typebox'
import { answerShapes } from '../database/rows/record-schema.js'
import { named, success, type Answers } from '../http/answers.js'
import { says } from '../lib/described.js'
import { sessionRecord } from './session.shape.js'
import { userWith } from './user.shape.js'

const publicUser = named('PublicUser', userWith('id', 'username', 'email', 'displayName', 'isAdmin'))
const user = Type.Object({ user: says('The account.', publicUser) })
const lifetime = Type.Pick(Type.Object(answerShapes(sessionRecord)), ['expiresAt', 'lastActivityAt'])

export const authAnswers: Answers = {
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
}
