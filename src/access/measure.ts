import { AsyncResource } from 'node:async_hooks'
import { metrics, trace, type Span } from '@opentelemetry/api'
import { sql, type SqlBool } from 'kysely'
import type pg from 'pg'
import { isObserved } from '@parallax/shared/observed.js'
import type { Condition } from '../database/conditions.js'

// Every access check is measured here, whether GraphQL or REST asks. Rules that are decided in memory go through
// `decided`. Rules that PostgreSQL decides carry a mark, an SQL comment inside the statement, which the wrapped
// connection reads. Without telemetry no connection is wrapped.

const tracer = trace.getTracer('parallax')
const duration = metrics
  .getMeter('parallax')
  .createHistogram('rbac.check.duration', { unit: 'ms', description: 'Duration of one access check.' })

/** What a check is about, as spans and the histogram label it (T-02, T-06). */
export interface CheckLabels {
  action: string
  resource: string
  role: string
}

/** The role as checks are labelled with it: `none` without a user, `system_admin` or `user`. */
export const roleOf = (abilities: { isAdmin: boolean } | null): string =>
  abilities === null ? 'none' : abilities.isAdmin ? 'system_admin' : 'user'

/**
 * The condition, marked as a check, so that the statement that contains it is measured. A statement that returns no
 * rows counts as denied, unless `among` marks it as a list.
 */
export function marked({ action, resource, role }: CheckLabels, condition: Condition): Condition {
  return sql<SqlBool>`/*rbac ${sql.raw(`${action} ${resource} ${role}`)}*/ ${condition}`
}

/** The condition, marked as part of a list: an empty list denies nobody anything. */
export function among(condition: Condition): Condition {
  return sql<SqlBool>`/*rbac among*/ ${condition}`
}

/**
 * Measures a check that was decided in memory or from rows that were read before, and returns `allowed`. `since` is
 * when the check began, in milliseconds of performance.now.
 */
export function decided(labels: CheckLabels, allowed: boolean, since = performance.now()): boolean {
  begin(labels, false, since)(allowed)
  return allowed
}

/**
 * Starts the span of a check and returns the function that ends it. `rows` is the number of rows where the check is
 * about a list. Durations are in milliseconds.
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
const known = new Map<string, Checks | null>()
const mostKnown = 500

/** The checks that are marked in the statement, each once; null for a statement without a mark, as most are. */
function checksOf(text: string): Checks | null {
  const found = known.get(text)
  if (found !== undefined) return found
  const labels = new Map<string, CheckLabels>()
  let isList = false
  for (const [whole, action = '', resource, role] of text.matchAll(mark)) {
    if (resource === undefined || role === undefined) isList = true
    else labels.set(whole, { action, resource, role })
  }
  const checks = labels.size ? { labels: [...labels.values()], isList } : null
  if (known.size < mostKnown) known.set(text, checks)
  return checks
}

/**
 * Makes the connections of a pool measure the checks in their statements, from the moment a statement is sent to its
 * last row. Does nothing without telemetry.
 */
export function measureChecks(pool: pg.Pool): void {
  if (!isObserved()) return
  pool.on('connect', (client) => measureStatements(client))
  // When a request has to wait for a connection, the callback runs while another request releases one; binding it keeps
  // the waiting request's own asynchronous context, and with it the right parent span.
  const connect = pool.connect.bind(pool) as (act?: (...given: unknown[]) => void) => unknown
  const bound = (act?: (...given: unknown[]) => void) => connect(act && AsyncResource.bind(act))
  pool.connect = bound as typeof pool.connect
}

interface Result {
  rowCount?: number | null
}

interface Statement {
  text?: string
  cursor?: { text?: string }
  submit?: unknown
  callback?: ((error: unknown, result?: Result) => void) | null
  once?(event: string, act: (result?: Result) => void): void
}

function measureStatements(client: pg.ClientBase): void {
  const query = client.query.bind(client) as (...given: unknown[]) => unknown
  const measured = (...given: unknown[]): unknown => {
    const [asked] = given as [string | Statement]
    const text = typeof asked === 'string' ? asked : (asked.text ?? asked.cursor?.text)
    const checks = text === undefined ? null : checksOf(text)
    if (!checks) return query(...given)
    const ends = checks.labels.map((labels) => begin(labels, checks.isList))
    const done = (failed: boolean, rows?: number | null) => {
      for (const one of ends) one(!failed && (checks.isList || rows !== 0), rows ?? undefined)
    }
    return send(query, given, done)
  }
  client.query = measured as typeof client.query
}

/**
 * Sends the query and calls `done` when it ends, for each of the three ways to call the driver: with a callback, for a
 * promise, or with a submittable object that emits events.
 */
function send(
  query: (...given: unknown[]) => unknown,
  given: unknown[],
  done: (failed: boolean, rows?: number | null) => void,
): unknown {
  const told = (act: NonNullable<Statement['callback']>) => (error: unknown, result?: Result) => {
    done(Boolean(error), result?.rowCount)
    act(error, result)
  }
  const [asked] = given as [string | Statement]
  const last = given.at(-1)
  if (typeof last === 'function') return query(...given.slice(0, -1), told(last as never))
  if (typeof asked === 'object' && asked.submit) {
    if (asked.callback) asked.callback = told(asked.callback)
    else {
      asked.once?.('end', (result) => done(false, result?.rowCount))
      asked.once?.('error', () => done(true))
    }
    return query(...given)
  }
  const answer = query(...given) as Promise<Result>
  answer.then(
    ({ rowCount }) => done(false, rowCount),
    () => done(true),
  )
  return answer
}
