import { useMemo } from 'react'
import { EventsOfVideoDocument, TimesOfVideoDocument } from '../generated/graphql.js'
import { useAll } from '../lib/pages.js'
import { texts } from '../texts.js'
import type { Player } from '../videos/player.js'
import { useFrame } from '../videos/use-player.js'
import classes from './TimeBars.module.css'
import type { View } from './timeline-view.js'
import { barsOf, timesInVideo } from './video-times.js'

const words = texts.videoTimes
/** In milliseconds; worlds change seldom, and changes of others arrive by themselves. */
const staleTime = 30_000
const rowHeight = 24

interface Props {
  player: Player
  videoId: string
  view: View
  /** The width of the frames in view, in pixels. */
  width: number
  /** The frame at which the user has begun to mark a time. */
  from: number | undefined
}

/** The times that can be seen in the video, as bars above its tracks; a press goes to the first frame. */
export function TimeBars({ player, videoId, view, width, from }: Props) {
  const { nodes: times } = useAll(TimesOfVideoDocument, { videoId }, (all) => all.times, { staleTime })
  const enabled = times.length > 0
  const { nodes: events } = useAll(EventsOfVideoDocument, { videoId }, (all) => all.events, { staleTime, enabled })
  const all = useMemo(() => timesInVideo(times, events, videoId, player.clock), [times, events, videoId, player])
  const bars = useMemo(() => barsOf(all, view, width), [all, view, width])
  if (!all.length && from === undefined) return null
  const rows = Math.max(1, ...bars.map(({ row }) => row + 1))
  return (
    <div className={classes.times}>
      <div className={classes.name}>{words.title}</div>
      <div className={classes.rows}>
        <div className={classes.frames} style={{ height: rows * rowHeight }}>
          {from !== undefined && <Marked {...{ player, view, from }} />}
          <ul className={classes.bars} aria-label={words.title}>
            {bars.map(({ id, name, first, last, row, left, width: wide }) => (
              <li key={id} style={{ left, width: wide, top: row * rowHeight }}>
                <button
                  type="button"
                  title={words.on(name, first, last)}
                  aria-label={words.on(name, first, last)}
                  onClick={() => player.show(first)}
                >
                  {name}
                </button>
              </li>
            ))}
          </ul>
        </div>
      </div>
    </div>
  )
}

/** The frames from the marked start to the current frame. */
function Marked({ player, view, from }: Pick<Props, 'player' | 'view'> & { from: number }) {
  const frame = useFrame(player)
  const share = (one: number) => Math.max(0, Math.min(1, (one - view.from) / view.span)) * 100
  const [first, last] = [Math.min(from, frame), Math.max(from, frame)]
  const style = { left: `${share(first)}%`, width: `max(2px, ${share(last + 1) - share(first)}%)` }
  return <div className={classes.marked} style={style} aria-hidden />
}
