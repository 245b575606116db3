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
import { AppError, unauthenticated, type FieldError } from '../../lib/errors.js'
import type { GraphQLContext } from '../context.js'
import { openDeadline } from './deadline.js'
import { costOf, plainList } from '../documents/cost.js'
import { checkCost, openDocuments, operationOf } from '../documents/document.js'
import { explained } from './explain.js'
import { documentErrors, formatError, formattedAppError } from './errors.js'
import { runOperation } from '../run/operation.js'
import { openOperation, outcomeOf } from './idempotency.js'
import { requireScopesOf } from './required-scopes.js'
import { openListSizes, unknownSizes } from '../documents/list-sizes.js'
import { introspectionLimits } from '../documents/limits.js'
import { needsNoActor, selectsDeleted } from '../documents/root-fields.js'
import { openSchemaAnswers } from './schema-answers.js'
import { sentPathsOf } from './sent-paths.js'
import { faultsOfVariables } from './variable-faults.js'

/**
 * The highest cost of a mutation that runs without a place: a payload with one list of objects. All lists count as of
 * the same size here, because an average says little about the content of one user.
 */
const oneList = 1 + plainList
/** The deadline of an operation that uploads a file: 15 minutes, because its speed depends on the sender. */
const uploadDeadlineMs = 15 * 60_000

