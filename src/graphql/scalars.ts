import { GraphQLDateTimeISO, GraphQLJSON, GraphQLJSONObject } from 'graphql-scalars'

/** A moment in ISO 8601, UTC with milliseconds. */
export const DateTime = GraphQLDateTimeISO
/** A document that is kept as it was sent. */
export const Json = GraphQLJSON
export const JsonObject = GraphQLJSONObject
