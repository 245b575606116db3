export interface RoundPerson {
  id: string
  cookie: string
}

export function followRound(round: {
  url: string
  people: Record<'admin' | 'owner' | 'member' | 'guest', RoundPerson>
  videoId: string
  folder: string
  ms: number
  random: () => number
  /** Waits until no open transaction holds back lines of the feed. */
  quiet?: () => Promise<void>
}): Promise<
  Record<'acts' | 'refused' | 'kills' | 'compared' | 'removed' | 'lines', number> & { wrong: readonly string[] }
>
