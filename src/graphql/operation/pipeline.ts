import { HeaderMap, type ApolloServerOptions, type ApolloServerPlugin } from '@apollo/server'
import {
  GraphQLError,
  parse,
  type GraphQLFormattedError,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql'
import type { Services } from '../../context.js'
import { statusOf } from '../../http/errors.js'
import { heavyPlace, inPlaceWhenHeavy } from '../../http/heavy-reads.js'
import { AppError, unauthenticated } from '../../lib/errors.js'
import type { GraphQLContext } from '../context.js'
import { openDeadline } from './deadline.js'
import { costOf } from '../documents/cost.js'
import { checkCost, openDocuments, operationOf } from '../documents/document.js'
import { explained } from './explain.js'
import { documentErrors, formatError, formattedAppError } from './errors.js'
import { runOperation } from '../run/operation.js'
import { openOperation, outcomeOf } from './idempotency.js'
import { requireScopesOf } from './required-scopes.js'
import { openListSizes } from '../documents/list-sizes.js'
import { introspectionLimits } from '../documents/limits.js'
import { needsNoActor, tellsDeleted } from '../documents/root-fields.js'
import { openSchemaAnswers } from './schema-answers.js'

/**
 * The cost of a mutation that returns what it made, in one list at most. Here each list counts as of the same size,
 * because an average says little of what one person has stored.
 */
const oneList = 10
/** The deadline of an operation that uploads a file: 15 minutes, because its speed depends on the sender. */
const uploadDeadlineMs = 15 * 60_000

/**
 * Everything that happens to an operation, from top to bottom: its source becomes a document (parsed, measured and
 * validated once), the document gets a cost, the operation is planned and run, and the answer is sent. Apollo Server
 * does what surrounds that: content negotiation, CSRF protection, errors of the request, draining. This file uses only
 * what Apollo's documentation offers to plugins (`didResolveSource`, `responseForOperation`, `documentStore`,
 * `stringifyResult`).
 */
export function pipeline(
  services: Services,
  schema: GraphQLSchema,
): Pick<ApolloServerOptions<GraphQLContext>, 'documentStore' | 'stringifyResult'> & {
  plugin: ApolloServerPlugin<GraphQLContext>
} {
  const { limits } = services.config.graphql
  const documents = openDocuments(schema, limits)
  const schemaAnswerOf = openSchemaAnswers()
  const sizes = openListSizes(services)
  const format = formatError(services.log)

  // Who may explore the schema: everybody outside production, and signed-in users. Anonymous callers of a production
  // server get neither introspection nor suggestions in error messages.
  const mayExplore = (context: GraphQLContext) => services.config.environment !== 'production' || context.actor !== null

  /** Source -> document. When the document is refused, its errors are kept for the answer and nothing runs. */
  function prepare(source: string, context: GraphQLContext): void {
    attempt(context, () => {
      const prepared = documents.prepare(source)
      if (prepared.introspects && !mayExplore(context)) throw unauthenticated('Introspection is for signed-in users')
      context.operation.prepared = prepared
    })
  }

  /** Document -> cost: how many objects the operation may return, by the page sizes that it asks for. */
  function price(context: GraphQLContext, operationName: string | undefined, variables: Record<string, unknown>): void {
    const { prepared } = context.operation
    const operation = prepared && operationOf(prepared, operationName)
    if (!operation) return
    attempt(context, () => {
      context.operation.cost = checkCost(schema, prepared, operation, variables, limits, sizes.now())
    })
  }

  /**
   * Operations of a high cost need a slot, and so do queries that turn out to read many bytes: their number is limited
   * for each user and in total. A mutation cannot begin again, so it needs one where its answer has lists of objects.
   * Throws RATE_LIMITED when too many wait for a slot, or one does not become free in time.
   */
  async function inPlace<T>(
    context: GraphQLContext,
    asked: OperationDefinitionNode,
    variables: Record<string, unknown>,
    act: (context: GraphQLContext) => Promise<T>,
  ): Promise<T> {
    const { operation } = context
    const document = operation.prepared!.document
    const isHeavy = (operation.cost ?? 0) > services.config.graphql.heavyCost
    const hasLists = asked.operation === 'mutation' && costOf(schema, document, asked, variables, {}) > oneList
    if (isHeavy || hasLists) operation.place = await heavyPlace(context)
    if (isHeavy || asked.operation !== 'query') return act(context)
    return inPlaceWhenHeavy(context, act, (place) => (operation.place = place))
  }

  /**
   * Cost -> plan -> run: produces the data of the answer as bytes and its errors in the form in which they are sent.
   */
  async function run(context: GraphQLContext, operationName: string | undefined, variables: Record<string, unknown>) {
    const { operation } = context
    if (!operation.prepared) throw new Error('the document was not prepared')
    const deadline = openDeadline(
      context.budget,
      operation.upload ? uploadDeadlineMs : services.config.database.statementTimeoutMs,
    )
    if (operation.prepared.onlyIntrospects) context.budget.allowObjects(introspectionLimits.cost)
    const asked = operationOf(operation.prepared, operationName)
    const { noDefaultUser } = context
    if (noDefaultUser && !(asked && needsNoActor(schema, operation.prepared.document, asked))) throw noDefaultUser
    if (asked && tellsDeleted(operation.prepared.document, asked)) context.deleted = new Map()
    const isExplained = services.config.graphql.explain || (operation.explain && context.actor?.isAdmin)
    const sent = isExplained ? (context.budget.sent = []) : null
    if (asked?.operation === 'query') await services.routes.choose(context, context.position)
    if (await openOperation(services, schema, context, asked)) return single(undefined, { data: null })
    // Calls of the model service have timeouts of their own (MS-17), as in REST, and do not count against the deadline.
    const { ask, ping, patient } = services.modelService
    context.modelService = {
      ping,
      patient,
      ask: (name, request, options) => deadline.outside(() => ask(name, request, options)),
    }
    const { prepared } = operation
    const answer = await deadline.within(
      schemaAnswerOf(prepared, operationName, () =>
        runOperation(schema, { prepared, operationName, variables, context }),
      ),
    )
    const errorsOf = (errors: readonly GraphQLError[]) => errors.map((error) => format(error.toJSON(), error))
    if ('refused' in answer) {
      operation.refused = true
      return single(400, { errors: errorsOf(answer.refused.map(asBadInput)) })
    }
    const { data, errors, objects: actual } = answer
    const formatted = errorsOf(errors)
    if (operation.keyed) operation.outcome = outcomeOf(formatted, data === null)
    // The mutations are rolled back, so the answer must not contain their results.
    if (operation.outcome !== undefined) return single(undefined, { data: null, errors: formatted })
    if (data) operation.data = data
    const cost = data && operation.cost !== undefined && { requested: operation.cost, actual, maximum: limits.cost }
    const explain = sent && (await explained(services.pool, sent))
    return single(undefined, {
      ...(data === null && { data }),
      ...(formatted.length > 0 && { errors: formatted }),
      ...((cost || explain) && { extensions: { ...(cost && { cost }), ...(explain && { explain }) } }),
    })
  }

  function attempt(context: GraphQLContext, check: () => void): void {
    try {
      check()
    } catch (thrown) {
      const errors = documentErrors(thrown, mayExplore(context))
      if (!errors) throw thrown
      context.operation.refused = true
      context.operation.errors = errors
    }
  }

  return {
    // Apollo looks documents up here and so never parses one itself: each of them is either prepared by now or refused.
    documentStore: {
      get: async (key) => documents.find(key.slice(-64))?.document ?? nothing,
      set: async () => undefined,
      delete: async () => undefined,
    },
    // Serializes the rest of the answer; the data is bytes already and is joined with it in transport/server.ts.
    stringifyResult: (value) => JSON.stringify(value),
    plugin: {
      async serverWillStart() {
        return { serverWillStop: async () => sizes.close() }
      },
      async requestDidStart() {
        return {
          async didResolveSource({ contextValue, source }) {
            prepare(source, contextValue)
          },
          async responseForOperation({ contextValue, request, operation }) {
            const { operationName, variables = {} } = request
            if (!contextValue.operation.errors) price(contextValue, operationName, variables)
            if (contextValue.operation.errors) return single(400, { errors: contextValue.operation.errors })
            if (!operation) return null
            const refusal = scopeRefusal(schema, contextValue, operation)
            if (refusal) return busy(refusal, statusOf[refusal.code])
            try {
              return await inPlace(contextValue, operation, variables, (own) => run(own, operationName, variables))
            } catch (thrown) {
              contextValue.operation.outcome = 500
              if (thrown instanceof AppError && thrown.code === 'RATE_LIMITED') return busy(thrown, 429)
              if (thrown instanceof AppError && contextValue.operation.key && !contextValue.operation.keyed)
                return busy(thrown, statusOf[thrown.code])
              const error = new GraphQLError('The operation failed', { originalError: thrown as Error })
              const refused = thrown instanceof AppError && thrown.code === 'COST_LIMIT'
              if (refused) contextValue.operation.refused = true
              return single(refused ? 400 : 500, { errors: [format(error.toJSON(), error)] })
            }
          },
        }
      },
    },
  }
}

/** Why the token of the request is not good for the operation; undefined where it is, or no token acts. */
function scopeRefusal(
  schema: GraphQLSchema,
  { actor, operation: { prepared } }: GraphQLContext,
  asked: OperationDefinitionNode,
): AppError | undefined {
  try {
    if (prepared) requireScopesOf(schema, prepared.document, asked, actor)
    return undefined
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
}

/** A placeholder for a refused document, so that Apollo goes on to `responseForOperation`, which answers the errors. */
const nothing = parse('{ __typename }')

interface Single {
  data?: null
  errors?: GraphQLFormattedError[]
  extensions?: Record<string, unknown>
}

function single(status: number | undefined, singleResult: Single) {
  return { http: { status, headers: new HeaderMap() }, body: { kind: 'single' as const, singleResult } }
}

/**
 * The answer when nothing ran, because too many operations wait for a slot, the Idempotency-Key cannot be used, or the
 * token is not good for the operation.
 */
function busy(error: AppError, status: number) {
  const answer = single(status, { errors: [formattedAppError(error)] })
  const retryAfter = error.extra?.['retryAfter']
  if (retryAfter !== undefined) answer.http.headers.set('retry-after', String(retryAfter))
  return answer
}

function asBadInput(error: GraphQLError): GraphQLError {
  return new GraphQLError(error.message, {
    ...(error.nodes && { nodes: error.nodes }),
    ...(error.originalError && { originalError: error.originalError }),
    extensions: { code: 'BAD_USER_INPUT', ...error.extensions },
  })
}
