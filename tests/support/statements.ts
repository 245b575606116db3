import pg from 'pg'

/** Asked of primary and replicas twice a second, for no request (src/database/replicas.ts). */
const watching = /^select (case when pg_is_in_recovery|\(left\(pg_walfile_name)/

/**
 * Runs an act and tells the texts of all SQL statements that this process sent meanwhile, those of the server under
 * test among them.
 */
export async function statementsOf<T>(act: () => Promise<T>): Promise<{ result: T; statements: string[] }> {
  const statements: string[] = []
  const send = pg.Client.prototype.query as (...args: unknown[]) => unknown
  const listening = function (this: unknown, ...args: unknown[]): unknown {
    const [first] = args
    const text = typeof first === 'string' ? first : String((first as { text?: string }).text ?? 'stream')
    if (!watching.test(text)) statements.push(text)
    return send.apply(this, args)
  }
  pg.Client.prototype.query = listening as typeof pg.Client.prototype.query
  try {
    return { result: await act(), statements }
  } finally {
    pg.Client.prototype.query = send as typeof pg.Client.prototype.query
  }
}
