import { useMemo, useState } from 'react'
import type { ReviewState } from '../generated/graphql.js'
import { asReviewable, type Reviewable } from '../reviews/use-reviews.js'
import { useSeveralReviews, type SeveralReviews } from '../reviews/use-several.js'
import type { ClaimNode } from './use-claim-tree.js'

/** The claims of a tree that are selected for a review. */
export interface ChosenClaims {
  has: (id: string) => boolean
  /** The loaded claims that the user may review. */
  reviewable: readonly Reviewable[]
  /** Those of them that are selected. */
  items: readonly Reviewable[]
  set: (ids: readonly string[], on: boolean) => void
  /** Selects every loaded claim in the state of review that the tree is filtered by. */
  all: () => void
  none: () => void
  reviews: SeveralReviews
}

/** Lets claims of a tree be selected and reviewed together; `reload` is called once their reviews have changed. */
export function useChosenClaims(
  nodes: readonly ClaimNode[],
  state: ReviewState | undefined,
  reload: () => void,
): ChosenClaims {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const claims = useMemo(() => nodes.flatMap(({ claim }) => (claim.viewerCan.review ? [claim] : [])), [nodes])
  const reviewable = useMemo(() => claims.map(asReviewable), [claims])
  const set = (some: readonly string[], on: boolean) => {
    const next = new Set(ids)
    for (const id of some)
      if (on) next.add(id)
      else next.delete(id)
    setIds(next)
  }
  const none = () => setIds(new Set())
  const reviews = useSeveralReviews({
    kind: 'CLAIM',
    onDone() {
      none()
      reload()
    },
    onRefused(refused) {
      set(refused, false)
      reload()
    },
  })
  return {
    has: (id) => ids.has(id),
    reviewable,
    items: reviewable.filter(({ id }) => ids.has(id)),
    set,
    all: () =>
      set(
        claims.flatMap((one) => (state === undefined || one.reviewState === state ? [one.id] : [])),
        true,
      ),
    none,
    reviews,
  }
}
