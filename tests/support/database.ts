import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'

/**
 * Creates a fresh migrated database for one suite by copying a template; `drop` removes it. `url` leads to it
 * directly. `variables` are the environment variables for the server under test: DATABASE_URL is the same URL, or in
 * tests/cluster one through the pooler or proxy in between.
 */
export async function freshDatabase(
  servers: Record<string, string> = {},
  template: 'parallax_template' | 'parallax_seeded' = 'parallax_template',
): Promise<{ url: string; variables: Record<string, string>; drop(): Promise<void> }> {
  const clusterUrl = inject('clusterUrl')
  const name = `test_${randomBytes(6).toString('hex')}`
  await onCluster(clusterUrl, `create database ${name} template ${template} ${inject('copying')}`)
  const url = onDatabase(clusterUrl, name)
  const given = Object.entries({ ...inject('databaseVariables'), ...servers })
  return {
    url,
    variables: {
      DATABASE_URL: url,
      ...Object.fromEntries(given.map(([key, value]) => [key, onDatabase(value, name)])),
    },
    drop: () => onCluster(clusterUrl, `drop database if exists ${name} with (force)`),
  }
}

/** Creates a database without any schema. */
export async function emptyDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const clusterUrl = inject('clusterUrl')
  const name = `test_${randomBytes(6).toString('hex')}`
  await onCluster(clusterUrl, `create database ${name}`)
  return {
    url: onDatabase(clusterUrl, name),
    drop: () => onCluster(clusterUrl, `drop database if exists ${name} with (force)`),
  }
}

/** Turns a variable that is the URL of a database server into the URL of a database there; others stay as they are. */
function onDatabase(value: string, name: string): string {
  if (!value.startsWith('postgres:')) return value
  const url = new URL(value)
  url.pathname = `/${name}`
  return url.href
}

async function onCluster(url: string, statement: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    try {
      await client.query(statement)
      return
    } catch (error) {
      // 55006 (object_in_use): another suite is copying the template at this moment.
      const busy = error instanceof pg.DatabaseError && error.code === '55006'
      if (!busy || attempt > 50) throw error
      await new Promise((done) => setTimeout(done, 100))
    } finally {
      await client.end()
    }
  }
}
