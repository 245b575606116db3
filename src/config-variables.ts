import { tmpdir } from 'node:os'
import {
  boolean,
  documented,
  elsewhere,
  folder,
  rawText,
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
} from '@parallax/shared/config-rows.js'
import { telemetryRows } from '@parallax/shared/telemetry-rows.js'
import { limitRows } from './config-limits.js'
import { storeRows } from './config-stores.js'

/**
 * Returns a switch that defaults to ALLOW_EXTERNAL_LINKS. Its value is a function, which is called with the value of
 * that variable.
 */
const linksRow = (meaning: string) =>
  row('', 'ALLOW_EXTERNAL_LINKS', meaning, (reader, name) => (all: boolean) => reader.boolean(name, all))

/**
 * The environment variables of the API, the workers and the commands, one row each. The configuration,
 * docs/configuration.md and the output of `doctor` are derived from these rows. The value of a row with a path is set
 * in the configuration under that path; config.ts derives settings from the others.
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
  BASE_PATH: rawText(
    'unset: the root',
    'path under which clients reach the server through a proxy, such as /parallax; the proxy may pass it on or remove it',
  ),
  API_PROCESSES: perCore(
    'processes',
    4,
    'number of API processes; they share the port, and all limits count over them together',
  ),
  LOG_LEVEL: row('logLevel', 'info', 'fatal, error, warn, info, debug, trace or silent', (reader, name) =>
    reader.level(name),
  ),
  DESK: boolean(
    'desk',
    true,
    'whether the server serves the desk, its web interface; with `off`, browsers get a page of links',
  ),
  FRONT_END_COMPATIBILITY: boolean(
    'frontEndCompatibility',
    false,
    'answers for an older front end: making or changing a claim answers with the whole tree of its summary too (498 kB ' +
      'at 500 claims, 52 MB at 50,000, each time), generated summaries are rich text, and relations of claims are ' +
      'listed under both pairs of names',
  ),
  SEQUENCES_IN_PARTS: boolean(
    'sequencesInParts',
    false,
    'whether a sequence of more than 500 boxes is stored in parts once a keyframe of it is set, so that further ones ' +
      'cost as much as in a short sequence. Switch it on when every process runs this version or a later one; earlier ' +
      'ones cannot read such a sequence. `up` switches it on for a database of its own',
  ),
  ALLOWED_ORIGINS: text('', 'http://localhost:5173,http://localhost:3000', 'CORS origins, separated by commas'),
  ALLOWED_HOSTS: rawText(
    'unset; in single-user mode none',
    'host names under which the server is reached, separated by commas; requests to other names are refused. ' +
      'Addresses and names of the loopback interface are always allowed. Unset in multi-user mode: any name',
  ),
  TRUST_PROXY: rawText(
    'loopback',
    'proxies whose X-Forwarded headers count: a number of hops or a list of CIDR ranges',
  ),
  SERVICE_MODE: oneOf('', ['multi-user', 'single-user'], 'multi-user', '`multi-user` or `single-user`'),
  SINGLE_USER_MODE: row(
    '',
    'unset',
    'older name of the same setting, `true` or `false`; SERVICE_MODE takes precedence',
    (reader, name) => reader.boolean(name, false),
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
  TOKENS_MAX_DAYS: row(
    'tokens.maxDays',
    '365',
    'days for which a token is good at most; 0 also allows tokens that never expire',
    (reader, name) => reader.count(name, 365),
  ),
  ADMIN_PASSWORD: secret(rawText('required in multi-user mode', 'password of the seeded user `admin`')),
  API_KEY_ENCRYPTION_KEY: secret(
    required('encryption.key', '64 hexadecimal characters; encrypts stored provider keys'),
  ),
  API_KEY_ENCRYPTION_KEY_PREVIOUS: secret(
    optional('encryption.previousKey', 'still decrypts keys stored before a rotation'),
  ),
  BODY_IDLE_TIMEOUT_MS: positive(
    'bodies.idleMs',
    20_000,
    'milliseconds without a byte of a request body after which the connection is closed',
  ),
  BODY_TIMEOUT_MS: positive(
    'bodies.totalMs',
    60_000,
    'milliseconds within which a request body must arrive; uploads by signed-in users have 15 minutes, ' +
      'videos as long as they keep arriving',
  ),
  CLIENT_IDLE_TIMEOUT_MS: positive(
    'bodies.readIdleMs',
    30_000,
    'milliseconds after which the connection of a client is closed that reads nothing of its answer',
  ),
  REQUEST_TIMEOUT_MS: positive(
    'database.statementTimeoutMs',
    30_000,
    'milliseconds after which an SQL statement of an interactive request is cancelled',
  ),
  MODEL_SERVICE_URL: url(
    'modelService.url',
    'http://model-service:8000',
    'the model service; unset under `npm start`: the built-in baseline service',
  ),
  MODEL_SERVICE_VIDEO_ROOT: rawText('STORAGE_PATH', 'path under which the model service sees the folder STORAGE_PATH'),
  MODEL_SERVICE_TIMEOUT_DETECTION_MS: positive(
    'modelService.timeoutsMs.detection',
    60_000,
    'longest time of a detection, in milliseconds',
  ),
  MODEL_SERVICE_TIMEOUT_TRACKING_MS: positive(
    'modelService.timeoutsMs.tracking',
    3_600_000,
    'longest time of a tracking, in milliseconds',
  ),
  MODEL_SERVICE_TIMEOUT_THUMBNAILS_MS: positive(
    'modelService.timeoutsMs.thumbnails',
    30_000,
    'longest time of a thumbnail, in milliseconds',
  ),
  MODEL_SERVICE_TIMEOUT_ONTOLOGY_AUGMENT_MS: positive(
    'modelService.timeoutsMs.ontologyAugment',
    60_000,
    'longest time of an ontology augmentation, in milliseconds',
  ),
  MODEL_SERVICE_TIMEOUT_SUMMARIZE_MS: positive(
    'modelService.timeoutsMs.summarize',
    300_000,
    'longest time of a summary, in milliseconds',
  ),
  MODEL_SERVICE_TIMEOUT_EXTRACT_CLAIMS_MS: positive(
    'modelService.timeoutsMs.extractClaims',
    300_000,
    'longest time of a claim extraction, in milliseconds',
  ),
  MODEL_SERVICE_TIMEOUT_SYNTHESIZE_MS: positive(
    'modelService.timeoutsMs.synthesize',
    300_000,
    'longest time of a synthesis, in milliseconds',
  ),
  MODEL_SERVICE_TIMEOUT_TRANSCRIBE_MS: positive(
    'modelService.timeoutsMs.transcribe',
    300_000,
    'longest time of a transcription and of a diarization, in milliseconds',
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
  VIDEO_BASE_URL: rawText('/api/videos below BASE_PATH', 'prefix of the video URLs'),
  VIDEO_UPLOAD_MAX_BYTES: positive('files.largestUpload', 10 * 1024 ** 3, 'largest uploaded video, in bytes'),
  VIDEO_DEFAULT_ACCESS: oneOf(
    '',
    ['open', 'closed'],
    'open',
    '`open`: all see the videos that no administrator or rule has assigned; `closed`: the members of the ' +
      'projects that have them, and without any administrators alone. In single-user mode always `open`',
  ),
  OBJSTORE_BUCKET: rawText('required with an object store', 'bucket'),
  OBJSTORE_REGION: rawText('required with an object store', 'region'),
  OBJSTORE_ACCESS_KEY_ID: secret(rawText('required with an object store', 'access key')),
  OBJSTORE_SECRET_ACCESS_KEY: secret(rawText('required with an object store', 'secret key')),
  OBJSTORE_ENDPOINT: row('', 'unset', 'endpoint of an S3-compatible store', (reader, name) => reader.urlOrNull(name)),
  OBJSTORE_PUBLIC_BUCKET: boolean('', false, 'true: URLs are not signed'),
  CDN_ENABLED: boolean('', false, 'rewrite video URLs through a CDN'),
  CDN_BASE_URL: row('', 'required with a CDN', 'origin of the CDN', (reader, name) => reader.urlOrNull(name)),
  CDN_SIGNED_URLS: boolean('', true, 'sign CDN URLs'),
  CDN_SIGNING_KEY: secret(rawText('SESSION_SECRET', 'key of the CDN signatures')),
  THUMBNAIL_STORAGE_TYPE: oneOf('files.thumbnails.type', ['local', 'objstore'], 'local', '`local` or `objstore`'),
  THUMBNAIL_PATH: folder('files.thumbnails.root', '/videos/thumbnails', 'folder of the thumbnails'),
  THUMBNAIL_OBJSTORE_PREFIX: text('files.thumbnails.prefix', 'thumbnails/', 'key prefix of the thumbnails'),
  THUMBNAIL_OUTPUT_ROOT: optional(
    'files.thumbnails.madeIn',
    'folder in which the model service leaves its thumbnails; a path outside it is refused. Unset: any folder',
  ),
  EXPORT_STORAGE_TYPE: oneOf('files.exports.type', ['local', 'objstore'], 'local', '`local` or `objstore`'),
  EXPORT_PATH: folder('files.exports.root', '/videos/exports', 'folder of the frozen exports'),
  EXPORT_OBJSTORE_PREFIX: text('files.exports.prefix', 'exports/', 'key prefix of the frozen exports'),
  EXPORT_KEEP_DAYS: positive('frozenExports.keepDays', 7, 'days for which a frozen export is kept'),
  EXPORTS_KEPT_PER_USER: positive('frozenExports.perUser', 20, 'frozen exports that one user may have at a time'),
  EXPORT_FILE_FRAMES: positive('frozenExports.frames', 100_000_000, 'frames whose boxes one frozen export computes'),
  EXPORT_FILE_MB: positive('frozenExports.megabytes', 32_768, 'megabytes of one frozen export before it is compressed'),
  EXPORT_FILE_MINUTES: positive('frozenExports.minutes', 60, 'minutes for which one frozen export is written'),
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
  ...limitRows,
  UPLOAD_PATH: folder('uploadPath', tmpdir(), 'where uploads are spooled', "the system's temporary folder"),
  PARALLAX_DATA_DIR: elsewhere('.data', 'data folder of the embedded mode'),
  PARALLAX_POSTGRES_BIN: elsewhere(
    'found on the machine, else the npm package',
    'folder of the PostgreSQL programs that `up` makes a new database with, or `package` for those of the npm package',
  ),
} as const

export const variables = documented(rows)
