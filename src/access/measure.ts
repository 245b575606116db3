import { metrics, trace, type Span } from '@opentelemetry/api'
import { sql, type SqlBool } from 'kysely'
import { isObserved } from '@parallax/shared/observed.js'
import type { Condition } from '../database/rows/conditions.js'
import type { Observer } from '../database/driver/observed.js'

// Every access check is measured here, for GraphQL and REST alike. Rules that are decided in memory go through
// `decided`. Rules that PostgreSQL decides carry a mark, an SQL comment, which the observer of the connections reads
// when the statement is sent (database/driver/observed.ts). A comment survives building, compiling, caching and
// streaming of statements. An argument would have to be passed through all of these, and a map from conditions to marks
// would be lost where a condition becomes text.

const tracer = trace.getTracer('parallax')
const duration = metrics
  .getMeter('parallax')
  .createHistogram('rbac.check.duration', { unit: 'ms', description: 'Duration of one access check.' })

/** The labels of a check in spans and in the histogram (T-02, T-06). */
export interface CheckLabels {
  action: string
  resource: string
  role: string
}

/** Returns the role label of checks: `none` without a user, `system_admin` or `user`. */
export const roleOf = (abilities: { isAdmin: boolean } | null): string =>
  abilities === null ? 'none' : abilities.isAdmin ? 'system_admin' : 'user'

/**
 * Returns the condition, marked as a check, so that the statement that contains it is measured. A statement that
 * returns no rows counts as denied, unless `among` marks it as a list.
 */
export function marked({ action, resource, role }: CheckLabels, condition: Condition): Condition {
  return sql<SqlBool>`/*rbac ${sql.raw(`${action} ${resource} ${role}`)}*/ ${condition}`
}

/** Returns the condition, marked as part of a list, for which an empty result does not count as denied. */
export function among(condition: Condition): Condition {
  return sql<SqlBool>`/*rbac among*/ ${condition}`
}

/**
 * Measures a check that was decided in memory or from rows that were read before, and returns `allowed`. `since` is the
 * start of the check, in milliseconds of performance.now.
 */
export function decided(labels: CheckLabels, allowed: boolean, since = performance.now()): boolean {
  begin(labels, false, since)(allowed)
  return allowed
}

/**
 * Starts the span of a check and returns the function that ends it. `rows` is the number of rows if the check is about
 * a list. Durations are in milliseconds.
 */
function begin({ action, resource, role }: CheckLabels, isList: boolean, start = performance.now()) {
  const startTime = performance.timeOrigin + start
  const span = tracer.startSpan('rbac.authorize', { startTime, attributes: { action, resource } })
  const list = isList && resource === 'video' ? tracer.startSpan('video-access.resolve') : undefined
  return (allowed: boolean, rows?: number) => {
    const result = allowed ? 'allow' : 'deny'
    end(span, { result })
    if (list) end(list, { ...(rows !== undefined && { 'result.count': rows }) })
    duration.record(performance.now() - start, { action, resource, result, role })
  }
}

function end(span: Span, attributes: Record<string, string | number>): void {
  span.setAttributes(attributes).end()
}

interface Checks {
  labels: readonly CheckLabels[]
  isList: boolean
}

const mark = /\/\*rbac (\w+)(?: (\w+) (\w+))?\*\//g
const checksByText = new Map<string, Checks | null>()
const mostTexts = 500

/**
 * Returns the checks that are marked in the statement, each once; null for a statement without a mark, as in most
 * cases.
 */
function checksOf(text: string): Checks | null {
  const cached = checksByText.get(text)
  if (cached !== undefined) return cached
  const labels = new Map<string, CheckLabels>()
  let isList = false
  for (const [whole, action = '', resource, role] of text.matchAll(mark)) {
    if (resource === undefined || role === undefined) isList = true
    else labels.set(whole, { action, resource, role })
  }
  const checks = labels.size ? { labels: [...labels.values()], isList } : null
  if (checksByText.size < mostTexts) checksByText.set(text, checks)
  return checks
}

/**
 * Returns an observer that measures the checks in a statement, from the moment it is sent to its last row; undefined
 * without telemetry.
 */
export function checkObserver(): Observer | undefined {
  if (!isObserved()) return undefined
  return (text) => {
    const checks = checksOf(text)
    if (!checks) return undefined
    const ends = checks.labels.map((labels) => begin(labels, checks.isList))
    return (failed, rows) => {
      for (const one of ends) one(!failed && (checks.isList || rows !== 0), rows ?? undefined)
    }
  }
}
