import type { GraphQLFormattedError } from 'graphql'
import type { Context } from '../context.js'
import type { Keyed } from '../http/idempotency.js'
import type { KeptAnswer } from '../http/idempotency.sql.js'
import type { Place } from '../lib/fairness/places.js'
import type { ByteWriter } from '../lib/byte-writer.js'
import type { PreparedDocument } from './documents/document.js'

/** The session cookie as resolvers use it: they never touch the HTTP request itself. */
export interface SessionCookie {
  presented: string | undefined
  ipAddress: string | null
  userAgent: string | null
  set(session: { sealed: string; expiresAt: Date }): void
  clear(): void
}

/** The state of a request's operation (cost, upload, answer), filled in while it runs. */
export interface Operation {
  prepared?: PreparedDocument
  /** The number of objects that the operation may return (documents/cost.ts). */
  cost?: number
  /** The place of a heavy operation, which is left when its answer has been sent. */
  place?: Place
  /** Whether the request uploads a file. */
  upload: boolean
  /** The beginning of the answer as bytes, up to the end of its `data`; the rest is appended when it is sent. */
  data?: ByteWriter
  /** The errors of an operation that was refused before it ran, for the answer. */
  errors?: GraphQLFormattedError[]
  /** Whether the client requests the statements of the operation (header Explain-Operation). */
  explain: boolean
  /** Whether the document or its variables were refused, so that nothing ran. */
  refused: boolean
  /** Whether the operation ran and the answer has errors beside its data. */
  isPartial?: boolean
  /** The Idempotency-Key header of the request, and the hashes by which a repeated request is recognised. */
  key?: { header: string | string[]; requestHashes(): string[] }
  /** Set for an operation in one transaction: the open transaction, which ends when the answer is known. */
  keyed?: Keyed
  /** The HTTP status for the outcome of an operation in one transaction; set if it was refused or failed. */
  outcome?: number
  /** The stored answer to an earlier request with the same Idempotency-Key. */
  replayed?: KeptAnswer
}

export interface GraphQLContext extends Context {
  cookie: SessionCookie
  operation: Operation
}
