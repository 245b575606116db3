import type { ApolloServerPlugin, GraphQLRequestContext } from '@apollo/server'
import { parse, type GraphQLFormattedError, type GraphQLSchema } from 'graphql'
import type { Config } from '../config.js'
import { unauthenticated } from '../lib/errors.js'
import type { GraphQLContext } from './context.js'
import { checkCost, operationOf, type Documents } from './document.js'
import { documentErrors } from './errors.js'

/** Stands in for a document that is refused, so that the pipeline goes on to the answer. */
const nothing = parse('{ __typename }')

/**
 * Parses, measures, validates and prices a document before anything runs; what is refused is answered without an
 * execution.
 */
export function checkDocuments(
  schema: GraphQLSchema,
  documents: Documents,
  config: Config,
): ApolloServerPlugin<GraphQLContext> {
  return {
    async requestDidStart() {
      let errors: GraphQLFormattedError[] | undefined
      const attempt = (context: GraphQLContext, check: () => void) => {
        try {
          check()
        } catch (thrown) {
          errors = documentErrors(thrown, mayExplore(context, config))
          if (!errors) throw thrown
          context.operation.refused = true
        }
      }
      return {
        async didResolveSource(request) {
          const { contextValue, source } = request
          attempt(contextValue, () => {
            const prepared = documents.prepare(source)
            if (prepared.introspects && !mayExplore(contextValue, config))
              throw unauthenticated('Introspection is for signed-in users')
            contextValue.operation.prepared = prepared
          })
          // Apollo parses and validates only what is not there yet.
          ;(request as { document: GraphQLRequestContext<GraphQLContext>['document'] }).document =
            contextValue.operation.prepared?.document ?? nothing
        },
        async responseForOperation({ contextValue, request }) {
          const { prepared } = contextValue.operation
          const operation = prepared && operationOf(prepared, request.operationName)
          if (operation) {
            attempt(contextValue, () => {
              contextValue.operation.cost = checkCost(
                schema,
                prepared,
                operation,
                request.variables ?? {},
                config.graphql.limits,
              )
            })
          }
          return errors
            ? { http: { status: 400, headers: new Map() as never }, body: { kind: 'single', singleResult: { errors } } }
            : null
        },
      }
    },
  }
}

/**
 * The schema is no secret in development and to signed-in users; anonymous callers of a production server get no help
 * to map it.
 */
function mayExplore(context: GraphQLContext, config: Config): boolean {
  return config.environment !== 'production' || context.actor !== null
}
