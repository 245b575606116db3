import { appendFileSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import { lineToUp } from '@parallax/shared/part.js'
import { exitWithParent } from '@parallax/shared/until-stopped.js'

// Stands in for one part of `parallax up`: logs its start and end, and as the API answers the health check. The API uses
// the other parts at once, or those that are named in its first request.
const name = process.argv[2] ?? ''
const journal = join(process.env.PARALLAX_DATA_DIR ?? '', 'journal')
const note = (what: string) => appendFileSync(journal, `${name} ${what} ${process.pid}\n`)
note('start')
if (process.env.FAIL === name) {
  process.stderr.write('Error: its model file is missing\n')
  process.exit(3)
}
const starts = readFileSync(journal, 'utf8')
  .split('\n')
  .filter((line) => line.startsWith(`${name} start`)).length
if (process.env.FAIL_ONCE === name && starts === 1) process.exit(3)

const stop = () => {
  note('end')
  setTimeout(() => process.exit(0), 100)
}
exitWithParent(stop)
setInterval(() => undefined, 60_000)
process.once('SIGTERM', process.env.STUBBORN === name ? () => note('refuses') : stop)

/** Does what makes `up` start a part. */
function use(part: string | null): void {
  if (part === 'worker') lineToUp().send({ work: true })
  const { hostname, port } = new URL(process.env.MODEL_SERVICE_URL ?? '')
  if (part === 'model-service') connect(Number(port), hostname).on('error', () => undefined)
}

if (name === 'serve') {
  process.env.DATABASE_URL ||= await new Promise<string>((done) =>
    lineToUp().onMessage(({ databaseUrl }) => done(databaseUrl)),
  )
  const client = new pg.Client({ connectionString: process.env.DATABASE_URL })
  await client.connect()
  const { rows } = await client.query<{ starts: number }>('select count(*)::int as starts from prepared')
  await client.end()
  const shown = [
    'STORAGE_PATH',
    'THUMBNAIL_PATH',
    'THUMBNAIL_OUTPUT_ROOT',
    'MODEL_SERVICE_VIDEO_ROOT',
    'MODEL_SERVICE_URL',
    'SESSION_SECRET',
    'API_KEY_ENCRYPTION_KEY',
    'ADMIN_PASSWORD',
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    'DATABASE_URL',
  ]
  const environment = {
    ...Object.fromEntries(shown.map((key) => [key, process.env[key]])),
    variables: Object.keys(process.env)
      .filter((key) => key.startsWith('PG'))
      .join(),
  }
  const answer = JSON.stringify({ starts: rows[0]?.starts, environment })
  createServer(({ url = '' }, response) => {
    use(new URL(url, 'http://api').searchParams.get('use'))
    response.end(answer)
  }).listen(Number(process.env.PORT), process.env.HOST)
  if (!process.env.IDLE) for (const part of ['worker', 'model-service']) use(part)
}
