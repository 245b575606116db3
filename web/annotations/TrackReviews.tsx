import type { TrackIndex } from './track-index.js'
import type { TrackLooks } from './track-looks.js'
import { useEntries, useLooks } from './use-tracks.js'
import type { ReviewState } from '../generated/graphql.js'
import type { Player } from '../videos/player.js'
import { ReviewFilter } from '../reviews/ReviewFilter.js'

interface Props {
  player: Player
  index: TrackIndex
  looks: TrackLooks
  /** The id of the selected track. */
  selected: string | undefined
  onSelect: (id: string) => void
}

/** The tracks of the video by review state, with a button for each state that goes to the next track in it. */
export function TrackReviews({ player, index, looks, selected, onSelect }: Props) {
  const entries = useEntries(index)
  const { filter } = useLooks(looks)
  if (!entries?.length) return null
  const of = (state: ReviewState) => entries.filter(({ reviewState }) => reviewState === state)

  /** Goes to the next track in the state, in the order of first frames; after the last one it starts over. */
  function next(state: ReviewState) {
    const sorted = [...of(state)].sort((a, b) => a.firstFrame - b.firstFrame)
    const at = sorted.findIndex(({ id }) => id === selected)
    const from = index.entry(selected ?? '')?.firstFrame ?? -1
    const following = at >= 0 ? sorted[at + 1] : sorted.find(({ firstFrame }) => firstFrame >= from)
    const track = following ?? sorted[0]
    if (!track) return
    player.show(track.firstFrame)
    onSelect(track.id)
  }

  return (
    <ReviewFilter
      counts={{ open: of('OPEN').length, accepted: of('ACCEPTED').length, rejected: of('REJECTED').length }}
      value={filter.reviewStates[0]}
      onChange={(state) => looks.setFilter({ reviewStates: state ? [state] : [] })}
      onNext={next}
    />
  )
}
