import type { Reader } from '@parallax/shared/config-reader.js'
import { boolean, cap, oneOf, positive, row } from '@parallax/shared/config-rows.js'

/** Returns patterns of host names in lower case; null if any host is allowed. */
function hostPatterns(reader: Reader, name: string): string[] | null {
  const text = reader.text(name)
  if (!text) return null
  const patterns = text.split(',').map((one) => one.trim().toLowerCase())
  for (const one of patterns)
    if (!/^(\*\.)?[a-z0-9.:[\]_-]+$/.test(one))
      reader.fault(`${name} must be host names such as hooks.example or *.example; it has ${JSON.stringify(one)}`)
  return patterns
}

/**
 * The variables that limit the use of resources: requests, the size of GraphQL operations, concurrent work, memory and
 * processor time, and how long rows are kept.
 */
export const limitRows = {
  RATE_LIMIT_MAX: positive('rateLimits.max', 1000, 'requests that one client address may send in a window'),
  RATE_LIMIT_WINDOW_MS: positive('rateLimits.windowMs', 60_000, 'length of that window, in milliseconds'),
  RATE_LIMIT_LOGIN_MAX: positive('rateLimits.loginMax', 100, 'logins and registrations of one address in a minute'),
  RATE_LIMIT_LOGIN_FAILURES: positive(
    'rateLimits.loginFailures',
    100,
    'failed logins of one IPv4 address or IPv6 /64 network, over all names, in 15 minutes',
  ),
  RATE_LIMIT_DISABLED: boolean('rateLimits.disabled', false, 'true switches every rate limit off'),
  GRAPHQL_MAX_LENGTH: positive('graphql.limits.length', 200_000, 'characters of a GraphQL document'),
  GRAPHQL_MAX_TOKENS: positive('graphql.limits.tokens', 5_000, 'tokens of a GraphQL document'),
  GRAPHQL_MAX_DEPTH: positive('graphql.limits.depth', 15, 'levels of fields in a GraphQL operation'),
  GRAPHQL_MAX_FIELDS: positive('graphql.limits.fields', 1_000, 'fields of a GraphQL operation, fragments spread out'),
  GRAPHQL_MAX_ALIASES: positive('graphql.limits.aliases', 50, 'aliases of a GraphQL operation'),
  GRAPHQL_MAX_ROOT_FIELDS: positive('graphql.limits.rootFields', 25, 'root fields of a GraphQL operation'),
  GRAPHQL_MAX_DIRECTIVES: positive('graphql.limits.directives', 50, 'directives of a GraphQL operation'),
  GRAPHQL_MAX_COST: positive(
    'graphql.limits.cost',
    50_000,
    'objects that a GraphQL operation may ask for, calculated from its page sizes',
  ),
  GRAPHQL_HEAVY_COST: positive(
    'graphql.heavyCost',
    10_000,
    'a GraphQL operation that asks for more objects counts as heavy and is limited by HEAVY_OPERATION_CONCURRENCY',
  ),
  EXPLAIN_OPERATIONS: boolean(
    'graphql.explain',
    false,
    'true has every GraphQL answer show the statements of its operation with their plans and times; without it, ' +
      'administrators get them with the header `Explain-Operation: true`',
  ),
  PERSISTED_DOCUMENTS: oneOf(
    'graphql.persistedDocuments',
    ['off', 'report', 'enforce'],
    'off',
    '`off`, `report` (logs operations that are not registered) or `enforce` (refuses them)',
  ),
  REQUEST_CONCURRENCY_PER_USER: positive(
    'requestsPerUser',
    16,
    'requests of one user that an API process works on at once; further ones wait for their turn (exports, streams, ' +
      'followers and files that arrive have limits of their own)',
  ),
  EXPORT_CONCURRENCY: positive('places.export.inAll', 4, 'exports that the API streams at once'),
  EXPORT_CONCURRENCY_PER_USER: positive('places.export.perUser', 2, 'the same limit for a single user'),
  CLIENT_LEAST_PACE: positive(
    'bodies.leastPace',
    65_536,
    'bytes per second that a client must take of an export or a large answer while others wait for its place; one that ' +
      'takes fewer is disconnected',
  ),
  IMPORT_CONCURRENCY: positive(
    'places.import.inAll',
    3,
    'imports and previews that the API works on at once; each holds a database connection',
  ),
  IMPORT_CONCURRENCY_PER_USER: positive('places.import.perUser', 1, 'the same limit for a single user'),
  UPLOAD_CONCURRENCY: positive(
    'places.upload.inAll',
    200,
    'files that the API holds at once, arriving or waiting for their import',
  ),
  UPLOAD_CONCURRENCY_PER_USER: positive('places.upload.perUser', 40, 'the same limit for a single user'),
  MODEL_CALL_CONCURRENCY: positive(
    'places.modelCall.inAll',
    16,
    'calls of the model service that people wait for at once; jobs are counted by their workers',
  ),
  MODEL_CALL_CONCURRENCY_PER_USER: positive('places.modelCall.perUser', 4, 'the same limit for a single user'),
  HEAVY_OPERATION_CONCURRENCY: positive(
    'places.heavyOperation.inAll',
    4,
    'GraphQL operations above GRAPHQL_HEAVY_COST that the API runs at once',
  ),
  HEAVY_OPERATION_CONCURRENCY_PER_USER: positive(
    'places.heavyOperation.perUser',
    2,
    'the same limit for a single user',
  ),
  CHANGES_ALIVE_MS: positive(
    'followers.aliveMs',
    15_000,
    'milliseconds after which an answer that waits for changes repeats its position, so that proxies do not cut it',
  ),
  WAITING_MAX: positive(
    'places.waiting.inAll',
    1000,
    'imports that may wait for their turn; the same number for model calls and for heavy operations ' +
      '(exports and uploads are refused instead of waiting)',
  ),
  WAITING_MAX_PER_USER: positive('places.waiting.perUser', 100, 'the same limit for a single user'),
  WAITING_TIMEOUT_MS: positive(
    'places.waitMs',
    60_000,
    'milliseconds after which a waiting request is refused with Retry-After',
  ),
  HEAVY_READ_BYTES: positive(
    'heavyReadBytes',
    2 * 1024 * 1024,
    'bytes of rows, or of the answer, from which on a read counts as heavy: it is limited by HEAVY_OPERATION_CONCURRENCY and, where it ' +
      'finds no place at once, begins again when it has one',
  ),
  BUDGET_MAX_BYTES: positive(
    'budget.bytes',
    64 * 1024 * 1024,
    'largest JSON answer in bytes, and largest total of the rows that it is made from',
  ),
  BUDGET_MAX_ROWS: positive('budget.rows', 100_000, 'rows that one request may read'),
  BUDGET_MAX_LOOP_MS: positive(
    'budget.loopMs',
    10_000,
    'milliseconds of processor time that one request may take for its answer, in turns with others',
  ),
  IMPORT_MAX_LINES: positive('importBudget.objects', 2_000_000, 'lines of one file that is imported or previewed'),
  IMPORT_MAX_ROWS: positive(
    'importBudget.rows',
    1_000_000,
    'rows that one import or preview may read back to unite them with what is stored',
  ),
  IMPORT_MAX_BYTES: positive('importBudget.bytes', 1024 * 1024 * 1024, 'bytes of these rows'),
  IMPORT_MAX_LOOP_MS: positive(
    'importBudget.loopMs',
    60_000,
    'milliseconds of processor time that one import or preview may take in the API, in turns with others',
  ),
  JOBS_OPEN_PER_USER: positive(
    'openJobsPerUser',
    100,
    'unfinished jobs that one user may have; a request for another is refused with 429',
  ),
  HISTORY_DAYS: row(
    'changes.historyDays',
    '90',
    'days for which every change is kept, for history, feed and audit; 0 switches the log of changes off',
    (reader, name) => reader.count(name, 90),
  ),
  TRASH_DAYS: positive(
    'changes.trashDays',
    30,
    'days for which what was deleted can be restored; not longer than HISTORY_DAYS',
  ),
  WEBHOOK_ALLOWED_HOSTS: row(
    'webhooks.allowedHosts',
    'any',
    'hosts that webhooks may be sent to, separated by commas; `*.example.org` stands for all names below example.org',
    (reader, name) => hostPatterns(reader, name),
  ),
  WEBHOOK_ALLOW_PRIVATE: boolean(
    'webhooks.allowPrivate',
    false,
    'true also sends webhooks to addresses of private networks and of the machine itself; never to link-local ones',
  ),
  WEBHOOK_TIMEOUT_MS: positive('webhooks.timeoutMs', 10_000, 'milliseconds in which a receiver has to answer'),
  WEBHOOK_GIVE_UP_DAYS: positive(
    'webhooks.giveUpDays',
    3,
    'days after which a webhook is switched off all of whose attempts have failed',
  ),
  WEBHOOK_DELIVERY_DAYS: positive('webhooks.deliveryDays', 7, 'days for which messages to webhooks stay listed'),
  JOB_RETENTION_DAYS: positive('jobRetentionDays', 30, 'days a finished job can still be polled'),
  LOGIN_ATTEMPT_RETENTION_DAYS: positive('loginAttemptRetentionDays', 30, 'days a row about a login is kept'),
  IMPORT_HISTORY_RETENTION_DAYS: positive(
    'importHistoryRetentionDays',
    365,
    'days an import stays in the history, with its report',
  ),
  JOB_LEASE_SECONDS: positive(
    'jobLeaseSeconds',
    30,
    'seconds after which a job is given to another worker when its own has not reported',
  ),
  JOBS_PER_MINUTE_SUMMARIZATION: cap(
    'jobsPerMinute.summarization',
    10,
    'number of summarization jobs started per minute at most; the same number holds for tracking jobs',
  ),
  JOBS_PER_MINUTE_CLAIMS: cap(
    'jobsPerMinute.claims',
    5,
    'number of claim extraction and synthesis jobs started per minute at most',
  ),
}
