import { Type } from '@sinclair/typebox'
import { answerShapes } from '../database/record-schema.js'
import { named, person, success, type Answers, type RouteAnswers } from '../http/answers.js'
import { nullable, uuid } from '../lib/schema.js'
import { apiKeyRecord } from './api-key.record.js'
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

const apiKey = named(
  'ApiKey',
  Type.Object({ ...answerShapes(apiKeyRecord), lastUsedAt: nullable(time), isUsable: Type.Boolean() }),
)
const keys = (path: string): Record<string, RouteAnswers> => ({
  [`GET ${path}`]: { 200: Type.Array(apiKey) },
  [`POST ${path}`]: { 201: apiKey },
  [`PUT ${path}/:keyId`]: { 200: apiKey },
  [`DELETE ${path}/:keyId`]: { 200: success },
})

export const accountAnswers: Answers = {
  'POST /api/auth/login': { refuses: [401, 403], 200: user },
  'POST /api/auth/logout': { 200: success },
  'GET /api/auth/me': { refuses: [401], 200: user },
  'POST /api/auth/register': { refuses: [403], 201: user },
  'GET /api/auth/session-status': { refuses: [401], 200: lifetime },
  'POST /api/auth/extend-session': { refuses: [401], 200: lifetime },
  'GET /api/user/profile': { 200: adminUser },
  'PUT /api/user/profile': { refuses: [409], 200: adminUser },
  'GET /api/users': { 200: Type.Array(person) },
  'GET /api/admin/users': { 200: Type.Array(listedUser) },
  'POST /api/admin/users': { 201: adminUser },
  'GET /api/admin/users/:userId': { 200: adminUser },
  'PUT /api/admin/users/:userId': { refuses: [409], 200: adminUser },
  'GET /api/sessions': { 200: Type.Array(session) },
  'DELETE /api/sessions/:sessionId': { refuses: [403], 200: success },
  'GET /api/admin/sessions': { 200: Type.Array(sessionOfUser) },
  'DELETE /api/admin/sessions/:sessionId': { 200: success },
  ...keys('/api/api-keys'),
  ...keys('/api/admin/api-keys'),
}
