import type { FastifyReply } from 'fastify'
import { Kind } from 'graphql'
import type {
  DocumentNode,
  FragmentDefinitionNode,
  GraphQLFormattedError,
  GraphQLSchema,
  OperationDefinitionNode,
  SelectionSetNode,
} from 'graphql'
import { contextInTransaction, type Services } from '../context.js'
import { databaseWithin } from '../database/driver.js'
import { statusOf } from '../http/errors.js'
import { keyIn, openKey, settle } from '../http/idempotency.js'
import type { ErrorCode } from '../lib/errors.js'
import type { GraphQLContext, Operation } from './context.js'
import { fragmentsOf } from './run/selection.js'

// Mutations with an Idempotency-Key: the same keys, the same 24 hours and the same rules as in REST
// (http/idempotency.ts). The operation runs in one transaction and is done as a whole or not at all.

/**
 * The extension of a mutation that does not look at keys: it is slow, works on files, or counts attempts that must stay
 * counted when it is refused.
 */
export const withoutKey = { idempotencyKey: false } as const

/** Whether all that the operation does can be kept under a key: a mutation of fields that look at keys. */
function takesKey(schema: GraphQLSchema, document: DocumentNode, operation: OperationDefinitionNode): boolean {
  if (operation.operation !== 'mutation') return false
  const fields = schema.getMutationType()?.getFields() ?? {}
  return [...fieldNames(fragmentsOf(document), operation.selectionSet)].every(
    (name) => fields[name]?.extensions['idempotencyKey'] !== false,
  )
}

/** The names of a selection's fields, those of its fragments among them. */
function fieldNames(
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
  { selections }: SelectionSetNode,
  names = new Set<string>(),
  spread = new Set<string>(),
): Set<string> {
  for (const one of selections) {
    if (one.kind === Kind.FIELD) names.add(one.name.value)
    else if (one.kind === Kind.INLINE_FRAGMENT) fieldNames(fragments, one.selectionSet, names, spread)
    else if (!spread.has(one.name.value)) {
      spread.add(one.name.value)
      const fragment = fragments.get(one.name.value)
      if (fragment) fieldNames(fragments, fragment.selectionSet, names, spread)
    }
  }
  return names
}

/**
 * Looks at the key of an operation that carries one, and lets the context run in its transaction. True where an answer
 * is known already: nothing is to run then. CONFLICT like in REST.
 */
export async function takeKey(
  services: Services,
  schema: GraphQLSchema,
  context: GraphQLContext,
  asked: OperationDefinitionNode | undefined,
): Promise<boolean> {
  const { operation, actor, budget } = context
  const { key, prepared } = operation
  if (!key || !actor || !prepared || !asked || !takesKey(schema, prepared.document, asked)) return false
  const opened = await openKey(services, actor.userId, keyIn(key.header)!, key.requestHashes())
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
 * The status that the errors of an operation with a key stand for; undefined where all its mutations succeeded, so that
 * what could not be read afterwards is all that is missing.
 */
export function outcomeOf(errors: readonly GraphQLFormattedError[], isNull: boolean): number | undefined {
  const failed = isNull ? errors : errors.filter(({ path }) => path?.length === 1)
  if (!failed.length) return undefined
  return Math.max(...failed.map(({ extensions }) => statusOf[extensions?.['code'] as ErrorCode] ?? 500))
}

/** Ends the transaction of an operation with a key; the bytes to send, those of the first answer where there is one. */
export async function settleKey(
  services: Services,
  { keyed, outcome, replayed }: Operation,
  reply: FastifyReply,
  answer: string | Buffer,
): Promise<string | Buffer> {
  if (replayed) {
    reply.status(replayed.status).header('idempotency-replayed', 'true')
    return replayed.body
  }
  if (keyed) await settle(services, keyed, reply.statusCode, answer.toString(), outcome)
  return answer
}

/** Undoes what an operation did whose answer could not be made. */
export async function abandonKey({ keyed }: Operation): Promise<void> {
  const open = keyed && !keyed.transaction.isCommitted && !keyed.transaction.isRolledBack
  if (open) await keyed.transaction.rollback().execute()
}
