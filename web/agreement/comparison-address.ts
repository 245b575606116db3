import { useMemo } from 'react'
import { useSearchParams } from 'wouter'
import type { DisagreementKind } from '../generated/graphql.js'
import { texts } from '../texts.js'

/** What is compared; the server has a usual value for what is absent. */
export interface ComparisonBounds {
  from?: number
  to?: number
  step?: number
  minIou?: number
}

export const boundNames = ['from', 'to', 'step', 'minIou'] as const

/** Which disagreements are listed; all where a member is absent. */
export interface DisagreementFilter {
  kind?: DisagreementKind | undefined
  /** The persona that they concern. */
  about?: string | undefined
  /** Open ones if absent. */
  state?: (typeof states)[number] | undefined
}

const states = ['SETTLED', 'ALL'] as const

/**
 * Returns what of a comparison the address names, besides the personas, and functions that change it: the frames and
 * the matching, which disagreements are listed, and the persona that they are settled into.
 */
export function useComparisonAddress() {
  const [search, setSearch] = useSearchParams()
  const list = search.toString()
  const named = useMemo(() => read(new URLSearchParams(list)), [list])
  const change = (names: readonly string[], values: object) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before)
        for (const name of names) next.delete(name)
        for (const [name, value] of Object.entries(values)) if (value !== undefined) next.set(name, String(value))
        return next
      },
      { replace: true },
    )
  return {
    ...named,
    setCompared: (compared: ComparisonBounds) => change(boundNames, compared),
    setFilter: (filter: DisagreementFilter) => change(['kind', 'about', 'state'], filter),
    setInto: (into: string) => change(['into'], { into }),
  }
}

interface Named {
  compared: ComparisonBounds
  filter: DisagreementFilter
  into: string | undefined
}

function read(search: URLSearchParams): Named {
  const compared = boundNames.flatMap((name) => {
    const value = search.get(name)
    return value !== null && Number.isFinite(Number(value)) ? [[name, Number(value)]] : []
  })
  const [kind, about] = [search.get('kind'), search.get('about')]
  const isKind = kind !== null && Object.hasOwn(texts.disagreements.kinds, kind)
  const state = states.find((one) => one === search.get('state'))
  return {
    compared: Object.fromEntries(compared),
    filter: { kind: isKind ? (kind as DisagreementKind) : undefined, about: about ?? undefined, state },
    into: search.get('into') ?? undefined,
  }
}
