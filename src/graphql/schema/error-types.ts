import { Field, Float, ID, Int, ObjectType, registerEnumType } from 'type-graphql'
import { errorCodes, type ErrorMembers } from '../../lib/errors.js'
import { DateTime, JsonObject } from '../scalars.js'

/** The codes of GraphQL: those of REST, and one that clients with automatic persisted queries look for. */
const graphCodes = [...errorCodes, 'PERSISTED_QUERY_NOT_SUPPORTED'] as const
type GraphCode = (typeof graphCodes)[number]

/** Returns whether a code is a value of the enum ErrorCode. */
export const isGraphCode = (code: string): code is GraphCode => graphCodes.some((one) => one === code)

/** The meaning of each code and what a client should do about it. */
const meanings: Record<GraphCode, string> = {
  VALIDATION_ERROR: 'The input or the operation is not valid; `details` lists the fields, where it is about fields.',
  PARSE_ERROR: 'The operation, or the file of an import, cannot be parsed.',
  UNAUTHENTICATED: 'The caller is not signed in.',
  FORBIDDEN: 'The caller may not do this.',
  NOT_FOUND: 'It does not exist, or the caller may not read it.',
  CONFLICT:
    'The request contradicts what is stored, such as an archived project, or a name that is taken, which `details` names.',
  GONE: 'The log of changes no longer has what follows the position: export again and go on from there.',
  PRECONDITION_FAILED: 'The row is not at the expected version; `currentVersion` is its version now.',
  PAYLOAD_TOO_LARGE: 'The request body, or the file, is too large.',
  COST_LIMIT: 'The operation asks for too much; `limit`, `maximum` and `hint` say of what, and how to page.',
  RATE_LIMITED: 'Too many requests, or too much such work is running; retry after `retryAfter` seconds.',
  ACCOUNT_LOCKED: 'Too many failed sign-ins; retry after `retryAfter` seconds.',
  SERVER_BUSY:
    'Concurrent requests changed the same data, or the operation took longer than it may; retry after `retryAfter` seconds.',
  DATABASE_UNAVAILABLE:
    'The database does not answer. A change may or may not have been made; retry after `retryAfter` seconds.',
  STORAGE_FULL: 'The server has no disk space left; nothing was stored.',
  INTERNAL_ERROR: 'A fault of the server; its log has the cause.',
  MODEL_SERVICE_ERROR: 'The model service refused the work; the message is its own.',
  MODEL_SERVICE_UNREACHABLE: 'The model service does not answer.',
  MODEL_SERVICE_BAD_RESPONSE: 'The answer of the model service cannot be read.',
  MODEL_SERVICE_OUTPUT_MISSING: 'The model service names a file that does not exist.',
  MODEL_SERVICE_TIMEOUT: 'The model service took too long.',
  PERSISTED_QUERY_NOT_SUPPORTED:
    'The request has the hash of a query in place of the query, which only GraphQL clients with automatic persisted ' +
    'queries send: send the query, or the `documentId` of a registered document.',
}

const codes = Object.fromEntries(graphCodes.map((code) => [code, code]))
registerEnumType(codes, {
  name: 'ErrorCode',
  description: 'Machine-readable code of an error: `extensions.code` in GraphQL, `code` in REST.',
  valuesConfig: Object.fromEntries(graphCodes.map((code) => [code, { description: meanings[code] }])),
})

@ObjectType({ description: 'One invalid value of an operation.' })
class FieldFault {
  @Field(() => String, {
    description:
      'Path of the value in the arguments as they were sent, joined by dots, such as `input.conditions.0.operator` or ' +
      '`filter.minConfidence`. The last part may be a member that is missing.',
  })
  field!: string

  @Field(() => String, { description: 'What is wrong with the field, in English.' })
  message!: string
}

@ObjectType({ description: 'How many objects an operation may return, by the page sizes that it asks for.' })
class RefusedCost {
  @Field(() => Float, { description: 'Most objects that the operation may return.' })
  requested!: number

