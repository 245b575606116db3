import type { Static, TSchema } from '@sinclair/typebox'
import { _, Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import { closed } from './closed.js'
import { AppError, validation, type FieldError } from './errors.js'
import { annotationKinds, annotationSources, knownWord } from './known-word.js'
import { isIsoTimestamp } from './moment.js'
import { isNewUserName, keptPassword } from './user-name.js'
import { isUuid } from './uuid.js'

/** `strictNumbers` refuses Infinity, which a number such as 1e400 becomes; `strict: false` alone would accept it. */
const options = { allErrors: true, strict: false, strictNumbers: true, useDefaults: true, coerceTypes: false } as const
const bodies = withFormats(new Ajv(options))
/** Validates as `bodies`, but stops at the first fault. */
const quickly = withFormats(new Ajv({ ...options, allErrors: false }))
/** Query values arrive as text: numbers are coerced, booleans are true, false, 1 or 0 (G-06). */
const queries = withFormats(new Ajv({ ...options, coerceTypes: true }))

/** Adds the string formats that the schemas use to an Ajv instance and returns it. */
export function withFormats(ajv: Ajv): Ajv {
  ajv.addFormat('uuid', { type: 'string', validate: isUuid })
  ajv.addFormat('email', {
    type: 'string',
    // The length is checked first: on a long text that is not an address the expression takes quadratic time.
    validate: (text) => text.length <= 254 && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text),
  })
  ajv.addFormat('date-time', { type: 'string', validate: isIsoTimestamp })
  ajv.addFormat('annotation-kind', { type: 'string', validate: (text) => knownWord(text, annotationKinds) === text })
  ajv.addFormat('annotation-source', {
    type: 'string',
    validate: (text) => knownWord(text, annotationSources) === text,
  })
  ajv.addFormat('user-name', { type: 'string', validate: isNewUserName })
  ajv.addFormat('not-blank', { type: 'string', validate: (text) => text.trim() !== '' })
  ajv.addKeyword({
    keyword: 'maxJsonLength',
    type: 'object',
    validate: (most: number, data: unknown) => JSON.stringify(data).length <= most,
    error: { message: 'is too long', params: ({ schema }) => _`{limit: ${schema as number}}` },
  })
  ajv.addFormat('password', { type: 'string', validate: (text) => Buffer.byteLength(keptPassword(text)) <= 72 })
  return ajv
}

const formatMessages: Record<string, string> = {
  uuid: 'must be a UUID',
  email: 'must be a valid e-mail address',
  'date-time': 'must be an ISO 8601 timestamp',
  'annotation-kind': 'must be type or object, in lower case, or another word',
  'annotation-source': `must be ${annotationSources.join(', ')}, in lower case, or another word`,
  'not-blank': 'must not be blank',
  'user-name':
    'must have letters and digits of one script only, and may have the signs of ASCII, but neither spaces nor invisible ' +
    'characters',
  password: 'must not exceed 72 bytes',
}

/** Returns the validator of a request body; it is compiled once for each schema. */
export const compileBody = keptBy(bodies, quickly)
/** Returns the validator of query parameters; it is compiled once for each schema. */
export const compileQuery = keptBy(queries)

/**
 * Caches compiled schemas. The same schema may validate a REST query and a GraphQL argument, so each Ajv instance has a
 * separate cache.
 */
function keptBy(ajv: Ajv, first?: Ajv): (schema: TSchema) => ValidateFunction {
  const compiled = new WeakMap<TSchema, ValidateFunction>()
  return (schema) => {
    const cached = compiled.get(schema)
    if (cached) return cached
    const fresh = first ? inSteps(first.compile(schema), () => ajv.compile(schema)) : ajv.compile(schema)
    compiled.set(schema, fresh)
    return fresh
  }
}

/**
 * All faults are collected only in values with at most this many members, because each fault is an object and a value
 * may have millions.
 */
const mostMembers = 10_000

/** Returns a validator that looks for the first fault, and for all faults if there is one and the value is small. */
function inSteps(first: ValidateFunction, compileAll: () => ValidateFunction): ValidateFunction {
  let all: ValidateFunction | undefined
  const check = ((value: unknown) => {
    let last = first
    if (!first(value) && !isLarge(value)) (last = all ??= compileAll())(value)
    check.errors = last.errors ?? null
    return check.errors === null
  }) as unknown as ValidateFunction
  return check
}

function isLarge(value: unknown): boolean {
  const open: unknown[] = [value]
  for (let members = 0; open.length;) {
    const next = open.pop()
    if (typeof next !== 'object' || next === null) continue
    const inside: unknown[] = Array.isArray(next) ? next : Object.values(next)
    members += inside.length
    if (members > mostMembers) return true
    for (const member of inside) if (typeof member === 'object') open.push(member)
  }
  return false
}

/** The maximum number of faults that are reported. */
const mostFaults = 100

/**
 * Validates input and returns it with defaults filled in (the value itself is changed), as its static type. Throws
 * VALIDATION_ERROR with one detail for each field, also for members that the schema does not name.
 */
export function parse<S extends TSchema>(schema: S, value: unknown, at = ''): Static<S> {
  return parseStored(closed(schema), value, at)
}

/**
 * Like `parse`, for values that another version of the server may have stored: keeps members that the schema does not
 * name.
 */
export function parseStored<S extends TSchema>(schema: S, value: unknown, at = ''): Static<S> {
  const check = compileBody(schema)
  if (!check(value)) throw validation(fieldErrors(check.errors ?? [], at))
  return value
}

/**
 * Converts Ajv's errors to details with dotted paths and readable reasons. Of a union, only the most specific faults
 * are reported.
 */
