import type { Person } from '../support/api.js'
import { exportText } from '../exchange/support.js'

interface Kept {
  order: (number | string)[]
  line: string
}

const lineAt = ',"line":'

/** Sorts as docs/changes.md says: element by element, numbers as numbers and texts by their bytes. */
function compare(a: Kept, b: Kept): number {
  for (const [i, x] of a.order.entries()) {
    const y = b.order[i]!
    const difference =
      typeof x === 'number' ? x - (y as number) : Buffer.compare(Buffer.from(x), Buffer.from(y as string))
    if (difference !== 0) return difference
  }
  return 0
}

/** A follower of the feed as a client would write it: it keeps a copy of an export in memory. */
export class Copy {
  readonly lines = new Map<string, Kept>()
  position = ''
  /** What the answers said, by their words. */
  readonly counts = { set: 0, gone: 0, reset: 0, position: 0 }

  constructor(
    readonly who: Person,
    readonly query: string,
  ) {}

  /** The answer to the next question, applied as a whole or not at all; returns its status. */
  async ask(more = '', signal?: AbortSignal): Promise<number> {
    const since = `since=${encodeURIComponent(this.position)}`
    const response = await this.who.request(`/api/changes?${this.query}&${since}${more}`, signal && { signal })
    const text = await response.text()
    if (response.status === 200) this.apply(text)
    return response.status
  }

  apply(text: string): void {
    for (const one of text.split('\n').filter(Boolean)) {
      const at = one.indexOf(lineAt)
      const head = JSON.parse(at < 0 ? one : `${one.slice(0, at)}}`)
      const key = JSON.stringify([head.type, head.worldId, head.id])
      this.counts[head.change as keyof Copy['counts']] += 1
      if (head.change === 'set') this.lines.set(key, { order: head.order, line: one.slice(at + lineAt.length, -1) })
      else if (head.change === 'gone') this.lines.delete(key)
      else if (head.change === 'reset') this.lines.clear()
      else this.position = head.position
      if (head.change === 'position') this.hasMore = head.more
    }
  }
  hasMore = false

  /** Asks until there is no more. */
  async catchUp(): Promise<number> {
    for (;;) {
      const status = await this.ask()
      if (status !== 200 || !this.hasMore) return status
    }
  }

  /** The lines, sorted as an export has them. */
  text(): string {
    return [...this.lines.values()]
      .sort(compare)
      .map(({ line }) => `${line}\n`)
      .join('')
  }

  /** Begins from an export, whose lines say nothing of their order, and thus by a reset. */
  async begin(): Promise<void> {
    const response = await this.who.request(`/api/export/all?${this.query}`)
    await response.text()
    const position = response.headers.get('x-export-position')
    if (response.status !== 200 || !position) throw new Error(`the export answered ${response.status}`)
    // Without its last part nobody knows what the copy was made by.
    this.position = position.replace(/-[0-9a-f]{16}[ab]$/, '')
    const status = await this.catchUp()
    if (status !== 200) throw new Error(`the feed answered ${status}`)
  }

  export(): Promise<string> {
    return exportText(this.who, `/api/export/all?${this.query}`)
  }
}
