import { readFile } from 'node:fs/promises'
import { parse, validate } from 'graphql'
import { resolvers } from '../areas.js'
import { openDatabase, openPool } from '../database/client.js'
import { hashOf } from '../graphql/document.js'
import { insertPersistedDocuments } from '../graphql/persisted-document.sql.js'
import { buildGraphSchema } from '../graphql/schema.js'
import { installationEnvironment } from './database.js'
import { setUp } from './process.js'
import { failure } from './remote.js'

const usage = 'Usage: parallax documents push MANIFEST.json\n'

/**
 * Registers the documents of a front end: a manifest of graphql-codegen or Relay (`{hash: text}`) or of Apollo
 * (`{operations: [{id, body}]}`). All must fit the schema, and ids that are SHA-256 hashes must be those of their
 * texts.
 */
export async function documents(args: string[]): Promise<number> {
  const [act, path] = args
  if (act !== 'push' || !path) {
    process.stderr.write(usage)
    return 2
  }
  const entries = entriesOf(JSON.parse(await readFile(path, 'utf8')))
  const schema = await buildGraphSchema(resolvers)
  const faults = entries.flatMap(([id, body]) => [
    ...((hashIn(id) ?? hashOf(body)) !== hashOf(body) ? [`${id}: the text has another hash`] : []),
    ...faultsOf(body, (document) => validate(schema, document)).map((fault) => `${id}: ${fault}`),
  ])
  if (faults.length) {
    process.stderr.write(`${faults.join('\n')}\n`)
    return 1
  }
  const found = await installationEnvironment(process.env).catch((error: unknown) => failure(error, false))
  if (typeof found === 'number') return found
  const { env, release } = found
  try {
    return await push(entries, env)
  } finally {
    await release()
  }
}

async function push(entries: [id: string, body: string][], env: NodeJS.ProcessEnv): Promise<number> {
  const ready = setUp(env)
  if (!ready) return 1
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

function entriesOf(manifest: unknown): [id: string, body: string][] {
  const { operations, ...flat } = manifest as { operations?: { id: string; body: string }[] } & Record<string, unknown>
  if (Array.isArray(operations)) return operations.map(({ id, body }) => [id, body])
  return Object.entries(flat).flatMap(([id, body]) =>
    typeof body === 'string' ? [[id, body] as [string, string]] : [],
  )
}

/** Ids of other kinds are the front end's own affair. */
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