/**
 * Returns the steps of an operation as options of Apollo Server: the source becomes a document, which is parsed,
 * measured and validated once; the document gets a cost; the operation is planned and run. Apollo Server does the rest:
 * content negotiation, CSRF protection, errors of the request, draining. This file uses only documented hooks of Apollo
 * (`didResolveSource`, `responseForOperation`, `documentStore`, `stringifyResult`).
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

  // Outside production every caller may explore the schema, in production only signed-in users: strangers get neither
  // introspection nor suggestions in error messages.
  const mayExplore = (context: GraphQLContext) => services.config.environment !== 'production' || context.actor !== null

  /** Prepares the document. If it is refused, its errors are kept for the answer, and nothing runs. */
  function prepare(source: string, context: GraphQLContext): Promise<void> {
    return attempt(context, async () => {
      const prepared = documents.prepare(source)
      if (prepared.introspects && !mayExplore(context)) throw unauthenticated('Introspection is for signed-in users')
      context.operation.prepared = prepared
    })
  }

  /** Sets the cost of the operation: the number of objects that it may return (documents/cost.ts). */
  async function price(context: GraphQLContext, operationName: string | undefined, variables: Record<string, unknown>) {
    const { prepared } = context.operation
    const operation = prepared && operationOf(prepared, operationName)
    if (!operation) return
    await attempt(context, async () => {
      const counted = context.actor ? sizes.counted : undefined
      context.operation.cost = await checkCost(schema, prepared, operation, variables, limits, sizes.now(), counted)
    })
  }

  /**
   * Runs the operation in a place for heavy work if it has a high cost, or if it is a query that turns out to read many
   * bytes; the places are limited for each user and in total. A mutation cannot run again, so it takes a place first if
   * its answer may have more objects than `oneList`. Throws RATE_LIMITED if too many requests wait, or no place becomes
   * free in time.
   */
  async function inPlace<T>(
    context: GraphQLContext,
    definition: OperationDefinitionNode,
    variables: Record<string, unknown>,
    act: (context: GraphQLContext) => Promise<T>,
  ): Promise<T> {
    const { operation } = context
    const document = operation.prepared!.document
    const isHeavy = (operation.cost ?? 0) > services.config.graphql.heavyCost
    const hasLists =
      definition.operation === 'mutation' && costOf(schema, document, definition, variables, unknownSizes) > oneList
    if (isHeavy || hasLists) operation.place = await heavyPlace(context)
    if (isHeavy || definition.operation !== 'query') return act(context)
    return inPlaceWhenHeavy(context, act, (place) => (operation.place = place))
  }

  /** Runs the operation. Its data is set in the context as bytes; the returned result has the errors and extensions. */
  async function run(context: GraphQLContext, operationName: string | undefined, variables: Record<string, unknown>) {
    const { operation } = context
    if (!operation.prepared) throw new Error('the document was not prepared')
    const deadline = openDeadline(
      context.budget,
      operation.upload ? uploadDeadlineMs : services.config.database.statementTimeoutMs,
    )
    if (operation.prepared.onlyIntrospects) context.budget.allowObjects(introspectionLimits.cost)
    const definition = operationOf(operation.prepared, operationName)
    const { noDefaultUser } = context
    if (noDefaultUser && !(definition && needsNoActor(schema, operation.prepared.document, definition)))
      throw noDefaultUser
    if (definition && selectsDeleted(schema, operation.prepared.document, definition)) context.deleted = new Map()
    const isExplained = services.config.graphql.explain || (operation.explain && context.actor?.isAdmin)
    const sent = isExplained ? (context.budget.sent = []) : null
    if (definition?.operation === 'query') await services.routes.choose(context, context.position)
    if (await openOperation(services, schema, context, definition)) return single(undefined, { data: null })
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
    const errorsOf = (errors: readonly GraphQLError[]) =>
      errors.map((error) => format(error.toJSON(), error, sentPathsOf(schema, variables, error)))
    if ('refused' in answer) {
      operation.refused = true
      const faults = definition ? faultsOfVariables(schema, prepared.document, definition, variables) : []
      return single(400, { errors: errorsOf(answer.refused.map((error, i) => asBadInput(error, faults[i]))) })
    }
    const { data, errors, objects: actual } = answer
    const formatted = errorsOf(errors)
    if (operation.keyed) operation.outcome = outcomeOf(formatted, data === null)
    // The mutations are rolled back, so the answer must not contain their results.
    if (operation.outcome !== undefined) return single(undefined, { data: null, errors: formatted })
    if (data) operation.data = data
    operation.isPartial = formatted.length > 0
    const cost = data && operation.cost !== undefined && { requested: operation.cost, actual, maximum: limits.cost }
    const explain = sent && (await explained(services.pool, sent))
    return single(undefined, {
      ...(data === null && { data }),
      ...(formatted.length > 0 && { errors: formatted }),
      ...((cost || explain) && { extensions: { ...(cost && { cost }), ...(explain && { explain }) } }),
    })
  }

  async function attempt(context: GraphQLContext, check: () => Promise<void>): Promise<void> {
    try {
      await check()
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
            await prepare(source, contextValue)
          },
          async responseForOperation({ contextValue, request, operation }) {
            const { operationName, variables = {} } = request
            if (!contextValue.operation.errors) await price(contextValue, operationName, variables)
            if (contextValue.operation.errors) return single(400, { errors: contextValue.operation.errors })
            if (!operation) return null
            const refusal = scopeRefusal(schema, contextValue, operation)
            if (refusal) return notRun(refusal, statusOf[refusal.code])
            try {
              return await inPlace(contextValue, operation, variables, (own) => run(own, operationName, variables))
            } catch (thrown) {
              contextValue.operation.outcome = 500
              if (thrown instanceof AppError && thrown.code === 'RATE_LIMITED') return notRun(thrown, 429)
              if (thrown instanceof AppError && contextValue.operation.key && !contextValue.operation.keyed)
                return notRun(thrown, statusOf[thrown.code])
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

/** Returns the error if the token of the request lacks a scope for the operation; undefined otherwise. */
function scopeRefusal(
  schema: GraphQLSchema,
  { actor, operation: { prepared } }: GraphQLContext,
  definition: OperationDefinitionNode,
): AppError | undefined {
  try {
    if (prepared) requireScopesOf(schema, prepared.document, definition, actor)
    return undefined
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
}

/** A placeholder for a refused document, so that Apollo goes on to `responseForOperation`, which returns the errors. */
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
 * Returns the answer if nothing ran, because too many operations wait for a place, the Idempotency-Key cannot be used,
 * or the token lacks a scope for the operation.
 */
function notRun(error: AppError, status: number) {
  const answer = single(status, { errors: [formattedAppError(error)] })
  const retryAfter = error.extra?.retryAfter
  if (retryAfter !== undefined) answer.http.headers.set('retry-after', String(retryAfter))
  return answer
}

function asBadInput(error: GraphQLError, fault: FieldError | undefined): GraphQLError {
  return new GraphQLError(error.message, {
    ...(error.nodes && { nodes: error.nodes }),
    ...(error.originalError && { originalError: error.originalError }),
    extensions: { code: 'BAD_USER_INPUT', ...(fault && { details: [fault] }), ...error.extensions },
  })
}
