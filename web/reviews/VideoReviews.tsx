import { useState } from 'react'
import { showError } from '../app/notices.js'
import { AnnotationsInReviewDocument, ReviewsOfVideoDocument, type ReviewState } from '../generated/graphql.js'
import { graph, useGraph } from '../lib/graph.js'
import { ReviewFilter } from './ReviewFilter.js'

interface Props {
  videoId: string
  /** The id of the selected annotation. */
  selected: string | undefined
  /** Selects an annotation and shows its first frame. */
  onGo: (id: string, frame: number) => void
}

/** The annotations of a video by their state of review, and the way from one to the next in the chosen state. */
export function VideoReviews({ videoId, selected, onGo }: Props) {
  const [state, setState] = useState<ReviewState>()
  const { data } = useGraph(ReviewsOfVideoDocument, { videoId })
  return (
    <ReviewFilter
      counts={data}
      value={state}
      onChange={setState}
      onNext={(wanted) => {
        nextOf(videoId, wanted, selected)
          .then((next) => next && onGo(next.id, next.firstFrame ?? 0))
          .catch(showError)
      }}
    />
  )
}

/** The annotation after the selected one, in the order of their first frames; after the last one comes the first. */
async function nextOf(videoId: string, state: ReviewState, selected: string | undefined) {
  let first: { id: string; firstFrame?: number | null } | undefined
  let isPast = false
  for (let after: string | null = null; ;) {
    const { nodes, pageInfo }: Page = (await graph(AnnotationsInReviewDocument, { videoId, state, after })).annotations
    for (const node of nodes) {
      if (isPast) return node
      first ??= node
      isPast = node.id === selected
    }
    // Where the selected one is not in the list, any of it is the next.
    if (!pageInfo.hasNextPage || selected === undefined) return first
    after = pageInfo.endCursor ?? null
  }
}

interface Page {
  nodes: { id: string; firstFrame?: number | null }[]
  pageInfo: { endCursor?: string | null; hasNextPage: boolean }
}
