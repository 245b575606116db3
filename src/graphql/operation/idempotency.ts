import type { FastifyReply } from 'fastify'
import type { DocumentNode, GraphQLFormattedError, GraphQLSchema, OperationDefinitionNode } from 'graphql'
import { contextInTransaction, type Services } from '../../context.js'
import { databaseWithin } from '../../database/driver/driver.js'
import { statusOf } from '../../http/errors.js'
import { keyIn, openKey, openTransaction, settle } from '../../http/idempotency.js'
import { joinBytes, type Chunks } from '../../lib/bytes.js'
import type { ErrorCode } from '../../lib/errors.js'
import type { GraphQLContext, Operation } from '../context.js'
import { areMutations, fieldsOf } from '../documents/root-fields.js'

// Operations that run in one transaction, which commits as a whole or not at all: operations of several mutations, and
// operations with an Idempotency-Key, for which the rules and the 24 hours of REST apply (http/idempotency.ts).
// docs/decisions/0015-operations-of-several-mutations.md describes the alternatives.

/** Returns whether the operation can run in one transaction: a mutation without fields that ignore Idempotency-Keys. */
const isOneAct = (schema: GraphQLSchema, document: DocumentNode, operation: OperationDefinitionNode) =>
  areMutations(schema, document, operation, ({ idempotencyKey }) => idempotencyKey !== false)

/**
 * Opens the transaction of an operation that has a key or several mutations, and makes the context use it. Returns true
 * if the answer to an earlier request with the key is stored: the operation must then not run. Throws CONFLICT as in
 * REST.
 */
export async function openOperation(
  services: Services,
  schema: GraphQLSchema,
  context: GraphQLContext,
  definition: OperationDefinitionNode | undefined,
): Promise<boolean> {
  const { operation, actor, budget } = context
  const { key, prepared, upload } = operation
  if (!actor || !prepared || !definition || upload || !isOneAct(schema, prepared.document, definition)) return false
  if (!key && fieldsOf(prepared.document, definition).size < 2) return false
  const opened = key
    ? await openKey(services, actor.userId, keyIn(key.header)!, key.requestHashes(), context.clientGone())
    : await openTransaction(services, actor.userId, context.clientGone())
  if ('kept' in opened) {
    operation.replayed = opened.kept
    return true
  }
  const { ctx, afterCommit } = contextInTransaction(context, databaseWithin(opened.transaction, budget))
  operation.keyed = { ...opened, afterCommit }
  context.db = ctx.db
  context.afterCommit = ctx.afterCommit
  return false
}

/**
 * Returns the HTTP status for the errors of an operation in one transaction; undefined if all its mutations succeeded
 * and only fields below them failed, so that the transaction can commit. `isNull` is whether `data` is null.
 */
export function outcomeOf(errors: readonly GraphQLFormattedError[], isNull: boolean): number | undefined {
  const failed = isNull ? errors : errors.filter(({ path }) => path?.length === 1)
  if (!failed.length) return undefined
  return Math.max(...failed.map(({ extensions }) => statusOf[extensions?.['code'] as ErrorCode] ?? 500))
}

/**
 * Ends the transaction of an operation, if it has one. Returns the text to send: the stored answer if the request was
 * repeated, otherwise `answer`.
 */
export async function settleOperation(
  services: Services,
  { keyed, outcome, replayed }: Operation,
  reply: FastifyReply,
  answer: string | Chunks,
): Promise<string | Chunks> {
  if (replayed) {
    reply.status(replayed.status).header('idempotency-replayed', 'true')
    return replayed.body ?? ''
  }
  const textOf = () => (typeof answer === 'string' ? answer : joinBytes(answer).toString())
  if (keyed) await settle(services, keyed, reply.statusCode, keyed.key === null ? null : textOf(), outcome)
  return answer
}

/** Rolls back the transaction of an operation whose answer could not be made. */
export async function abandonOperation({ keyed }: Operation): Promise<void> {
  keyed?.place.leave()
  const open = keyed && !keyed.transaction.isCommitted && !keyed.transaction.isRolledBack
  if (open) await keyed.transaction.rollback().execute()
}
