import pg from 'pg'

/** Asked of primary and replicas twice a second, for no request (src/database/replicas.ts). */
const watching = /^select (case when pg_is_in_recovery|\(left\(pg_walfile_name)/

/**
 * Runs an act and tells the texts of all SQL statements that this process sent meanwhile, those of the server under
 * test among them, and how many characters the longest text among their parameters has.
 */
export async function statementsOf<T>(
  act: () => Promise<T>,
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
    return { result: await act(), statements, longestText }
  } finally {
    pg.Client.prototype.query = send as typeof pg.Client.prototype.query
  }
}

/** The parameters that a statement is sent with, as its own member or as the next argument. */
function valuesOf([first, second]: unknown[]): unknown[] {
  const values = typeof first === 'string' ? second : (first as { values?: unknown }).values
  return Array.isArray(values) ? values : []
}
