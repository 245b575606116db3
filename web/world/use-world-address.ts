import { useSearchParams } from 'wouter'
import type { LineObject } from './time-line.js'

/**
 * Returns what the address says of the page of a world: the kind of objects as `kind`, or as `tab` in older links, the
 * key of an object that a link leads to as `sought`, and whether the line of times is shown as `view`.
 */
export function useWorldAddress(kinds: readonly string[]) {
  const [search, setSearch] = useSearchParams()
  const named = search.get('kind') ?? search.get('tab')
  const go = (to: { kind?: string | undefined; sought?: string; view?: 'line' }, replace: boolean) =>
    setSearch(
      (before) => {
        const { sought: _sought, kind: _kind, view: _view, tab, ...others } = Object.fromEntries(before)
        // The page of a project has tabs of its own.
        const kept = { ...others, ...(tab && !kinds.includes(tab) && { tab }) }
        const { kind, sought, view } = to
        return { ...kept, ...(kind && { kind }), ...(sought && { sought }), ...(view && { view }) }
      },
      { replace },
    )
  const kind = kinds.find((name) => name === named)
  return {
    kind,
    sought: search.get('sought'),
    isLine: search.get('view') === 'line',
    show: (next: string | undefined) => go({ kind: next }, true),
    showLine: (isOn: boolean) => go({ kind, ...(isOn && { view: 'line' }) }, true),
    /** Leads from the line to an object in the list; the way back leads to the line. */
    goTo: ({ list, key }: LineObject) => go({ kind: list, sought: key }, false),
  }
}
