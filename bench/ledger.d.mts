export interface Answer {
  status: number
  text: string
  json(): never
}

export interface Ledger {
  cookie: string
  stranger: string
  counts: Record<
    'writes' | 'imports' | 'exports' | 'jobs' | 'refused' | 'lost' | 'readBack' | 'lookedAtByStranger',
    number
  >
  /** When each request failed (in milliseconds of performance.now()) and how. */
  failures: { at: number; what: string }[]
  unexpected: string[]
  request(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
  signIn(username: string, password: string): Promise<string>
  begin(perSecond: Record<'writes' | 'imports' | 'exports' | 'jobs', number>): Promise<() => Promise<void>>
  findings(query: (sql: string, values?: unknown[]) => Promise<Record<string, unknown>[]>): Promise<string[]>
  report(): string[]
}

export function openLedger(url: string): Ledger
export function quantile(values: readonly number[], part: number): number
export function ms(value: number): string
export function seeded(seed: number): () => number
export function inRandomRounds<One>(all: readonly One[], random: () => number): Generator<One, never>
