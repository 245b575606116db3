import type { TrackIndex } from './track-index.js'
import type { TrackLooks } from './track-looks.js'
import { readDetailsAgain } from './track-details.js'
import { ReviewRightsDocument } from '../generated/graphql.js'
import { useGraph } from '../lib/graph.js'
import { SeveralBar } from '../reviews/SeveralBar.js'
import { useSeveralReviews } from '../reviews/use-several.js'

/**
 * The number of tracks whose review rights are requested. The tracks of a video mostly belong to one project, so a
 * sample shows the rights for all.
 */
const mostAsked = 50

interface Props {
  index: TrackIndex
  looks: TrackLooks
  /** The ids of the tracks that are chosen in the timeline. */
  ids: readonly string[]
}

/** Reviews all chosen tracks at once, if the user may review them. */
export function ChosenReviews({ index, looks, ids }: Props) {
  const { data } = useGraph(
    ReviewRightsDocument,
    { ids: ids.slice(0, mostAsked) },
    { staleTime: 60_000, placeholderData: (before) => before },
  )
  const readAgain = (some: readonly string[]) => {
    for (const id of some) readDetailsAgain(id)
    if (some.length > mostAsked) void index.load()
    else for (const id of some) index.touch(id)
  }
  const reviews = useSeveralReviews({
    kind: 'ANNOTATION',
    onDone: readAgain,
    onRefused(refused) {
      looks.mark('chosen', refused, false)
      readAgain(refused)
    },
  })
  if (!data?.nodes.some((node) => node && 'viewerCan' in node && node.viewerCan.review)) return null
  const items = ids.map((id) => ({ id, version: index.entry(id)?.version ?? 0, name: index.nameOf(id) }))
  return <SeveralBar kind="ANNOTATION" items={items} reviews={reviews} keys />
}
