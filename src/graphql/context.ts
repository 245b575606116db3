import type { GraphQLFormattedError } from 'graphql'
import type { Context } from '../context.js'
import type { Keyed } from '../http/idempotency.js'
import type { KeptAnswer } from '../http/idempotency.sql.js'
import type { ByteWriter } from '../lib/byte-writer.js'
import type { PreparedDocument } from './document.js'

/** The session cookie as resolvers see it: they never touch the HTTP request itself. */
export interface SessionCookie {
  presented: string | undefined
  ipAddress: string | null
  userAgent: string | null
  set(session: { sealed: string; expiresAt: Date }): void
  clear(): void
}

/** The operation of a request: cost, upload and answer, filled in as it runs. */
export interface Operation {
  prepared?: PreparedDocument
  /** How many objects it may return (cost.ts). */
  cost?: number
  /** Whether a file is uploaded with it. */
  upload: boolean
  /** The beginning of the answer, up to the end of its data. */
  data?: ByteWriter
  /** The errors of an operation that was refused before it ran. */
  errors?: GraphQLFormattedError[]
  /** The document or its variables were refused: nothing ran. */
  refused: boolean
  /** The Idempotency-Key that came with it, and what it is compared by. */
  key?: { header: string | string[]; requestHashes(): string[] }
  /** A mutation that carries a key, in the transaction that is to be settled with its answer. */
  keyed?: Keyed
  /** The status that the outcome of a mutation with a key stands for, where it was refused or failed. */
  outcome?: number
  /** The answer that an earlier request with the key got. */
  replayed?: KeptAnswer
}

export interface GraphQLContext extends Context {
  cookie: SessionCookie
  operation: Operation
}
