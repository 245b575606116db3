import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'

/** A fresh migrated database for one suite, made by copying the template; `drop` removes it. */
export async function freshDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const clusterUrl = inject('clusterUrl')
  const name = `test_${randomBytes(6).toString('hex')}`
  await onCluster(clusterUrl, `create database ${name} template parallax_template`)
  const url = new URL(clusterUrl)
  url.pathname = `/${name}`
  return { url: url.href, drop: () => onCluster(clusterUrl, `drop database if exists ${name} with (force)`) }
}

async function onCluster(url: string, statement: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    try {
      await client.query(statement)
      return
    } catch (error) {
      // Another suite is copying the template at this moment.
      const busy = error instanceof pg.DatabaseError && error.code === '55006'
      if (!busy || attempt > 50) throw error
      await new Promise((done) => setTimeout(done, 100))
    } finally {
      await client.end()
    }
  }
}
