import type pg from 'pg'

/**
 * Called with each statement when it is sent. Returns a function to call with the number of rows when the statement has
 * ended; undefined if the statement is not observed.
 */
export type Observer = (text: string) => ((failed: boolean, rows?: number | null) => void) | undefined

type Ended = NonNullable<ReturnType<Observer>>

interface Result {
  rowCount?: number | null
}

interface Statement {
  text?: string
  cursor?: { text?: string }
  submit?: unknown
  callback?: Callback | null
  once?(event: string, act: (result?: Result) => void): void
}

type Callback = (error: unknown, result?: Result) => void
type Query = (this: pg.Client, ...args: unknown[]) => unknown

/** Returns the client class with an observer of its statements, all of which are sent by `query`. */
export function observedClient(Client: typeof pg.Client, observer: Observer): typeof pg.Client {
  class Observed extends Client {}
  const send = Client.prototype.query as Query
  const query: Query = function (...args) {
    const [statement] = args as [string | Statement]
    const text = typeof statement === 'string' ? statement : (statement.text ?? statement.cursor?.text)
    const ended = text === undefined ? undefined : observer(text)
    return ended ? sendObserved(send.bind(this), args, ended) : send.apply(this, args)
  }
  Observed.prototype.query = query as typeof Client.prototype.query
  return Observed
}

/**
 * Sends the query and calls `ended` when it ends, for each of the three ways to call the driver: with a callback, for a
 * promise, or with a submittable object that emits events.
 */
function sendObserved(send: (...args: unknown[]) => unknown, args: unknown[], ended: Ended): unknown {
  const observing = (act: Callback) => (error: unknown, result?: Result) => {
    ended(Boolean(error), result?.rowCount)
    act(error, result)
  }
  const [statement] = args as [string | Statement]
  const last = args.at(-1)
  if (typeof last === 'function') return send(...args.slice(0, -1), observing(last as Callback))
  if (typeof statement === 'object' && statement.submit) {
    if (statement.callback) statement.callback = observing(statement.callback)
    else {
      statement.once?.('end', (result) => ended(false, result?.rowCount))
      statement.once?.('error', () => ended(true))
    }
    return send(...args)
  }
  const answer = send(...args) as Promise<Result>
  answer.then(
    ({ rowCount }) => ended(false, rowCount),
    () => ended(true),
  )
  return answer
}
