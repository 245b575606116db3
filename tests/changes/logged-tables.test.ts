import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { kinds } from '../../src/kinds.js'
import { staleLogs } from '../../src/database/changes/logged-table.js'
import { allRecords } from '../../src/database/rows/record.js'
import { undescribedColumns } from '../../src/database/rows/record-check.js'
import { freshDatabase } from '../support/database.js'

let database: Awaited<ReturnType<typeof freshDatabase>>
let client: pg.Client
beforeAll(async () => {
  database = await freshDatabase()
  client = new pg.Client(database.variables.DATABASE_URL)
  await client.connect()
})
afterAll(() => client.end())

describe('the tables of the log', () => {
  it('are logged as they are described', async () => {
    expect(await staleLogs(client, kinds)).toEqual([])
    expect(await undescribedColumns(client, allRecords())).toEqual([])
  })

  it('are named with the statement that a migration needs, when a column is added or a rule changes', async () => {
    await client.query('begin; alter table claims add column pinned boolean not null default false; commit')
    const others = kinds.map((one) => (one.table === 'users' ? { ...one, log: { ...one.log, secrets: [] } } : one))
    const [ofClaims = '', ofUsers, ...further] = await staleLogs(client, others)
    expect(ofClaims).toMatch(
      /^The log of claims does not know pinned\. A migration must run:\n  select log_changes\('claims', .*;$/s,
    )
    expect(ofUsers).toMatch(
      /^The log of users is made by other rules\. A migration must run:\n  select log_changes\('users', .*;$/s,
    )
    expect(further).toEqual([])
    expect(await undescribedColumns(client, allRecords())).toEqual([
      'Column pinned of table claims is in no shape: the record of `claims` lacks it.',
    ])
    await client.query(ofClaims.slice(ofClaims.indexOf('select log_changes')))
    expect(await staleLogs(client, kinds)).toEqual([])
    expect(
      await staleLogs(
        client,
        kinds.filter(({ table }) => table !== 'personas'),
      ),
    ).toEqual(['The log of personas is described nowhere.'])
  })
})
