import { AppError } from '../../../lib/errors.js'
import { inexactIntegers } from '../../../lib/inexact-integers.js'
import { isDeeperThan, isObject } from '../../../lib/json-walk.js'
import { mayBeUnstorable, refuseUnstorable } from '../../../lib/validate.js'
import { camel, lineKinds, type LineKind } from '../../line.shape.js'

const kinds: ReadonlyMap<string, LineKind | 'informational'> = new Map<string, LineKind | 'informational'>([
  ...lineKinds.flatMap((kind) => [[kind, kind] as const, [camel(kind), kind] as const]),
  ['location', 'entity'],
  ['video', 'informational'],
  ['metadata', 'informational'],
])

export interface ParsedLine {
  kind: LineKind | 'informational' | 'unknown'
  data: Record<string, unknown>
  /** Whether the export marked the line as `unresolved`: something it refers to did not exist. */
  unresolved: boolean
  /** Why the line cannot be stored at all; null if it can. */
  unstorable: string | null
  /**
   * The integers whose value would change, with their places: JSON allows longer ones than a double can hold (G-06).
   */
  inexact: readonly string[]
}

const deepest = 500
const noArrays =
  'a line must be a JSON object. Of a JSON array, which exports with format=json are, each element must be a line: ' +
  "export with format=jsonl, or write them with jq -c '.[]'"

/**
 * Parses a line of a file. Throws PARSE_ERROR with the line's number if it is not JSON, or is neither a typed line nor
 * an annotation (I-04, I-05).
 */
export function parseLine(text: string, number: number): ParsedLine {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    if (/^\s*\[/.test(text)) throw parseFault(number, noArrays)
    throw parseFault(number, error instanceof Error ? error.message : 'not JSON')
  }
  if (Array.isArray(value)) throw parseFault(number, noArrays)
  if (!isObject(value)) throw parseFault(number, 'a line must be a JSON object')
  const unstorable = unstorableText(text, value)
  if ('data' in value && typeof value['type'] === 'string') {
    const kind = kinds.get(value['type']) ?? 'unknown'
    const { data } = value
    if (!isObject(data)) {
      // The data of lines that are only informational, or whose type is unknown, is not read and may be anything
      // (I-06).
      if (kind === 'unknown' || kind === 'informational')
        return { kind, data: {}, unresolved: false, unstorable: null, inexact: [] }
      throw parseFault(number, 'data must be an object')
    }
    const unresolved = value['unresolved'] === true || (kind === 'annotation' && data['unresolved'] === true)
    const inexact = inexactIntegers(text).map((place) => place.replace(/^data\./, ''))
    return { kind, data, unresolved, unstorable, inexact }
  }
  const bare = 'videoId' in value && ['boundingBoxSequence', 'annotationType', 'frames'].some((name) => name in value)
  if (!bare) throw parseFault(number, 'neither a line with type and data nor an annotation')
  const unresolved = value['unresolved'] === true
  return { kind: 'annotation', data: value, unresolved, unstorable, inexact: inexactIntegers(text) }
}

/** Returns the PARSE_ERROR for a line; its details contain the line's number. */
export function parseFault(number: number, reason: string): AppError {
  const message = `Failed to parse line ${number}: ${reason}`
  return new AppError('PARSE_ERROR', message, { extra: { error: 'Parse Error', message, line: number } })
}

/**
 * Returns why a line cannot be stored; null if it can. NUL characters, lone surrogates and numbers beyond those of a
 * double are refused (G-06), and so is nesting too deep for the database or a reader.
 */
function unstorableText(text: string, value: Record<string, unknown>): string | null {
  if (mayBeDeep(text) && isDeeperThan(deepest, value)) return `is nested more than ${deepest} levels deep`
  if (!mayBeUnstorable(text)) return null
  try {
    refuseUnstorable(value)
    return null
  } catch (error) {
    if (error instanceof AppError) return error.message
    throw error
  }
}

/**
 * Returns whether the text may be nested too deeply. Computes upper bounds that are cheap: first the number of opening
 * brackets, which is small for most lines, then the depth. Brackets inside strings count too, so the exact check has to
 * decide.
 */
function mayBeDeep(text: string): boolean {
  if (countOf(text, '{') + countOf(text, '[') <= deepest) return false
  let depth = 0
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i)
    if (code === 91 || code === 123) {
      depth += 1
      if (depth > deepest) return true
    } else if ((code === 93 || code === 125) && depth > 0) depth -= 1
  }
  return false
}

function countOf(text: string, bracket: string): number {
  let count = 0
  for (let at = text.indexOf(bracket); at >= 0; at = text.indexOf(bracket, at + 1)) count += 1
  return count
}
