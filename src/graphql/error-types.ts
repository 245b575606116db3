import { Field, Float, Int, ObjectType, registerEnumType } from 'type-graphql'
import { errorCodes, type ErrorCode } from '../lib/errors.js'

/** What each code tells a client to do about it. */
const meanings: Record<ErrorCode, string> = {
  VALIDATION_ERROR: 'What was sent does not fit; `details` names the fields.',
  PARSE_ERROR: 'The document, or the file of an import, cannot be parsed.',
  UNAUTHENTICATED: 'Sign in first.',
  FORBIDDEN: 'The caller may see it but not do this.',
  NOT_FOUND: 'It does not exist, or the caller may not know of it.',
  CONFLICT: 'It contradicts what is there already.',
  PRECONDITION_FAILED: 'Somebody changed it meanwhile; `currentVersion` is the version now.',
  PAYLOAD_TOO_LARGE: 'What was sent is too long.',
  COST_LIMIT: 'The operation asks for too much; `limit`, `maximum` and `hint` say of what, and how to page.',
  RATE_LIMITED: 'Too many requests, or the places for such work are taken; `retryAfter` says when to come again.',
  ACCOUNT_LOCKED: 'Too many failed sign-ins; `retryAfter` says when to come again.',
  SERVER_BUSY: 'Others were at work on the same things; `retryAfter` says when to come again.',
  DATABASE_UNAVAILABLE: 'The database is away; a change may have been made or not. Come again.',
  STORAGE_FULL: 'There is no room left on the disk of the server; nothing was kept.',
  INTERNAL_ERROR: 'A fault of the server; its log has the cause.',
  MODEL_SERVICE_ERROR: 'The model service refused the work; the message is its own.',
  MODEL_SERVICE_UNREACHABLE: 'The model service does not answer.',
  MODEL_SERVICE_BAD_RESPONSE: 'The model service answered what cannot be read.',
  MODEL_SERVICE_OUTPUT_MISSING: 'The model service names a file that is not there.',
  MODEL_SERVICE_TIMEOUT: 'The model service took too long.',
}

const codes = Object.fromEntries(errorCodes.map((code) => [code, code]))
registerEnumType(codes, {
  name: 'ErrorCode',
  description: 'The word that a program goes by when something is refused; REST has the same in `code`.',
  valuesConfig: Object.fromEntries(errorCodes.map((code) => [code, { description: meanings[code] }])),
})

@ObjectType({ description: 'What is wrong with one member of an input.' })
class FieldFault {
  @Field(() => String, { description: 'A dotted path such as `conditions.0.operator`; empty for the whole input.' })
  field!: string

  @Field(() => String, { description: 'A sentence in English.' })
  message!: string
}

@ObjectType({
  description: 'The `extensions` of an error of an answer. No field returns it: it is here for generated types.',
})
class ErrorExtensions {
  @Field(() => codes, { description: 'What a program goes by.' })
  code!: ErrorCode

  @Field(() => [FieldFault], { nullable: true, description: 'With VALIDATION_ERROR: what is wrong, by field.' })
  details!: FieldFault[] | null

  @Field(() => Int, { nullable: true, description: 'With PRECONDITION_FAILED.' })
  currentVersion!: number | null

  @Field(() => String, {
    nullable: true,
    description: 'With COST_LIMIT: what there is too much of, such as `objects` or `bytes`.',
  })
  limit!: string | null

  @Field(() => Float, { nullable: true, description: 'With COST_LIMIT: how much the limit allows.' })
  maximum!: number | null

  @Field(() => String, { nullable: true, description: 'With COST_LIMIT: what to ask instead.' })
  hint!: string | null

  @Field(() => Int, { nullable: true, description: 'Seconds, with RATE_LIMITED, ACCOUNT_LOCKED and SERVER_BUSY.' })
  retryAfter!: number | null
}

/** Types that no field leads to, so that clients can generate the type of what `extensions` holds. */
export const errorTypes = [ErrorExtensions]
