import { Type } from '@sinclair/typebox'
import { record, served, text, time, uuid } from '../database/rows/record.js'
import { says } from '../lib/described.js'
import { uuid as uuidShape } from '../lib/schema.js'

/** A period during which a user is signed in. */
export const sessionRecord = record('sessions', 'n', {
  id: uuid('ID of the session.', { ...served, required: true, shown: false }),
  userId: uuid('ID of the user whose session it is.', { ...served, required: true }),
  tokenHash: text({ ...served, required: true, printed: false }),
  tokenTail: text("Last eight characters of the session's token, after `...`.", {
    ...served,
    required: true,
    members: ['token'],
    shape: Type.String(),
    shown: false,
  }),
  expiresAt: time('When the session expires, unless it is extended.', { ...served, required: true }),
  ipAddress: text('IP address from which the user signed in; null if unknown.', { ...served, nullable: true }),
  userAgent: text('User-Agent header with which the user signed in; null if there was none.', {
    ...served,
    nullable: true,
  }),
  lastActivityAt: time('When the session was last used, exact to about a minute.', served),
  createdAt: time('When it was created.', served),
})

export const sessionId = says('ID of the session.', uuidShape)
