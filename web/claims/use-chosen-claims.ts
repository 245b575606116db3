import { useMemo, useState } from 'react'
import type { ReviewState } from '../generated/graphql.js'
import { asReviewable, type Reviewable } from '../reviews/use-reviews.js'
import { useSeveralReviews, type SeveralReviews } from '../reviews/use-several.js'
import { useClaimDeletion, type ClaimDeletion } from './use-claim-deletion.js'
import type { ClaimNode } from './use-claim-tree.js'

type Claim = ClaimNode['claim']

/** The selected claims of a tree, to be reviewed or deleted together. */
export interface ChosenClaims {
  has: (id: string) => boolean
  /** The number of loaded claims that can be selected. */
  offered: number
  /** The number of selected claims. */
  count: number
  /** The selected claims that the user may review. */
  items: readonly Reviewable[]
  /** The selected claims that the user may delete. */
  deletable: readonly Claim[]
  set: (ids: readonly string[], on: boolean) => void
  /** Selects every loaded claim in the state of review that the tree is filtered by. */
  all: () => void
  none: () => void
  reviews: SeveralReviews
  deletion: ClaimDeletion
}

/** Returns whether a claim can be selected, which requires that the user may review or delete it. */
export const canChoose = ({ viewerCan }: Claim) => viewerCan.review || viewerCan.delete

interface Tree {
  summaryId: string
  nodes: readonly ClaimNode[]
  /** The state of review that the tree is filtered by. */
  state: ReviewState | undefined
  /** Called after claims are reviewed or deleted. */
  reload: () => void
}

/** Returns the selected claims of a tree, and the means to select, review and delete them together. */
export function useChosenClaims({ summaryId, nodes, state, reload }: Tree): ChosenClaims {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const claims = useMemo(() => nodes.flatMap(({ claim }) => (canChoose(claim) ? [claim] : [])), [nodes])
  const chosen = useMemo(() => claims.filter(({ id }) => ids.has(id)), [claims, ids])
  const set = (some: readonly string[], on: boolean) => {
    const next = new Set(ids)
    for (const id of some)
      if (on) next.add(id)
      else next.delete(id)
    setIds(next)
  }
  const none = () => setIds(new Set())
  const done = () => {
    none()
    reload()
  }
  const reviews = useSeveralReviews({
    kind: 'CLAIM',
    onDone: done,
    onRefused(refused) {
      set(refused, false)
      reload()
    },
  })
  return {
    has: (id) => ids.has(id),
    offered: claims.length,
    count: chosen.length,
    items: chosen.filter(({ viewerCan }) => viewerCan.review).map(asReviewable),
    deletable: chosen.filter(({ viewerCan }) => viewerCan.delete),
    set,
    all: () =>
      set(
        claims.flatMap((one) => (state === undefined || one.reviewState === state ? [one.id] : [])),
        true,
      ),
    none,
    reviews,
    deletion: useClaimDeletion(summaryId, done),
  }
}
