import { GraphQLError, GraphQLScalarType, Kind } from 'graphql'
import { GraphQLJSON, GraphQLJSONObject, GraphQLURL } from 'graphql-scalars'
import { isIsoTimestamp } from '../lib/moment.js'

/** Rows carry their moments in the form that goes out: nothing is parsed to be printed again. */
export const DateTime = new GraphQLScalarType({
  name: 'DateTime',
  description: 'A moment in ISO 8601; answers are in UTC with milliseconds.',
  specifiedByURL: 'https://scalars.graphql.org/andimarek/date-time.html',
  serialize: (value) => (value instanceof Date ? value.toISOString() : value),
  parseValue: momentOf,
  parseLiteral: (node) => momentOf(node.kind === Kind.STRING ? node.value : undefined),
})

function momentOf(value: unknown): string {
  if (typeof value === 'string' && isIsoTimestamp(value)) return value
  throw new GraphQLError('A moment must be a string in ISO 8601')
}

/** Checked like the library does, and kept as it was written: the library would hand out a parsed URL. */
export const Url = new GraphQLScalarType({
  ...GraphQLURL.toConfig(),
  description: 'An absolute URL, RFC 3986.',
  serialize: (value) => value,
  parseValue: urlOf,
  parseLiteral: (node) => urlOf(node.kind === Kind.STRING ? node.value : undefined),
})

function urlOf(value: unknown): string {
  if (typeof value === 'string' && URL.canParse(value)) return value
  throw new GraphQLError('A URL must be absolute, such as https://example.org/page')
}

/** A document that is kept as it was sent. */
export const Json = GraphQLJSON
export const JsonObject = GraphQLJSONObject
