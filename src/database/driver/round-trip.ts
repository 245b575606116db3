import type pg from 'pg'
import { prepareValue } from 'pg/lib/utils.js'
import type { RawRow } from './wire-client.js'

/** A column as PostgreSQL describes it: its name and the OID of its type. */
export interface Column {
  name: string
  dataTypeID: number
}

/** A statement of a round trip, with the functions that are called with its answer. */
export interface Part {
  config: pg.QueryConfig
  /** Called with each row as received. The listener may keep rows: their bytes are never overwritten. */
  onRow?: (row: RawRow) => void
  /** Called before the first row. Without it PostgreSQL is not asked for the columns of a statement. */
  onColumns?: (columns: readonly Column[]) => void
  /** Called after the last row with the tag of the command, such as `INSERT 0 5`. */
  onComplete?: (tag: string) => void
}

/** The methods of the driver's connection by which messages are sent (PostgreSQL's documentation, "Message Flow"). */
interface Protocol {
  /** The texts of statements by name: those that PostgreSQL has parsed on this connection, and those that were sent. */
  parsedStatements: Record<string, string | undefined>
  submittedNamedStatements: Record<string, string | undefined>
  stream: { cork(): void; uncork(): void }
  parse(message: { name: string; text: string }): void
  bind(message: { statement: string; values: unknown[] }): void
  describe(message: { type: 'P'; name: string }): void
  execute(message: object): void
  sync(): void
}

/**
 * Several statements before one Sync: they take one round trip and, outside of a transaction, form one transaction. The
 * driver's client takes it as a query (`Submittable`) and calls the methods named `handle…` with the server's messages.
 */
export class RoundTrip {
  /** The index of the part that is answered next; before sending, of the first part with rows, which observers see. */
  private at: number
  private readonly sent: unknown[][]
  private isNamed = true
  private failure: unknown
  private rowCount = 0

  /** Throws if a value cannot be sent. */
  constructor(
    private readonly parts: readonly Part[],
    public callback: (error: unknown, result?: { rowCount: number }) => void,
  ) {
    this.sent = parts.map(({ config }) => (config.values ?? []).map((value: unknown) => prepareValue(value)))
    this.at = parts.findIndex(({ onRow }) => onRow !== undefined)
  }

  // The client records the parsed statement by `name` and `text`.
  get name(): string | undefined {
    return this.nameOf(this.parts[this.at])
  }
  get text(): string {
    return this.parts[this.at]?.config.text ?? ''
  }
  /** The parameters of the statement, for observers. */
  get values(): unknown[] {
    return (this.parts[this.at]?.config.values ?? []) as unknown[]
  }

  /** Sends statements without names from now on, for a pooler that does not keep prepared statements. */
  unname(): void {
    this.isNamed = false
  }

  submit(connection: Protocol): void {
    this.at = 0
    connection.stream.cork()
    try {
      this.parts.forEach((part, i) => this.send(connection, part, this.sent[i]!))
      connection.sync()
    } finally {
      connection.stream.uncork()
    }
  }

  private send(connection: Protocol, part: Part, values: unknown[]): void {
    const { text } = part.config
    const name = this.nameOf(part)
    const { parsedStatements: parsed, submittedNamedStatements: submitted } = connection
    const isParsed = name && (parsed[name] ?? submitted[name])
    if (!isParsed) {
      connection.parse({ name: name ?? '', text })
      if (name) submitted[name] = text
    }
    connection.bind({ statement: name ?? '', values })
    if (part.onColumns) connection.describe({ type: 'P', name: '' })
    connection.execute({})
  }

  private nameOf(part: Part | undefined): string | undefined {
    return this.isNamed ? part?.config.name : undefined
  }

  handleRowDescription({ fields }: { fields: readonly Column[] }): void {
    this.listen(() => this.parts[this.at]?.onColumns?.(fields))
  }

  handleDataRow(row: RawRow): void {
    this.listen(() => this.parts[this.at]?.onRow?.(row))
  }

  /** Keeps the first error of a listener, with which the round trip ends. */
  private listen(act: () => void): void {
    if (this.failure !== undefined) return
    try {
      act()
    } catch (error) {
      this.failure = error
    }
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.parts[this.at]?.onComplete?.(text)
    this.rowCount = countIn(text)
    this.at++
  }

  handleError(error: unknown, connection: Protocol): void {
    // It is unknown which of the statements PostgreSQL has parsed.
    for (const { config } of this.parts)
      if (config.name !== undefined) connection.submittedNamedStatements[config.name] = undefined
    this.callback(error)
  }

  handleReadyForQuery(): void {
    if (this.failure === undefined) this.callback(undefined, { rowCount: this.rowCount })
    else this.callback(this.failure)
  }
}

/** Returns the number of rows in the tag of a command; 0 for a command without rows. */
export const countIn = (tag: string): number => Number(/\d+$/.exec(tag)?.[0] ?? 0)

/** Sends statements in one round trip on a connection that the caller holds, and waits until all have been answered. */
export function sendTogether(client: pg.ClientBase, parts: readonly Part[]): Promise<void> {
  return new Promise<void>((resolve, reject) => {
    const trip = new RoundTrip(parts, (error) => (error === undefined ? resolve() : reject(error as Error)))
    client.query(trip as unknown as pg.Submittable)
  })
}
