import { ChosenPanel } from '../annotations/ChosenPanel.js'
import type { Track } from '../annotations/track.js'
import { TrackPanel } from '../annotations/TrackPanel.js'
import { TrackReviews } from '../annotations/TrackReviews.js'
import { useEntries, useLooks } from '../annotations/use-tracks.js'
import { Empty } from '../app/Empty.js'
import { texts } from '../texts.js'
import type { Player } from '../videos/player.js'
import type { Watched } from './watched.js'

const words = texts.watch

interface Props extends Omit<Watched, 'picture' | 'videoId'> {
  player: Player
  /** The id of the selected track, and the track itself if its window is loaded. */
  id: string | undefined
  track: Track | undefined
  onSelect: (id: string | undefined) => void
  /** Receives the id of the job in which a model tracks the object. */
  onFollow: (job: string) => void
}

/** What is selected: the tracks that are chosen in the timeline, and the selected track; else how to select one. */
export function SelectedTab({ id, track, onFollow, ...parts }: Props) {
  const { player, index, looks, onSelect } = parts
  const { chosen } = useLooks(looks)
  useEntries(index)
  const away = track || id === undefined ? undefined : index.entry(id)
  const reviews = <TrackReviews {...{ player, index, looks, onSelect }} selected={id} />
  return (
    <>
      <ChosenPanel {...parts} />
      {track && <TrackPanel {...parts} {...{ track, onFollow, reviews }} />}
      {away && (
        <Empty
          says={words.awayFrom(index.nameOf(away.id), away.firstFrame, away.lastFrame)}
          step={{ label: words.goTo(away.firstFrame), onClick: () => player.show(away.firstFrame) }}
        />
      )}
      {!track && !away && chosen.size === 0 && <Empty says={words.nothingSelected} />}
      {!track && reviews}
    </>
  )
}
