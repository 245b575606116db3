import { AppError } from './errors.js'
import type { Clock } from './turns.js'

/** What one request may use up. */
export interface BudgetLimits {
  /** Objects made for the answer. */
  objects: number
  /** Bytes of the answer, and as many of the rows that it is made from. */
  bytes: number
  /** Rows read from the database. */
  rows: number
  /** Milliseconds of the event loop. */
  loopMs: number
}

export type Spent = keyof BudgetLimits

const nouns: Record<Spent, string> = {
  objects: 'objects',
  bytes: 'bytes',
  rows: 'rows of the database',
  loopMs: 'milliseconds of processor time',
}

/** So many numbers or words in lists take the room of an object. */
const valuesOfObject = 64

const pagingHint = 'Ask for less at once: smaller pages (`first` and `after` in GraphQL), or fewer fields.'

/**
 * What a request has used up, counted while it runs by everything that makes part of its answer. Over a limit, or when
 * its time is up, the request ends: whoever counts on gets the error thrown, and those who listen (running statements,
 * the door that waits for the answer) are told at once.
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
  /** How to ask for less at once, told to whoever asks for too much. */
  hint = pagingHint

  /** `named` says what is counted where the usual words are too wide. */
  constructor(
    readonly limits: Readonly<BudgetLimits>,
    private readonly named: Partial<Record<Spent, string>> = {},
  ) {}

  /** Why the request ended; undefined while it goes on. */
  get ended(): Error | undefined {
    return this.over
  }

  /** What was used up so far. */
  get used(): BudgetLimits {
    return { objects: this.objects, bytes: this.bytes, rows: this.rows, loopMs: this.loopMs }
  }

  /** Bytes that an answer is likely to have: of rows that arrived, and of texts that were announced. */
  get expectedBytes(): number {
    return this.bytes + this.announcedBytes
  }

  /** Throws once the request has ended. */
  check(): void {
    if (this.over) throw this.over
  }

  /** Objects of the answer that were made. Throws over the limit. */
  makeObjects(count: number): void {
    this.objects += count
    if (this.over || this.objects > this.limits.objects) this.fail('objects')
  }

  /** Objects that are about to be made, before anything is done for them; they are counted when they are made. */
  announceObjects(count: number): void {
    this.announced += count
    if (this.over || this.announced > this.limits.objects) this.fail('objects', this.announced)
  }

  /** Numbers or words of lists that are about to be made. */
  announceValues(count: number): void {
    this.announceObjects(Math.floor(count / valuesOfObject))
  }

  /** Bytes that the answer will have at least, of texts that are made before it is written. */
  announceBytes(count: number): void {
    this.announcedBytes += count
    if (this.over || this.announcedBytes > this.limits.bytes) this.fail('bytes')
  }

  /** How many objects the whole answer has. Throws over the limit, before any of it is written. */
  checkObjects(count: number): void {
    if (this.over || count > this.limits.objects) this.fail('objects', count)
  }

  /** Rows that arrived, and their bytes; false once there is no room for them, and never throws. */
  takeRows(count: number, bytes: number): boolean {
    this.rows += count
    this.bytes += bytes
    if (this.over) return false
    if (this.rows > this.limits.rows) this.end(this.error('rows'))
    else if (this.bytes > this.limits.bytes) this.end(this.error('bytes'))
    return this.over === undefined
  }

  /** How long an answer has become, in bytes. Throws over the limit. */
  checkBytes(length: number): void {
    if (this.over || length > this.limits.bytes) this.fail('bytes')
  }

  /** Milliseconds for which the request has held the event loop. Throws over the limit. */
  spend(milliseconds: number): void {
    this.loopMs += milliseconds
    if (this.over || this.loopMs > this.limits.loopMs) this.fail('loopMs')
  }

  /** Ends the request: everything that still counts for it gets this error. The first reason stays. */
  end(why: Error): void {
    if (this.over) return
    this.over = why
    for (const listener of this.listeners ?? []) listener(why)
    this.listeners = undefined
  }

  /** Tells when the request ends early; returns what stops listening. */
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

  /** `requested` is undefined where counting stopped at the limit. */
  private error(limit: Spent, requested?: number): AppError {
    const maximum = this.limits[limit]
    const seen = requested === undefined ? `more than ${maximum}` : String(requested)
    const counted = { limit, maximum, ...(requested !== undefined && { requested }) }
    const message = `The request takes ${seen} ${this.named[limit] ?? nouns[limit]}; at most ${maximum} are allowed. ${this.hint}`
    return new AppError('COST_LIMIT', message, { extra: { ...counted, hint: this.hint } })
  }
}

const none: BudgetLimits = { objects: Infinity, bytes: Infinity, rows: Infinity, loopMs: Infinity }

/** For work that nobody waits for, such as jobs and commands: it counts and never ends. */
export const unlimited = (): Budget => new Budget(none)
