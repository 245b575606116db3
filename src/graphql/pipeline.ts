import { HeaderMap, type ApolloServerOptions, type ApolloServerPlugin } from '@apollo/server'
import { GraphQLError, parse, type GraphQLFormattedError, type GraphQLSchema } from 'graphql'
import type { Kysely } from 'kysely'
import type { Services } from '../context.js'
import { databaseWithin } from '../database/driver.js'
import type { DB } from '../database/schema.js'
import { statusOf } from '../http/errors.js'
import { AppError, unauthenticated } from '../lib/errors.js'
import type { GraphQLContext } from './context.js'
import { openDeadline } from './deadline.js'
import { checkCost, openDocuments, operationOf } from './document.js'
import { documentErrors, formatError, formattedAppError } from './errors.js'
import { runOperation } from './run/operation.js'
import { runByReference } from './run/reference.js'
import { outcomeOf, takeKey } from './idempotency.js'
import { openSchemaAnswers } from './schema-answers.js'

/** An upload lasts as long as its sender needs. */
const uploadDeadlineMs = 15 * 60_000

/**
 * What happens to an operation, from top to bottom: its source becomes a document (parsed, measured and validated
 * once), the document gets a price, the operation is planned and run, the answer is sent. Apollo Server does what
 * stands around it: content negotiation, forgery protection, errors of the request, draining. Everything here uses what
 * its documentation offers to plugins (`didResolveSource`, `responseForOperation`, `documentStore`, `stringifyResult`).
 */
export function pipeline(
  services: Services,
  schema: GraphQLSchema,
): Pick<ApolloServerOptions<GraphQLContext>, 'documentStore' | 'stringifyResult'> & {
  plugin: ApolloServerPlugin<GraphQLContext>
} {
  const { limits, compiled } = services.config.graphql
  const runPlanned = compiled ? runOperation : runByReference
  const documents = openDocuments(schema, limits)
  const schemaAnswerOf = openSchemaAnswers()
  const format = formatError(services.log)

  // The schema is no secret in development and to signed-in users; anonymous callers of a production server get no help
  // to map it.
  const mayExplore = (context: GraphQLContext) => services.config.environment !== 'production' || context.actor !== null

  /** Source -> document. What is refused is kept for the answer, and nothing runs. */
  function prepare(source: string, context: GraphQLContext): void {
    attempt(context, () => {
      const prepared = documents.prepare(source)
      if (prepared.introspects && !mayExplore(context)) throw unauthenticated('Introspection is for signed-in users')
      context.operation.prepared = prepared
    })
  }

  /** Document -> price: objects that the operation may return by its own numbers. */
  function price(context: GraphQLContext, operationName: string | undefined, variables: Record<string, unknown>): void {
    const { prepared } = context.operation
    const operation = prepared && operationOf(prepared, operationName)
    if (!operation) return
    attempt(context, () => {
      context.operation.cost = checkCost(schema, prepared, operation, variables, limits)
    })
  }

  /** Operations of a high price take turns: each person has some places, and all together. */
  function inPlace<T>({ operation, actor, clientGone }: GraphQLContext, act: () => Promise<T>): Promise<T> {
    if ((operation.cost ?? 0) <= services.config.graphql.heavyCost) return act()
    return services.admission.during('heavyOperation', actor?.userId ?? null, clientGone(), act)
  }

  /** Price -> plan -> run: the answer's data as bytes, its errors in the form in which they go out. */
  async function run(context: GraphQLContext, operationName: string | undefined, variables: Record<string, unknown>) {
    const { operation } = context
    if (!operation.prepared) throw new Error('the document was not prepared')
    const deadline = openDeadline(
      context.budget,
      operation.upload ? uploadDeadlineMs : services.config.database.statementTimeoutMs,
    )
    const asked = operationOf(operation.prepared, operationName)
    if (asked?.operation === 'query') await services.routes.choose(context, context.position)
    context.db = databaseWithin(context.db as Kysely<DB>, context.budget)
    if (await takeKey(services, schema, context, asked)) return single(undefined, { data: null })
    // Calls of the model service have ceilings of their own (MS-17), in this door as in the other.
    const { ask, ping, patient } = services.modelService
    context.modelService = {
      ping,
      patient,
      ask: (name, request, options) => deadline.outside(() => ask(name, request, options)),
    }
    const { prepared } = operation
    const answer = await deadline.within(
      schemaAnswerOf(prepared, operationName, () =>
        // Planned reads have connections of their own and would not see what the transaction has written.
        (operation.keyed ? runByReference : runPlanned)(schema, { prepared, operationName, variables, context }),
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
    // What was undone is not said to be done.
    if (operation.outcome !== undefined) return single(undefined, { data: null, errors: formatted })
    if (data) operation.data = data
    const cost = data && operation.cost !== undefined && { requested: operation.cost, actual, maximum: limits.cost }
    return single(undefined, {
      ...(data === null && { data }),
      ...(formatted.length > 0 && { errors: formatted }),
      ...(cost && { extensions: { cost } }),
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
    // Every document that Apollo looks up has been prepared, or is refused: it never parses one itself.
    documentStore: {
      get: async (key) => documents.find(key.slice(-64))?.document ?? nothing,
      set: async () => undefined,
      delete: async () => undefined,
    },
    // What goes around the data, which is bytes already.
    stringifyResult: (value) => JSON.stringify(value),
    plugin: {
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
            try {
              return await inPlace(contextValue, () => run(contextValue, operationName, variables))
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

/** Stands in for a document that is refused, so that Apollo's pipeline goes on to the answer. */
const nothing = parse('{ __typename }')

interface Single {
  data?: null
  errors?: GraphQLFormattedError[]
  extensions?: Record<string, unknown>
}

function single(status: number | undefined, singleResult: Single) {
  return { http: { status, headers: new HeaderMap() }, body: { kind: 'single' as const, singleResult } }
}

/** Too many wait for a place, or the key is taken: nothing ran. */
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
