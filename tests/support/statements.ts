import pg from 'pg'

/**
 * Statements that belong to no request: those that watch primary and replicas twice a second
 * (src/database/replicas/replicas.ts), the one that estimates the sizes of lists each minute
 * (src/graphql/documents/list-size.sql.ts), and those that count tables anew some seconds after many rows were written
 * (src/database/statistics.ts).
 */
const watching =
  /^\s*(select (case when pg_is_in_recovery|\(left\(pg_walfile_name|given\.name\b)|analyze |set statement_timeout = '5min';)/

/**
 * Runs `act`, which may look at the statements sent so far, and returns its result, the texts of all SQL statements that
 * this process sent meanwhile (the server under test runs in it), and the length in characters of their longest string
 * parameter.
 */
export async function statementsOf<T>(
  act: (sent: readonly string[]) => Promise<T>,
): Promise<{ result: T; statements: string[]; longestText: number }> {
  const statements: string[] = []
  let longestText = 0
  const send = pg.Client.prototype.query as (...args: unknown[]) => unknown
  const listening = function (this: unknown, ...args: unknown[]): unknown {
    const [first] = args
    const text = typeof first === 'string' ? first : String((first as { text?: string }).text ?? 'stream')
    if (!watching.test(text)) statements.push(text)
    for (const value of valuesOf(args)) if (typeof value === 'string') longestText = Math.max(longestText, value.length)
    return send.apply(this, args)
  }
  pg.Client.prototype.query = listening as typeof pg.Client.prototype.query
  try {
    return { result: await act(statements), statements, longestText }
  } finally {
    pg.Client.prototype.query = send as typeof pg.Client.prototype.query
  }
}

/** Returns the parameters of a call of `query`, which are a member of its first argument or its second argument. */
function valuesOf([first, second]: unknown[]): unknown[] {
  const values = typeof first === 'string' ? second : (first as { values?: unknown }).values
  return Array.isArray(values) ? values : []
}
