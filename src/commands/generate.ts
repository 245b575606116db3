import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { pino } from 'pino'
import type { Variable } from '@parallax/shared/config-rows.js'
import { modelServiceVariables } from '@parallax/model-service/config-variables.js'
import { createApi } from '../api.js'
import { createApp } from '../app.js'
import { plans, resolvers } from '../areas.js'
import { readConfig } from '../config.js'
import { variables } from '../config-variables.js'
import { kinds } from '../kinds.js'
import { staleLogs } from '../database/changes/logged-table.js'
import { onConnection } from '../database/driver/on-connection.js'
import { allRecords } from '../database/rows/record.js'
import { undescribedColumns } from '../database/rows/record-check.js'
import { startThrowawayPostgres } from '../database/launch/embedded-postgres.js'
import { migrate } from '../database/migrate/migrate.js'
import { describeSchema } from '../database/migrate/describe.js'
import { buildGraphSchema, printGraphSchema } from '../graphql/schema/schema.js'
import { deskBounds } from './desk-bounds.js'
import { documentKinds } from './document-kinds.js'
import { queryFiles } from './queries.js'
import { routesPage, routesWithoutRow, type Described } from './routes-page.js'

const root = fileURLToPath(new URL('../../../', import.meta.url))

/**
 * The command `generate`: writes the files that are derived from other files, namely row types and table overview from
 * the migrated database, schema.graphql from the classes, openapi.json from the routes and from it the sentences in
 * docs/api.md, docs/configuration.md from the definition of the variables, the bounds of the desk's fields from the
 * shapes, the kinds of things in the desk's queries, and the SQL in db/queries. `--check` compares instead and returns
 * 1 when a file is stale. Both also return 1, and name the fault, for a column that no shape describes, a table whose
 * log differs from its description, and a route without a row in docs/api.md.
 */
export async function generate(args: string[]): Promise<number> {
  const check = args.includes('--check')
  const stale: string[] = []
  const { files, faults } = await generated()
  for (const [path, content] of files) {
    const committed = readIfThere(join(root, path))
    if (committed === content) continue
    if (check) stale.push(path)
    else writeFileSync(join(root, path), content)
    process.stdout.write(`${check ? 'stale' : 'wrote'} ${path}\n`)
  }
  if (stale.length) process.stderr.write('Run `npm run generate` and commit the result.\n')
  for (const fault of faults) process.stderr.write(`${fault}\n`)
  return stale.length || faults.length ? 1 : 0
}

async function generated(): Promise<{ files: [string, string][]; faults: string[] }> {
  const database = await startThrowawayPostgres(process.env.PARALLAX_POSTGRES_BIN)
  try {
    await migrate(database.url)
    const schema = await buildGraphSchema(resolvers, plans)
    const rows = await rowTypes(database.url)
    const tables = await describeSchema(database.url)
    // The server adds tables for its queue, so it starts after the tables have been described.
    const document = await apiDocument(database.url)
    const page = readFileSync(join(root, 'docs/api.md'), 'utf8')
    const described = JSON.parse(document) as Described
    const faults = await onConnection({ connectionString: database.url }, async (client) => [
      ...(await undescribedColumns(client, allRecords())),
      ...(await staleLogs(client, kinds)),
    ])
    for (const route of routesWithoutRow(page, described)) faults.push(`Route ${route} has no row in docs/api.md.`)
    const files: [string, string][] = [
      ['src/database/schema.ts', rows],
      ['db/schema.md', tables],
      ['schema.graphql', printGraphSchema(schema)],
      ['web/generated/bounds.ts', deskBounds()],
      ['web/generated/document-kinds.ts', documentKinds(schema, deskDocuments())],
      ['docs/configuration.md', configurationPage()],
      ['openapi.json', document],
      ['docs/api.md', routesPage(page, described)],
      ...queryFiles(root, schema),
    ]
    return { files, faults }
  } finally {
    await database.stop()
  }
}

/** Returns the texts of the desk's documents by their hashes, as `npx graphql-codegen` writes them. */
const deskDocuments = () =>
  JSON.parse(readFileSync(join(root, 'web/generated/persisted-documents.json'), 'utf8')) as Record<string, string>

/** Returns the OpenAPI document of the routes. */
async function apiDocument(url: string): Promise<string> {
  const config = readConfig({
    DATABASE_URL: url,
    SESSION_SECRET: 'of no server that anybody reaches',
    ADMIN_PASSWORD: 'of no server that anybody reaches',
    API_KEY_ENCRYPTION_KEY: '0'.repeat(64),
    LOG_LEVEL: 'silent',
  })
  const app = createApp(config, pino({ level: 'silent' }))
  const server = await createApi(app, { describes: true })
  try {
    await server.ready()
    return `${JSON.stringify(server.swagger(), null, 1)}\n`
  } finally {
    await server.close()
    await app.close()
  }
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    // A file that does not exist yet counts as stale.
    return undefined
  }
}

async function rowTypes(url: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'parallax-generate-'))
  try {
    const file = join(folder, 'schema.ts')
    const cli = join(root, 'node_modules/kysely-codegen/dist/cli/bin.js')
    await promisify(execFile)(
      process.execPath,
      [cli, '--config-file', join(root, '.kysely-codegen.json'), '--url', url, '--out-file', file],
      { cwd: root },
    )
    return readFileSync(file, 'utf8')
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function configurationPage(): string {
  const rows = (list: Variable[]) => [
    '| variable | default | meaning |',
    '|---|---|---|',
    ...list.map(
      ({ name, default: byDefault, meaning, secret }) =>
        `| \`${name}\` | ${byDefault} | ${meaning}${secret ? ' (secret)' : ''} |`,
    ),
    '',
  ]
  return [
    '# Configuration',
    '',
    'Every variable the server reads. Generated from `src/config-variables.ts` by `npm run generate`.',
    'The defaults are those of `serve` and `worker`; `npm start` fills in whatever is missing and keeps it in the data folder.',
    '',
    ...rows(variables),
    '## Model service',
    '',
    'Read by `parallax model-service`; another model service in its place has its own. `DEVICE`, `MODEL_BUILD_MODE` and `PRELOAD_MODELS`',
    'are also arguments of the image (`docker compose build --build-arg DEVICE=gpu`), which only set what the variable is by default.',
    '',
    ...rows(modelServiceVariables),
  ].join('\n')
}
