import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { DisagreementsDocument, type DisagreementState } from '../generated/graphql.js'
import { emptyList, usePages, type More } from '../lib/pages.js'
import type { ComparisonBounds, DisagreementFilter } from './comparison-address.js'
import { isSettled, keyOfDisagreement, type Disagreement } from './disagreement.js'

/** The disagreements about a video, of which one can be chosen. */
export interface DisagreementList {
  /** Those that are loaded; undefined until the first are. */
  rows: readonly Disagreement[] | undefined
  /** How many there are, also those that are not loaded yet. */
  count: number
  more: More | undefined
  error: Error | null
  retry: () => void
  chosen: Disagreement | undefined
  choose: (one: Disagreement | undefined) => void
  /** Chooses the next one, or the one before; without a chosen one the first. */
  go: (by: 1 | -1) => void
  /** Chooses the next open one after a disagreement that was settled, else the one before; none if all are settled. */
  goOn: (from: Disagreement) => void
}

interface Wanted extends DisagreementFilter {
  videoId: string
  personaIds: readonly string[]
  compared: ComparisonBounds
  /** The persona for which decisions count: for any if undefined; null while that is not known, and nothing listed. */
  into: string | undefined | null
  /** Called with a disagreement once it is chosen. */
  onShow: (one: Disagreement) => void
}

/** Returns the disagreements of personas about a video, the heaviest first. */
export function useDisagreements({ kind, about, ...wanted }: Wanted): DisagreementList {
  const { videoId, personaIds, compared, into, onShow } = wanted
  const state = wanted.state ?? 'OPEN'
  const inState: DisagreementState | null = state === 'ALL' ? null : state
  const variables = {
    ...{ videoId, personaIds: [...personaIds], ...compared },
    state: inState,
    intoPersonaId: into ?? null,
    kinds: kind === undefined ? null : [kind],
    personaId: about !== undefined && personaIds.includes(about) ? about : null,
  }
  const list = usePages(DisagreementsDocument, variables, ({ video }) => video?.disagreements ?? emptyList, {
    enabled: personaIds.length > 1 && into !== null,
    // The server compares anew for each request.
    staleTime: 60_000,
  })
  const { nodes, more } = list
  // One that was settled just now leaves the list of open ones at once.
  const rows = useMemo(() => nodes?.filter((one) => !inState || one.state === inState), [nodes, inState])
  const [chosenKey, setChosenKey] = useState<string>()
  const show = useRef(onShow)
  show.current = onShow
  const choose = useCallback((one: Disagreement | undefined) => {
    setChosenKey(one && keyOfDisagreement(one))
    if (one) show.current(one)
  }, [])
  /** The place in the list to choose from once it is loaded. */
  const awaited = useRef<number>(undefined)
  useEffect(() => {
    const one = awaited.current === undefined ? undefined : rows?.[awaited.current]
    if (!one) return
    awaited.current = undefined
    choose(one)
  }, [rows, choose])
  const placeOf = (key: string | undefined) => rows?.findIndex((one) => keyOfDisagreement(one) === key) ?? -1
  const at = placeOf(chosenKey)
  const loadMore = () => {
    if (!more || !rows) return
    awaited.current = rows.length
    more.load()
  }
  return {
    ...{ rows, more, choose },
    count: list.totalCount,
    error: list.error,
    retry: () => void list.refetch(),
    chosen: rows?.[at],
    go(by) {
      const one = rows?.[Math.max(0, at + by)]
      if (one) choose(one)
      else loadMore()
    },
    goOn(from) {
      const place = placeOf(keyOfDisagreement(from))
      const isOpen = (one: Disagreement, i: number) => i !== place && !isSettled(one)
      const next = rows?.find((one, i) => i > place && isOpen(one, i)) ?? rows?.findLast(isOpen)
      choose(next)
    },
  }
}
