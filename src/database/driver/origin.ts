import pg from 'pg'

// Every statement that changes rows tells PostgreSQL for whom and through what it runs; the triggers of the log of
// changes read it from a setting of the transaction (docs/decisions/0025-one-log-of-changes.md).

/** For whom and through what a statement changes rows. */
export interface Origin {
  /** The user who acts; null for nobody, as at a registration. */
  actorId: string | null
  via: 'session' | 'token' | 'job' | 'schedule' | null
  /** The id of the session, token or job, or the name of the schedule. */
  viaId: string | null
  requestId: string | null
}

/** The origin as the triggers read it: its four parts, separated by `|`. */
export const originText = ({ actorId, via, viaId, requestId }: Origin): string =>
  `${actorId ?? ''}|${via ?? ''}|${viaId ?? ''}|${requestId ?? ''}`

/** The same request, for a user who was found out only while it ran: whoever signs out is looked up by the cookie. */
export function originBy(text: string | undefined, actorId: string, sessionId: string): string {
  const requestId = text?.split('|')[3] ?? ''
  return originText({ actorId, via: 'session', viaId: sessionId, requestId: requestId || null })
}

/** Sets the origin for the rest of the transaction that surrounds it. */
const setting = "select set_config('parallax.origin', $1, true)"
const settingName = 'origin'

const writing = /^\s*(?:insert|update|delete|merge|with\b[^]*\b(?:insert\s+into|update|delete\s+from|merge\s+into)\b)/i

/** Whether a statement changes rows: statements that call functions which do are none of ours. */
export const changesRows = (sql: string): boolean => writing.test(sql)

/** The part of the driver's connection that a query talks to. */
export interface Connection {
  parsedStatements: Record<string, string | undefined>
  submittedNamedStatements: Record<string, string | undefined>
  parse(message: object): void
  bind(message: object): void
  describe(message: object): void
  execute(message: object): void
}

interface QueryMethods {
  prepare(connection: Connection): void
  handleCommandComplete(message: object, connection: Connection): void
  handleError(error: Error, connection: Connection): void
}
const methods = pg.Query.prototype as unknown as QueryMethods

/**
 * The driver's query, which sets the origin of its changes first where it has one. Both go to PostgreSQL together,
 * before one Sync, and are thus one round trip and one transaction, also behind a pooler. A statement of its own would
 * take a round trip (0.1 ms); a setting of the session would outlive the request, and a pooler would mix them up.
 */
export class OriginQuery extends pg.Query {
  /** True until PostgreSQL has answered the setting; its answers, which come first, are dropped. */
  private setsOrigin = false
  // Declared only: the driver's constructor sets them before the initialisers of this class run.
  declare private ownName: string | undefined
  declare private ownText: string
  private named = true

  constructor(
    config: pg.QueryConfig,
    private readonly origin: string | undefined,
  ) {
    super(origin === undefined ? config : ({ ...config, queryMode: 'extended' } as pg.QueryConfig))
  }

  // The driver notes under `name` and `text` what PostgreSQL says it has parsed.
  get name(): string | undefined {
    return this.setsOrigin && this.named ? settingName : this.ownName
  }
  set name(name: string | undefined) {
    this.ownName = name
  }
  get text(): string {
    return this.setsOrigin ? setting : this.ownText
  }
  set text(text: string) {
    this.ownText = text
  }

  /** Sends statements without names from now on: behind a pooler that knows none by theirs. */
  unname(): void {
    this.ownName = undefined
    this.named = false
  }

  /** Sends the statement behind that of the origin. Subclasses that send it otherwise override `prepareOwn`. */
  prepare(connection: Connection): void {
    if (this.origin === undefined) return this.prepareOwn(connection)
    const name = this.named ? settingName : ''
    const { parsedStatements: parsed, submittedNamedStatements: submitted } = connection
    if (parsed[settingName] === undefined && submitted[settingName] === undefined) {
      connection.parse({ name, text: setting })
      if (name) submitted[name] = setting
    }
    connection.bind({ statement: name, values: [this.origin] })
    connection.execute({})
    this.prepareOwn(connection)
    this.setsOrigin = true
  }

  protected prepareOwn(connection: Connection): void {
    methods.prepare.call(this, connection)
  }

  /** Whether a row that arrives is the answer to the setting. */
  get isAnswerOfOrigin(): boolean {
    return this.setsOrigin
  }

  handleCommandComplete(message: object, connection: Connection): void {
    if (this.setsOrigin) this.setsOrigin = false
    else methods.handleCommandComplete.call(this, message, connection)
  }

  handleError(error: Error, connection: Connection): void {
    this.forget(connection)
    methods.handleError.call(this, error, connection)
  }

  /** Notes that what was sent to be parsed may not have been. */
  forget(connection: Connection): void {
    this.setsOrigin = false
    for (const name of [settingName, this.ownName])
      if (name !== undefined) connection.submittedNamedStatements[name] = undefined
  }
}
