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
  /** Waits until nothing is held back from the feed any more. */
  quiet?: () => Promise<void>
}): Promise<
  Record<'acts' | 'refused' | 'kills' | 'compared' | 'removed' | 'lines', number> & { wrong: readonly string[] }
>
