// Counts the SQL statements that the server sends for a request, in the log of the database server.
import { readFileSync, statSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

/**
 * Returns the number of statements that the server sends during `act`, without the statement that reads the session and
 * the setting of the author of changes, which is sent with the statement that makes them. Takes the lowest count of
 * five tries, because periodic work of the server falls into some of them. Returns null if the database was not started
 * by the benchmark, because its log cannot be read.
 */
export async function statementsDuring({ databaseUrl, databaseLog }, act) {
  if (databaseLog === undefined) return null
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const log = async (what) => {
    await client.query(`alter system set log_statement = '${what}'`)
    await client.query('select pg_reload_conf()')
    // Connections apply the setting at their next statement, once the reload signal has reached them.
    await sleep(300)
  }
  await log('all')
  const counts = []
  for (let i = 0; i < 5; i++) counts.push(await countDuring(databaseLog, act))
  await log('none')
  await client.end()
  return Math.min(...counts)
}

async function countDuring(databaseLog, act) {
  const from = statSync(databaseLog).size
  await act()
  await sleep(20)
  const text = readFileSync(databaseLog).subarray(from).toString()
  const statements = text.split(/^(?=\S.*? LOG: )/m).filter((entry) => / LOG: {2}(execute|statement)/.test(entry))
  return statements.filter((entry) => !/\bsessions\b|parallax\.origin/.test(entry)).length
}