export function fieldErrors(errors: ErrorObject[], at = ''): FieldError[] {
  const byField = new Map<string, FieldError>()
  /** The fields that contain one of these fields. */
  const around = new Set<string>()
  for (const error of [...errors].sort((a, b) => b.instancePath.length - a.instancePath.length)) {
    const entry = { field: fieldOf(error, at), message: reasonOf(error) }
    const { field } = entry
    if (byField.has(field) || (isUnion(error) && around.has(field))) continue
    byField.set(field, entry)
    around.add('')
    for (let dot = field.lastIndexOf('.'); dot > 0; dot = field.lastIndexOf('.', dot - 1))
      around.add(field.slice(0, dot))
  }
  return [...byField.values()].reverse().slice(0, mostFaults)
}

function isUnion(error: ErrorObject): boolean {
  return error.keyword === 'anyOf' || error.keyword === 'oneOf'
}

function fieldOf(error: ErrorObject, at: string): string {
  const path = error.instancePath
    .split('/')
    .slice(1)
    .map((part) => part.replace(/~1/g, '/').replace(/~0/g, '~'))
  if (error.keyword === 'required') path.push(String(error.params['missingProperty']))
  if (error.keyword === 'additionalProperties') path.push(String(error.params['additionalProperty']))
  return [at, ...path].filter((part) => part !== '').join('.')
}

function reasonOf(error: ErrorObject): string {
  const params = error.params as Record<string, unknown>
  const limit = params['limit']
  switch (error.keyword) {
    case 'required':
      return 'is required'
    case 'additionalProperties':
      return 'is not known here'
    case 'format':
      return formatMessages[String(params['format'])] ?? `must be a ${String(params['format'])}`
    case 'enum':
      return `must be one of ${(params['allowedValues'] as unknown[])
        .filter((word) => word !== null)
        .map(String)
        .join(', ')}`
    case 'const':
      return `must be ${String(params['allowedValue'])}`
    case 'type':
      return `must be ${[params['type']].flat().map(articled).join(' or ')}`
    case 'minLength':
      return limit === 1 ? 'must not be empty' : `must have at least ${String(limit)} characters`
    case 'maxLength':
      return `must have at most ${String(limit)} characters`
    case 'minItems':
      return `must have at least ${String(limit)} item${limit === 1 ? '' : 's'}`
    case 'maxItems':
      return `must have at most ${String(limit)} items`
    case 'minimum':
      return `must be at least ${String(limit)}`
    case 'maximum':
      return `must be at most ${String(limit)}`
    case 'maxJsonLength':
      return `must have at most ${String(limit)} characters as JSON`
    case 'pattern':
      return `must match ${String(params['pattern'])}`
    default:
      return error.message ?? 'is not valid'
  }
}

function articled(type: unknown): string {
  const name = String(type)
  return name === 'null' ? 'null' : `${/^[aeio]/.test(name) ? 'an' : 'a'} ${name}`
}

/**
 * Returns whether a JSON text may contain values that cannot be stored: escapes of NUL or of surrogates, and numbers
 * whose exponent or length may exceed those of a double. If so, `refuseUnstorable` checks the parsed value.
 */
export const mayBeUnstorable = (json: string): boolean =>
  (json.includes('\\u') && /\\u0000|\\ud[89a-f]/i.test(json)) || longExponent.test(json) || hasLongNumber(json)

// One expression with all alternatives took longer than parsing (4 and 3.5 µs for a line of 1.2 kB). These three checks
// take 0.7 µs, because each looks for something rare: the exponent is matched before its number.
const longExponent = /e\+?\d{3}(?<=[:,[\s]-?\d[\d.]*e\+?\d{3})/i

/** Returns whether the text has more than 308 consecutive digits, of which one is then at an index of 308 + 309 n. */
function hasLongNumber(json: string): boolean {
  for (let at = 308; at < json.length; at += 309) {
    let [first, end] = [at, at]
    while (isDigit(json.charCodeAt(first - 1))) first -= 1
    while (isDigit(json.charCodeAt(end))) end += 1
    if (end - first > 308) return true
  }
  return false
}

const isDigit = (code: number): boolean => code >= 48 && code <= 57

/**
 * Throws VALIDATION_ERROR for text with NUL characters or lone surrogates, and for numbers beyond those of a double,
 * which would be stored as null; names the first such field that it finds (G-06). `at` is the path of the value.
 */
export function refuseUnstorable(value: unknown, at = ''): void {
  const stack: [unknown, string][] = [[value, at]]
  for (let next = stack.pop(); next; next = stack.pop()) {
    const [item, path] = next
    if (typeof item === 'string') {
      if (item.includes('\0')) throw validation([{ field: path, message: 'must not contain a NUL character' }])
      if (!item.isWellFormed()) throw validation([{ field: path, message: 'must be well-formed Unicode' }])
    } else if (typeof item === 'number') {
      if (!Number.isFinite(item))
        throw validation([{ field: path, message: 'must be a number that a double can hold' }])
    } else if (item !== null && typeof item === 'object') {
      for (const [key, child] of Object.entries(item)) {
        if (key.includes('\0')) throw validation([{ field: path, message: 'has a key with a NUL character' }])
        if (!key.isWellFormed())
          throw validation([{ field: path, message: 'has a key that is no well-formed Unicode' }])
        stack.push([child, path ? `${path}.${key}` : key])
      }
    }
  }
}

/**
 * Parses JSON. Throws PARSE_ERROR with the message `refusal` for invalid JSON, and VALIDATION_ERROR for strings
 * and numbers that cannot be stored.
 */
export function parseJson(text: string, refusal: string): unknown {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (cause) {
    throw new AppError('PARSE_ERROR', refusal, { cause })
  }
  if (mayBeUnstorable(text)) refuseUnstorable(value)
  return value
}
