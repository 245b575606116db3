import { AppError } from '../errors.js'
import type { Clock } from './turns.js'

/** The limits of one request. */
export interface BudgetLimits {
  /** Objects in the response. */
  objects: number
  /** Bytes of the response, and separately bytes of the rows from which it is made. */
  bytes: number
  /** Rows read from the database. */
  rows: number
  /** Milliseconds for which the request may occupy the event loop. */
  loopMs: number
}

export type Spent = keyof BudgetLimits

/** A statement that was sent for a request. */
export interface SentStatement {
  text: string
  /** The number of its parameters. */
  parameters: number
  /** The time from sending it to its completion. */
  milliseconds: number
  /** The rows that were read, or changed without being returned. */
  rows: number
}

const nouns: Record<Spent, string> = {
  objects: 'objects',
  bytes: 'bytes',
  rows: 'rows of the database',
  loopMs: 'milliseconds of processor time',
}

/** This many scalar values in lists count as one object. */
const valuesOfObject = 64

/** Returns the hint to read a list in pages instead; `list` is the name of a GraphQL list, `args` are its arguments. */
export const inPages = (list: string, ...args: string[]): string =>
  `In pages: POST /graphql { ${list}(${[...args, 'first: 100', 'after: …'].join(', ')}) { nodes { … } } }`

const pagingHint = 'Ask for less at once: smaller pages (`first` and `after` in GraphQL), or fewer fields.'

/** The reason why a read without a place ended: it starts again when it has a place. */
class HeavyRead extends Error {
  constructor() {
    super('The read needs a place')
  }
}

/**
 * Counts the resources that a request uses while it runs. When a limit is exceeded or the request's time is up, the
 * request ends: later calls that charge the budget throw the error, and listeners (running statements, the transport
 * that waits for the answer) are notified at once.
 */
export class Budget implements Clock {
  private objects = 0
  private announced = 0
  private announcedBytes = 0
  private rows = 0
  private bytes = 0
  private loopMs = 0
  private listeners: Set<(why: Error) => void> | undefined
  private over: Error | undefined
  /** The hint how to ask for less at once; part of the error message. */
  hint = pagingHint
  /** The origin of the request's changes, as the log of changes stores it (database/driver/origin.ts). */
  origin: string | undefined
  /**
   * The person for whom the request works, by which people take turns: the id of a user, the network of a stranger, or
   * '' for the server itself.
   */
  person = ''
  /** The statements that were sent so far; undefined unless the answer shows them. */
  sent: SentStatement[] | undefined
  /** A read without a place ends as heavy when its rows or its answer have more bytes than this. */
  lightBytes = Infinity

  /** `named` are more specific nouns for the counted resources, for error messages. */
  constructor(
    public limits: Readonly<BudgetLimits>,
    private readonly named: Partial<Record<Spent, string>> = {},
  ) {}

  /** The reason why the request ended; undefined while it runs. */
  get ended(): Error | undefined {
    return this.over
  }

  /** Whether the request ended because it is a heavy read without a place; it may then run again. */
  get isHeavy(): boolean {
    return this.over instanceof HeavyRead
  }

  /** Returns an unspent budget with the same limits, hint, origin and person. */
  anew(): Budget {
    const fresh = new Budget(this.limits, this.named)
    fresh.hint = this.hint
    fresh.origin = this.origin
    fresh.person = this.person
    return fresh
  }

  /** Raises the limit of objects to `least` if it is lower. */
  allowObjects(least: number): void {
    this.limits = { ...this.limits, objects: Math.max(this.limits.objects, least) }
  }

  /** The resources that the request has used so far. */
  get used(): BudgetLimits {
    return { objects: this.objects, bytes: this.bytes, rows: this.rows, loopMs: this.loopMs }
  }

  /** The estimated size of the answer in bytes: the rows that arrived and the texts that were announced. */
  get expectedBytes(): number {
    return this.bytes + this.announcedBytes
  }

  /** Throws once the request has ended. */
  check(): void {
    if (this.over) throw this.over
  }

  /** Counts objects that were created for the answer. Throws COST_LIMIT over the limit. */
  makeObjects(count: number): void {
    this.objects += count
    if (this.over || this.objects > this.limits.objects) this.fail('objects')
  }