  @Field(() => Float, { description: 'Most objects that an operation is allowed.' })
  maximum!: number
}

type Members = { [Name in keyof Required<ErrorMembers>]: ErrorMembers[Name] | null }

@ObjectType({
  description:
    'The `extensions` of an error in a response. No field returns this type; it exists so that clients can generate ' +
    'a type for it.',
})
class ErrorExtensions implements Members {
  @Field(() => codes, { description: 'Machine-readable code of the error.' })
  code!: GraphCode

  @Field(() => [FieldFault], {
    nullable: true,
    description:
      'With VALIDATION_ERROR: the invalid fields, where the error is about fields. With CONFLICT: the field whose value ' +
      'is taken, such as a slug.',
  })
  details!: FieldFault[] | null

  @Field(() => Int, { nullable: true, description: 'With PRECONDITION_FAILED: the version that the row has now.' })
  currentVersion!: number | null

  @Field(() => String, {
    nullable: true,
    description:
      'Name of the limit that was exceeded: with COST_LIMIT such as `objects` or `bytes`; with VALIDATION_ERROR such ' +
      'as `depth` or `fields`, for an operation that is too large.',
  })
  limit!: string | null

  @Field(() => Float, { nullable: true, description: 'The highest value that `limit` allows.' })
  maximum!: number | null

  @Field(() => String, { nullable: true, description: 'With COST_LIMIT: how to ask for less at once, in English.' })
  hint!: string | null

  @Field(() => Int, {
    nullable: true,
    description:
      'Seconds to wait before the request is repeated, such as with RATE_LIMITED, ACCOUNT_LOCKED, SERVER_BUSY and ' +
      'DATABASE_UNAVAILABLE. Absent where waiting does not help.',
  })
  retryAfter!: number | null

  @Field(() => Float, {
    nullable: true,
    description: 'How much of `limit` the operation asks for, where it was counted to the end.',
  })
  requested!: number | null

  @Field(() => RefusedCost, { nullable: true, description: 'With VALIDATION_ERROR and the limit `cost`: its cost.' })
  cost!: RefusedCost | null

  @Field(() => Int, {
    nullable: true,
    description: 'With SERVER_BUSY, for an operation that took too long: the milliseconds that it may take.',
  })
  timeoutMs!: number | null

  @Field(() => [String], {
    nullable: true,
    description: 'With CONFLICT, for work of a model: the fields that a person has edited, which it would replace.',
  })
  editedFields!: string[] | null

  @Field(() => [ID], {
    nullable: true,
    description: 'With NOT_FOUND and PRECONDITION_FAILED, where several objects are changed: IDs of those refused.',
  })
  ids!: string[] | null

  @Field(() => Int, { nullable: true, description: 'With PARSE_ERROR: number of the line of an import, from 1.' })
  line!: number | null

  @Field(() => [JsonObject], {
    nullable: true,
    description:
      'With RATE_LIMITED, for another frozen export: the oldest ones, which can be deleted, each {id, createdAt, size}.',
  })
  exports!: object[] | null

  @Field(() => DateTime, { nullable: true, description: 'With UNAUTHENTICATED: when the token expired.' })
  expiredAt!: string | null

  @Field(() => Int, {
    nullable: true,
    description: 'Where the model service refused the work: the HTTP status with which it did.',
  })
  upstreamStatus!: number | null

  @Field(() => Boolean, {
    nullable: true,
    description:
      'With CONFLICT, for a repeated Idempotency-Key: true if the first request was carried out and its answer was ' +
      'too long to be kept.',
  })
  carriedOut!: boolean | null

  @Field(() => Int, { nullable: true, description: 'With `carriedOut`: the HTTP status of the first answer.' })
  answeredWith!: number | null
}

/** Types that no field returns; they are in the schema so that clients can generate a type for `extensions`. */
export const errorTypes = [ErrorExtensions]
