import { readFile } from 'node:fs/promises'
import { parse, validate } from 'graphql'
import { resolvers } from '../areas.js'
import { openDatabase, openPool } from '../database/driver/client.js'
import { hashOf } from '../graphql/documents/document.js'
import { insertPersistedDocuments } from '../graphql/documents/persisted-document.sql.js'
import { buildGraphSchema } from '../graphql/schema/schema.js'
import { installationEnvironment } from './database.js'
import { setUp, waitForDatabase } from './process.js'
import { failure } from './remote.js'

const usage = 'Usage: parallax documents push MANIFEST.json\n'

/**
 * The command `documents`: registers the GraphQL documents of a front end from a manifest of graphql-codegen or Relay
 * (`{hash: text}`) or of Apollo (`{operations: [{id, body}]}`). All documents must fit the schema, and ids that are
 * SHA-256 hashes must be the hashes of their texts; otherwise none is registered and 1 is returned.
 */
export async function documents(args: string[]): Promise<number> {
  const [act, path] = args
  if (act !== 'push' || !path) {
    process.stderr.write(usage)
    return 2
  }
  const entries = await readEntries(path)
  if (typeof entries === 'string') {
    process.stderr.write(`${path}: ${entries}\n`)
    return 1
  }
  const schema = await buildGraphSchema(resolvers)
  const faults = entries.flatMap(([id, body]) => [
    ...((hashIn(id) ?? hashOf(body)) !== hashOf(body) ? [`${id}: the text has another hash`] : []),
    ...faultsOf(body, (document) => validate(schema, document)).map((fault) => `${id}: ${fault}`),
  ])
  if (faults.length) {
    process.stderr.write(`${faults.join('\n')}\n`)
    return 1
  }
  const installation = await installationEnvironment(process.env).catch((error: unknown) => failure(error, false))
  if (typeof installation === 'number') return installation
  const { env, release } = installation
  try {
    return await push(entries, env)
  } finally {
    await release()
  }
}

async function push(entries: [id: string, body: string][], env: NodeJS.ProcessEnv): Promise<number> {
  const ready = setUp(env)
  if (!ready || !(await waitForDatabase(ready.config.database.directUrl, ready.log))) return 1
  const pool = openPool({ url: ready.config.database.directUrl, max: 1, name: 'parallax documents' }, (err) =>
    ready.log.warn({ err }, 'database'),
  )
  try {
    const rows = entries.map(([, body]) => ({ hash: hashOf(body), body, createdAt: new Date() }))
    const added = await insertPersistedDocuments(openDatabase(pool), rows)
    process.stdout.write(`${entries.length} documents, ${added} of them new\n`)
    return 0
  } finally {
    await pool.end()
  }
}

type Entry = [id: string, body: string]

/** Returns the documents of a manifest by their ids, or the fault of the file. */
async function readEntries(path: string): Promise<Entry[] | string> {
  try {
    const manifest: unknown = JSON.parse(await readFile(path, 'utf8'))
    const { operations } = (manifest ?? {}) as { operations?: unknown }
    const lists: unknown[][] = Array.isArray(operations)
      ? operations.map((one: { id?: unknown; body?: unknown } | null) => [one?.id, one?.body])
      : Object.entries(manifest ?? {})
    const entries = lists.filter((one): one is Entry => one.every((part) => typeof part === 'string'))
    return entries.length
      ? entries
      : 'holds no documents: neither {"hash": "text"} nor {"operations": [{"id", "body"}]}'
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/**
 * Returns the SHA-256 hash in an id, in hexadecimal; undefined for ids of other kinds, which the front end chooses
 * freely.
 */
function hashIn(id: string): string | undefined {
  return /^(?:sha256:)?([0-9a-f]{64})$/.exec(id)?.[1]
}

function faultsOf(
  body: string,
  check: (document: ReturnType<typeof parse>) => readonly { message: string }[],
): string[] {
  try {
    return check(parse(body)).map(({ message }) => message)
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)]
  }
}
