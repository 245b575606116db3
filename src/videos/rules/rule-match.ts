import { RE2JS } from 're2js'
import type { RuleCondition } from './rule.shape.js'

/** The columns that a condition may name; other names are looked up in the metadata (VA-07). */
export const videoColumns = [
  'filename',
  'path',
  'duration',
  'frameRate',
  'resolution',
  'sourcePlatform',
  'platformVideoId',
  'metadataSyncStatus',
] as const

export type MatchableVideo = Partial<Record<(typeof videoColumns)[number], string | number | null>> & {
  metadata?: unknown
}

/**
 * Returns whether a condition on the field may read the metadata, which is also the fallback for a column without a
 * value.
 */
export function readsMetadata(field: string): boolean {
  return field !== 'filename' && field !== 'path'
}

/** Returns why the pattern is not an RE2 pattern; null for a valid one (VA-10). */
export function checkPattern(pattern: string): string | null {
  try {
    RE2JS.compile(pattern)
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/**
 * Compiles conditions, with their patterns, to a test whether a video meets all of them (VA-08). An empty list matches
 * no video.
 */
export function compileRule(conditions: readonly RuleCondition[]): (video: MatchableVideo) => boolean {
  const tests = conditions.map(compileCondition)
  return (video) => tests.length > 0 && tests.every((test) => test(video))
}

function compileCondition({ field, operator, value }: RuleCondition): (video: MatchableVideo) => boolean {
  const meets = textTest(operator, value)
  const read = fieldReader(field)
  return (video) => {
    const value = read(video)
    if (!Array.isArray(value)) return value !== null && value !== undefined && meets(textOf(value))
    return value.some((item: unknown) => item !== null && item !== undefined && meets(textOf(item)))
  }
}

function textTest(operator: RuleCondition['operator'], value: string): (text: string) => boolean {
  switch (operator) {
    case 'equals':
      return (text) => text === value
    case 'contains':
      return (text) => text.includes(value)
    case 'startsWith':
      return (text) => text.startsWith(value)
    case 'endsWith':
      return (text) => text.endsWith(value)
    case 'regex':
      return patternTest(value)
    default:
      return () => false
  }
}

/**
 * Returns a test of a text by the pattern. A pattern that does not compile never matches; a stored pattern may predate
 * the check.
 */
function patternTest(pattern: string): (text: string) => boolean {
  if (checkPattern(pattern) !== null) return () => false
  const compiled = RE2JS.compile(pattern)
  return (text) => compiled.test(text)
}

/** Returns a value as the text for comparisons (VA-09). */
function textOf(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/**
 * Returns a function that reads a field: a column, a key of the metadata, or a dotted path inside the metadata; the
 * last two also after a leading `metadata.` (VA-07).
 */
function fieldReader(field: string): (video: MatchableVideo) => unknown {
  const column = videoColumns.find((name) => name === field)
  const paths = [[field], field.split('.')]
  if (field.startsWith('metadata.')) {
    const inner = field.slice('metadata.'.length)
    paths.push([inner], inner.split('.'))
  }
  return (video) => {
    const own = column && video[column]
    if (own !== null && own !== undefined) return own
    for (const path of paths) {
      const value = follow(video.metadata, path)
      if (value !== undefined) return value
    }
    return undefined
  }
}

function follow(document: unknown, path: readonly string[]): unknown {
  let at = document
  for (const key of path) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) return undefined
    at = (at as Record<string, unknown>)[key]
  }
  return at
}
