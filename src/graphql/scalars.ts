import { GraphQLError, GraphQLScalarType, Kind } from 'graphql'
import { GraphQLJSON, GraphQLJSONObject, GraphQLURL } from 'graphql-scalars'
import { isIsoTimestamp } from '../lib/moment.js'

/** A timestamp. Rows contain timestamps in the format of answers, so they are sent without being parsed. */
export const DateTime = new GraphQLScalarType({
  name: 'DateTime',
  description:
    'A time in ISO 8601, such as `2026-05-01T12:30:00.000Z`. Responses are in UTC with milliseconds. In inputs any ' +
    'offset is accepted, a time without one is UTC, and a date alone is midnight in UTC. Years 0001 to 9999.',
  specifiedByURL: 'https://scalars.graphql.org/andimarek/date-time.html',
  serialize: (value) => (value instanceof Date ? value.toISOString() : value),
  parseValue: momentOf,
  parseLiteral: (node) => momentOf(node.kind === Kind.STRING ? node.value : undefined),
})

function momentOf(value: unknown): string {
  if (typeof value === 'string' && isIsoTimestamp(value)) return value
  throw new GraphQLError('A moment must be a string in ISO 8601')
}

/** An absolute URL, checked as by graphql-scalars but kept as it was written: the library would return a parsed URL. */
export const Url = new GraphQLScalarType({
  name: GraphQLURL.name,
  specifiedByURL: GraphQLURL.specifiedByURL,
  extensions: GraphQLURL.extensions,
  description: 'An absolute URL (RFC 3986), such as `https://example.org/page`. It is kept as it was sent.',
  serialize: (value) => value,
  parseValue: urlOf,
  parseLiteral: (node) => urlOf(node.kind === Kind.STRING ? node.value : undefined),
})

function urlOf(value: unknown): string {
  if (typeof value === 'string' && URL.canParse(value)) return value
  throw new GraphQLError('A URL must be absolute, such as https://example.org/page')
}

/** JSON that is kept as it was sent. */
export const Json = GraphQLJSON
export const JsonObject = GraphQLJSONObject
