import { useCallback, useEffect, useRef, useState } from 'react'
import { DisagreementsDocument } from '../generated/graphql.js'
import { emptyList, usePages, type More } from '../lib/pages.js'
import type { ComparisonBounds, DisagreementFilter } from './comparison-address.js'
import { keyOfDisagreement, type Disagreement } from './disagreement.js'

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
}

interface Wanted extends DisagreementFilter {
  videoId: string
  personaIds: readonly string[]
  compared: ComparisonBounds
  /** Called with a disagreement once it is chosen. */
  onShow: (one: Disagreement) => void
}

/** Returns the disagreements of personas about a video, the heaviest first. */
export function useDisagreements({ videoId, personaIds, compared, kind, about, onShow }: Wanted): DisagreementList {
  const variables = {
    videoId,
    personaIds: [...personaIds],
    ...compared,
    kinds: kind === undefined ? null : [kind],
    personaId: about !== undefined && personaIds.includes(about) ? about : null,
  }
  const list = usePages(DisagreementsDocument, variables, ({ video }) => video?.disagreements ?? emptyList, {
    enabled: personaIds.length > 1,
    // The server compares anew for each request.
    staleTime: 60_000,
  })
  const { nodes: rows, more } = list
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
  const at = rows?.findIndex((one) => keyOfDisagreement(one) === chosenKey) ?? -1
  return {
    ...{ rows, more, choose },
    count: list.totalCount,
    error: list.error,
    retry: () => void list.refetch(),
    chosen: rows?.[at],
    go(by) {
      const one = rows?.[Math.max(0, at + by)]
      if (one) return choose(one)
      if (!more || !rows) return
      awaited.current = rows.length
      more.load()
    },
  }
}
