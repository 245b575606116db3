import pg from 'pg'
import { up } from '../../src/embedded/up.js'

// Runs `up` with the stand-in part.ts for its parts, and with a preparation that leaves a trace in the database.
process.exitCode = await up(process.env, {
  program: [process.execPath, process.argv[2] ?? ''],
  prepareDatabase: async ({ DATABASE_URL }) => {
    const client = new pg.Client({ connectionString: DATABASE_URL })
    await client.connect()
    await client.query('create table if not exists prepared (at timestamptz default now())')
    await client.query('insert into prepared default values')
    await client.end()
  },
})
