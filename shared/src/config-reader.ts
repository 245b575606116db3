import { isAbsolute } from 'node:path'

export type Environment = Record<string, string | undefined>

const levels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/**
 * The longest time in milliseconds: PostgreSQL accepts no longer statement_timeout, and a longer timer of Node fires
 * immediately.
 */
const longestMs = 2 ** 31 - 1

/** The most common reason why an address with a password is not a valid URL. */
export const encoding =
  'signs such as @ : / ? # % in a user name or password must be percent-encoded (@ is %40, / is %2F, # is %23)'

/** All faults of the environment in one error, one line each; the command line prints them and exits with 1. */
export class ConfigError extends Error {
  constructor(readonly faults: string[]) {
    const [only] = faults
    super(faults.length === 1 ? `Configuration: ${only}` : `Configuration:\n  - ${faults.join('\n  - ')}`)
  }
}

/** Reads environment variables one by one and collects all faults, so that they can be reported together. */
export class Reader {
  readonly faults: string[] = []

  constructor(
    private readonly env: Environment,
    readonly warn: (text: string) => void,
  ) {}

  fault(text: string): void {
    this.faults.push(text)
  }

  /** Throws ConfigError if any fault was found. */
  check(): void {
    if (this.faults.length) throw new ConfigError(this.faults)
  }

  /** Returns whether the variable has a value; an empty one counts as not set. */
  isSet(name: string): boolean {
    return this.text(name) !== ''
  }

  /** Returns whether the variable exists, even if it is empty. */
  isGiven(name: string): boolean {
    return this.env[name] !== undefined
  }

  text(name: string, fallback = ''): string {
    return this.env[name]?.trim() || fallback
  }

  required(name: string): string {
    const value = this.text(name)
    if (!value) this.fault(`${name} is required`)
    return value
  }

  oneOf<const T extends string>(name: string, values: readonly T[], fallback: NoInfer<T>): T {
    const value = this.text(name, fallback)
    const match = values.find((one) => one === value.toLowerCase())
    if (!match) this.fault(`${name} must be one of ${values.join(', ')}; it is ${JSON.stringify(value)}`)
    return match ?? fallback
  }

  /** Reads true/1/yes/on or false/0/no/off in any case; an empty value means the default (CF-06). */
  boolean(name: string, fallback: boolean): boolean {
    const value = this.text(name).toLowerCase()
    if (['true', '1', 'yes', 'on'].includes(value)) return true
    if (['false', '0', 'no', 'off'].includes(value)) return false
    if (value) this.fault(`${name} must be true or false; it is ${JSON.stringify(this.text(name))}`)
    return fallback
  }

  /**
   * Reads an integer of at least 1. Variables whose name ends with _MS are milliseconds and are capped at 2^31-1, some
   * 25 days. An invalid timeout is ignored with a warning (CF-07).
   */
  positive(name: string, fallback: number): number {
    return this.integer(name, fallback, 1)
  }

  /** Reads an integer of at least 0. */
  count(name: string, fallback: number): number {
    return this.integer(name, fallback, 0)
  }

  private integer(name: string, fallback: number, least: number): number {
    const value = this.text(name)
    if (!value) return fallback
    const most = name.endsWith('_MS') ? longestMs : Number.MAX_SAFE_INTEGER
    if (/^\d+$/.test(value) && Number(value) >= least && Number.isSafeInteger(Number(value)))
      return Math.min(Number(value), most)
    const wrong = `${name} must be an integer from ${least} on; it is ${JSON.stringify(value)}`
    if (name.includes('TIMEOUT')) this.warn(`${wrong}, and ${fallback} applies`)
    else this.fault(wrong)
    return fallback
  }

  port(name: string, fallback: number): number {
    const value = this.text(name)
    if (!value) return fallback
    if (/^\d+$/.test(value) && Number(value) <= 65_535) return Number(value)
    this.fault(`${name} must be a port from 0 to 65535; it is ${JSON.stringify(value)}`)
    return fallback
  }

  url(name: string, fallback: string): string {
    const value = this.text(name, fallback)
    if (!/^https?:\/\//.test(value) || !URL.canParse(value))
      this.fault(
        `${name} must be an http or https URL; ` +
          // The part before an @ may contain a password, so it is not shown.
          (value.includes('@') ? encoding : `it is ${JSON.stringify(value)}`),
      )
    return value.replace(/\/+$/, '')
  }

  urlOrNull(name: string): string | null {
    return this.text(name) ? this.url(name, '') : null
  }

  absolute(name: string, fallback: string): string {
    const value = this.text(name, fallback)
    if (!isAbsolute(value)) this.fault(`${name} must be an absolute path; it is ${JSON.stringify(value)}`)
    return value
  }

  /** Reads a log level (T-08). */
  level(name: string): (typeof levels)[number] {
    const value = this.text(name, 'info').toLowerCase()
    const level = levels.find((one) => one === value)
    if (!level) this.fault(`${name} must be one of ${levels.join(', ')}; it is ${JSON.stringify(value)}`)
    return level ?? 'info'
  }
}
