import { tmpdir } from 'node:os'
import {
  boolean,
  cap,
  documented,
  elsewhere,
  folder,
  given,
  oneOf,
  optional,
  perCore,
  port,
  positive,
  required,
  row,
  secret,
  text,
  url,
} from './lib/config-rows.js'
import { storeRows } from './config-stores.js'
import { telemetryRows } from './lib/telemetry-rows.js'

const videos = '/api/videos'

/** A switch that follows ALLOW_EXTERNAL_LINKS until it is set itself; its value is asked for with that one's. */
const linksRow = (meaning: string) =>
  row('', 'ALLOW_EXTERNAL_LINKS', meaning, (reader, name) => (all: boolean) => reader.boolean(name, all))

/**
 * Of the API, the workers and the commands: one row a variable, from which the configuration, docs/configuration.md and
 * `doctor` follow. A row with a path needs nothing else.
 */
export const rows = {
  ...storeRows,
  NODE_ENV: oneOf(
    'environment',
    ['development', 'production', 'test'],
    'development',
    '`development`, `production` or `test` (treated like development)',
  ),
  HOST: text('host', '127.0.0.1', 'address the API listens on'),
  PORT: port('port', 3001, 'port the API listens on'),
  API_PROCESSES: perCore('processes', 4, 'processes of the API, which share one port, its places and its limits'),
  LOG_LEVEL: row('logLevel', 'info', 'fatal, error, warn, info, debug, trace or silent', (reader, name) =>
    reader.level(name),
  ),
  DESK: boolean('desk', true, 'whether browsers that open the address get the desk; `off` leaves a page of links'),
  ALLOWED_ORIGINS: text('', 'http://localhost:5173,http://localhost:3000', 'CORS origins, separated by commas'),
  TRUST_PROXY: given('loopback', 'proxies whose X-Forwarded headers count: a number of hops or a list of CIDR ranges'),
  SERVICE_MODE: oneOf('', ['multi-user', 'single-user'], 'multi-user', '`multi-user` or `single-user`'),
  SINGLE_USER_MODE: row('', 'unset', 'older spelling: true or false; SERVICE_MODE wins', (reader, name) =>
    reader.boolean(name, false),
  ),
  DEFAULT_USER_USERNAME: text('defaultUsername', 'default-user', 'the user that acts in single-user mode'),
  ALLOW_REGISTRATION: boolean('allowRegistration', false, 'whether people may register themselves'),
  ALLOW_COMMON_PASSWORDS: boolean(
    'allowCommonPasswords',
    false,
    'whether people may choose one of the 49,000 most common passwords; for trials and tests alone',
  ),
  SESSION_SECRET: secret(required('session.secret', 'seals session cookies; at least 32 characters')),
  SESSION_SECRET_PREVIOUS: secret(optional('session.previousSecret', 'still opens cookies sealed before a rotation')),
  SESSION_TIMEOUT_DAYS: positive('session.timeoutDays', 7, 'session lifetime'),
  ADMIN_PASSWORD: secret(given('required in multi-user mode', 'password of the seeded user `admin`')),
  API_KEY_ENCRYPTION_KEY: secret(
    required('encryption.key', '64 hexadecimal characters; encrypts stored provider keys'),
  ),
  API_KEY_ENCRYPTION_KEY_PREVIOUS: secret(
    optional('encryption.previousKey', 'still decrypts keys stored before a rotation'),
  ),
  BODY_IDLE_TIMEOUT_MS: positive('bodies.idleMs', 20_000, 'a body of which nothing arrives for so long is hung up on'),
  BODY_TIMEOUT_MS: positive(
    'bodies.totalMs',
    60_000,
    'so is one that has not arrived after so long; files of signed-in people have 15 minutes, videos as long as they keep arriving',
  ),
  CLIENT_IDLE_TIMEOUT_MS: positive(
    'bodies.readIdleMs',
    30_000,
    'a client that takes nothing of what waits for it for so long is hung up on',
  ),
  REQUEST_TIMEOUT_MS: positive(
    'database.statementTimeoutMs',
    30_000,
    'a statement of an interactive request that runs longer is cancelled',
  ),
  MODEL_SERVICE_URL: url(
    'modelService.url',
    'http://model-service:8000',
    'the model service; under `up` unset means the baseline service',
  ),
  MODEL_SERVICE_VIDEO_ROOT: given('STORAGE_PATH', 'where the model service sees STORAGE_PATH'),
  MODEL_SERVICE_TIMEOUT_DETECTION_MS: positive('modelService.timeoutsMs.detection', 60_000, 'ceiling of a detection'),
  MODEL_SERVICE_TIMEOUT_TRACKING_MS: positive('modelService.timeoutsMs.tracking', 3_600_000, 'ceiling of a tracking'),
  MODEL_SERVICE_TIMEOUT_THUMBNAILS_MS: positive('modelService.timeoutsMs.thumbnails', 30_000, 'ceiling of a thumbnail'),
  MODEL_SERVICE_TIMEOUT_ONTOLOGY_AUGMENT_MS: positive(
    'modelService.timeoutsMs.ontologyAugment',
    60_000,
    'ceiling of an ontology augmentation',
  ),
  MODEL_SERVICE_TIMEOUT_SUMMARIZE_MS: positive('modelService.timeoutsMs.summarize', 300_000, 'ceiling of a summary'),
  MODEL_SERVICE_TIMEOUT_EXTRACT_CLAIMS_MS: positive(
    'modelService.timeoutsMs.extractClaims',
    300_000,
    'ceiling of a claim extraction',
  ),
  MODEL_SERVICE_TIMEOUT_SYNTHESIZE_MS: positive(
    'modelService.timeoutsMs.synthesize',
    300_000,
    'ceiling of a synthesis',
  ),
  MODEL_SERVICE_TIMEOUT_TRANSCRIBE_MS: positive(
    'modelService.timeoutsMs.transcribe',
    300_000,
    'ceiling of a transcription and of a diarization',
  ),
  ...telemetryRows('annotation-backend'),
  METRICS_PORT: row(
    'telemetry.metricsPort',
    'unset',
    'port of a Prometheus /metrics page; unset means none',
    (reader, name) => (reader.isSet(name) ? reader.port(name, 0) : null),
  ),
  VIDEO_STORAGE_TYPE: oneOf(
    'files.type',
    ['local', 'objstore', 'hybrid'],
    'local',
    '`local`, `objstore` or `hybrid` (object store first, then local)',
  ),
  STORAGE_PATH: folder('files.root', '/videos', 'folder of the videos'),
  VIDEO_BASE_URL: row('files.baseUrl', videos, 'prefix of the video URLs', (reader, name) =>
    reader.text(name, videos).replace(/\/$/, ''),
  ),
  VIDEO_UPLOAD_MAX_BYTES: positive('files.largestUpload', 10 * 1024 ** 3, 'bytes of an uploaded video at most'),
  VIDEO_DEFAULT_ACCESS: oneOf(
    '',
    ['open', 'closed'],
    'open',
    '`open`: all see the videos that no administrator or rule has assigned; `closed`: the members of the projects that have them, and without any administrators alone. In single-user mode always `open`',
  ),
  OBJSTORE_BUCKET: given('required with an object store', 'bucket'),
  OBJSTORE_REGION: given('required with an object store', 'region'),
  OBJSTORE_ACCESS_KEY_ID: secret(given('required with an object store', 'access key')),
  OBJSTORE_SECRET_ACCESS_KEY: secret(given('required with an object store', 'secret key')),
  OBJSTORE_ENDPOINT: row('', 'unset', 'endpoint of an S3-compatible store', (reader, name) => reader.urlOrNull(name)),
  OBJSTORE_PUBLIC_BUCKET: boolean('', false, 'true: URLs are not signed'),
  CDN_ENABLED: boolean('', false, 'rewrite video URLs through a CDN'),
  CDN_BASE_URL: row('', 'required with a CDN', 'origin of the CDN', (reader, name) => reader.urlOrNull(name)),
  CDN_SIGNED_URLS: boolean('', true, 'sign CDN URLs'),
  CDN_SIGNING_KEY: secret(given('SESSION_SECRET', 'key of the CDN signatures')),
  THUMBNAIL_STORAGE_TYPE: oneOf('files.thumbnails.type', ['local', 'objstore'], 'local', '`local` or `objstore`'),
  THUMBNAIL_PATH: folder('files.thumbnails.root', '/videos/thumbnails', 'folder of the thumbnails'),
  THUMBNAIL_OBJSTORE_PREFIX: text('files.thumbnails.prefix', 'thumbnails/', 'key prefix of the thumbnails'),
  KB_MODE: oneOf(
    'kb.mode',
    ['online', 'offline'],
    'online',
    '`online` or `offline` identifiers of the external knowledge base',
  ),
  KB_URL: url('kb.url', 'https://www.wikidata.org/w/api.php', 'knowledge base endpoint handed to clients'),
  KB_ID_MAPPING_PATH: optional('', 'JSON object of identifiers, read in offline mode'),
  ALLOW_EXTERNAL_LINKS: boolean('', true, 'master switch of external links'),
  ALLOW_EXTERNAL_KB_LINKS: linksRow('knowledge base links in offline mode'),
  ALLOW_EXTERNAL_VIDEO_SOURCE_LINKS: linksRow('uploader and web page links'),
  RATE_LIMIT_MAX: positive('rateLimits.max', 1000, 'requests of one client address in a window'),
  RATE_LIMIT_WINDOW_MS: positive('rateLimits.windowMs', 60_000, 'length of that window'),
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
    'objects that a GraphQL operation may ask for, from its page sizes',
  ),
  GRAPHQL_HEAVY_COST: positive(
    'graphql.heavyCost',
    10_000,
    'a GraphQL operation that asks for more objects is heavy and takes a place',
  ),
  GRAPHQL_COMPILED: boolean(
    'graphql.compiled',
    true,
    'false runs GraphQL operations step by step instead of compiling them',
  ),
  PERSISTED_DOCUMENTS: oneOf(
    'graphql.persistedDocuments',
    ['off', 'report', 'enforce'],
    'off',
    '`off`, `report` (logs operations that are not registered) or `enforce` (refuses them)',
  ),
  EXPORT_CONCURRENCY: positive('places.export.inAll', 4, 'exports that the API streams at once'),
  EXPORT_CONCURRENCY_PER_USER: positive('places.export.perUser', 2, 'of one person among them'),
  IMPORT_CONCURRENCY: positive(
    'places.import.inAll',
    3,
    'imports and previews that the API works on at once; each holds a database connection',
  ),
  IMPORT_CONCURRENCY_PER_USER: positive('places.import.perUser', 1, 'of one person among them'),
  UPLOAD_CONCURRENCY: positive(
    'places.upload.inAll',
    200,
    'files that the API holds at once, arriving or waiting for their import',
  ),
  UPLOAD_CONCURRENCY_PER_USER: positive('places.upload.perUser', 40, 'of one person among them'),
  MODEL_CALL_CONCURRENCY: positive(
    'places.modelCall.inAll',
    16,
    'calls of the model service that people wait for at once; jobs are counted by their workers',
  ),
  MODEL_CALL_CONCURRENCY_PER_USER: positive('places.modelCall.perUser', 4, 'of one person among them'),
  HEAVY_OPERATION_CONCURRENCY: positive(
    'places.heavyOperation.inAll',
    4,
    'GraphQL operations above GRAPHQL_HEAVY_COST that the API runs at once',
  ),
  HEAVY_OPERATION_CONCURRENCY_PER_USER: positive('places.heavyOperation.perUser', 2, 'of one person among them'),
  WAITING_MAX: positive(
    'places.waiting.inAll',
    1000,
    'imports, model calls and heavy operations, of each so many, that may wait for a place; exports and files do not wait',
  ),
  WAITING_MAX_PER_USER: positive('places.waiting.perUser', 100, 'of one person among them'),
  WAITING_TIMEOUT_MS: positive('places.waitMs', 60_000, 'whoever has waited for so long is refused with Retry-After'),
  BUDGET_MAX_BYTES: positive(
    'budget.bytes',
    64 * 1024 * 1024,
    'bytes of one answer of JSON, and of the rows that it is made from',
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
  JOBS_OPEN_PER_USER: positive('openJobsPerUser', 100, 'jobs of one person that have not ended; one more is 429'),
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
    'a job whose worker has not been heard of for so long is given to another',
  ),
  JOBS_PER_MINUTE_SUMMARIZATION: cap(
    'jobsPerMinute.summarization',
    10,
    'cap of summarization jobs started in a minute',
  ),
  JOBS_PER_MINUTE_CLAIMS: cap(
    'jobsPerMinute.claims',
    5,
    'cap of claim extraction and synthesis jobs started in a minute',
  ),
  UPLOAD_PATH: folder('uploadPath', tmpdir(), 'where uploads are spooled', "the system's temporary folder"),
  PARALLAX_DATA_DIR: elsewhere('.data', 'data folder of the embedded mode'),
  PARALLAX_POSTGRES_BIN: elsewhere(
    'found on the machine, else the npm package',
    'folder of the PostgreSQL programs that `up` makes a new database with, or `package` for those of the npm package',
  ),
} as const

export const variables = documented(rows)