  /**
   * Announces objects before any work is done for them; they are counted when they are created. Throws COST_LIMIT when
   * the announced objects alone exceed the limit.
   */
  announceObjects(count: number): void {
    this.announced += count
    if (this.over || this.announced > this.limits.objects) this.fail('objects', this.announced)
  }

  /** Announces scalar values of lists, of which 64 count as one object. */
  announceValues(count: number): void {
    this.announceObjects(Math.floor(count / valuesOfObject))
  }

  /**
   * Announces bytes that the answer will have at least, for texts that are created before it is written. Throws
   * COST_LIMIT over the limit; a read without a place ends as heavy.
   */
  announceBytes(count: number): void {
    this.announcedBytes += count
    if (this.over || this.announcedBytes > this.limits.bytes) this.fail('bytes')
    this.checkLight(this.announcedBytes)
  }

  /** Checks the number of objects of the whole answer, before it is written. Throws COST_LIMIT over the limit. */
  checkObjects(count: number): void {
    if (this.over || count > this.limits.objects) this.fail('objects', count)
  }

  /** Counts rows that arrived, and their bytes. Never throws; over a limit, ends the request and returns false. */
  takeRows(count: number, bytes: number): boolean {
    this.rows += count
    this.bytes += bytes
    if (this.over) return false
    if (this.rows > this.limits.rows) this.end(this.error('rows'))
    else if (this.bytes > this.limits.bytes) this.end(this.error('bytes'))
    else if (this.bytes > this.lightBytes) this.end(new HeavyRead())
    return this.over === undefined
  }

  /**
   * Checks the length of the answer so far, in bytes. Throws COST_LIMIT over the limit. A read without a place ends as
   * heavy, as with rows: one row can occur in an answer a hundred times.
   */
  checkBytes(length: number): void {
    if (this.over || length > this.limits.bytes) this.fail('bytes')
    this.checkLight(length)
  }

  /**
   * Ends a read without a place as heavy before it begins: for reads that take long for an answer of a few bytes, such
   * as counts of whole lists.
   */
  requirePlace(): void {
    this.checkLight(Infinity)
  }

  private checkLight(bytes: number): void {
    if (bytes <= this.lightBytes) return
    this.end(new HeavyRead())
    this.check()
  }

  /** Adds milliseconds for which the request has occupied the event loop. Throws COST_LIMIT over the limit. */
  spend(milliseconds: number): void {
    this.loopMs += milliseconds
    if (this.over || this.loopMs > this.limits.loopMs) this.fail('loopMs')
  }

  /** Ends the request: later calls that charge the budget throw this error. The first reason is kept. */
  end(why: Error): void {
    if (this.over) return
    this.over = why
    for (const listener of this.listeners ?? []) listener(why)
    this.listeners = undefined
  }

  /**
   * Calls the listener when the request ends early, at once if it already has; returns a function that removes the
   * listener.
   */
  onEnd(listener: (why: Error) => void): () => void {
    if (this.over) {
      listener(this.over)
      return () => undefined
    }
    const listeners = (this.listeners ??= new Set())
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }

  private fail(limit: Spent, requested?: number): never {
    if (!this.over) this.end(this.error(limit, requested))
    throw this.over!
  }

  /** Builds the COST_LIMIT error; `requested` is undefined if counting stopped at the limit. */
  private error(limit: Spent, requested?: number): AppError {
    const maximum = this.limits[limit]
    const seen = requested === undefined ? `more than ${maximum}` : String(requested)
    const counted = { limit, maximum, ...(requested !== undefined && { requested }) }
    const message = `The request takes ${seen} ${this.named[limit] ?? nouns[limit]}; at most ${maximum} are allowed. ${this.hint}`
    return new AppError('COST_LIMIT', message, { extra: { ...counted, hint: this.hint } })
  }
}

const none: BudgetLimits = { objects: Infinity, bytes: Infinity, rows: Infinity, loopMs: Infinity }

/** Returns a budget without limits, for work for which no client waits, such as jobs and commands. */
export function unlimited(person = ''): Budget {
  const budget = new Budget(none)
  budget.person = person
  return budget
}
