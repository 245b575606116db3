import type pg from 'pg'

/**
 * Told of each statement when it is sent. Returns what is called when the statement has ended, with the number of its
 * rows, or nothing where the statement is not observed.
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
type Query = (this: pg.Client, ...given: unknown[]) => unknown

/** The client class with an observer of its statements: every way to send one calls `query`. */
export function observedClient(Client: typeof pg.Client, observer: Observer): typeof pg.Client {
  class Observed extends Client {}
  const send = Client.prototype.query as Query
  const query: Query = function (...given) {
    const [asked] = given as [string | Statement]
    const text = typeof asked === 'string' ? asked : (asked.text ?? asked.cursor?.text)
    const ended = text === undefined ? undefined : observer(text)
    return ended ? sendTold(send.bind(this), given, ended) : send.apply(this, given)
  }
  Observed.prototype.query = query as typeof Client.prototype.query
  return Observed
}

/**
 * Sends the query and calls `ended` when it ends, for each of the three ways to call the driver: with a callback, for a
 * promise, or with a submittable object that emits events.
 */
function sendTold(send: (...given: unknown[]) => unknown, given: unknown[], ended: Ended): unknown {
  const told = (act: Callback) => (error: unknown, result?: Result) => {
    ended(Boolean(error), result?.rowCount)
    act(error, result)
  }
  const [asked] = given as [string | Statement]
  const last = given.at(-1)
  if (typeof last === 'function') return send(...given.slice(0, -1), told(last as Callback))
  if (typeof asked === 'object' && asked.submit) {
    if (asked.callback) asked.callback = told(asked.callback)
    else {
      asked.once?.('end', (result) => ended(false, result?.rowCount))
      asked.once?.('error', () => ended(true))
    }
    return send(...given)
  }
  const answer = send(...given) as Promise<Result>
  answer.then(
    ({ rowCount }) => ended(false, rowCount),
    () => ended(true),
  )
  return answer
}
