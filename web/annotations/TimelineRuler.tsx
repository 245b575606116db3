import { texts } from '../texts.js'
import type { Player } from '../videos/player.js'
import classes from './Timeline.module.css'
import { frameMarksOf, timeMarksOf, type Mark, type View } from './timeline-view.js'

/** The least distance between two marks, in pixels. */
const apart = 72
/** The width of a digit, and that of the empty edge beside the frames, in pixels. */
const [digit, room] = [7, 15]

interface Props {
  player: Player
  view: View
  /** The width of the frames in view, in pixels. */
  width: number
  onSeek: (event: React.PointerEvent) => void
}

/** The times and the frames in view, each at round distances. A press seeks. */
export function TimelineRuler({ player, view, width, onSeek }: Props) {
  const most = Math.max(2, Math.floor(width / apart))
  return (
    <div className={classes.ruler} aria-hidden>
      <div className={classes.units}>
        <span>{texts.watch.time}</span>
        <span>{texts.watch.frame}</span>
      </div>
      <div className={classes.scale} onPointerDown={onSeek}>
        <Marks marks={timeMarksOf(view, most, player.clock)} width={width} />
        <Marks marks={frameMarksOf(view, most)} width={width} />
      </div>
    </div>
  )
}

function Marks({ marks, width }: { marks: readonly Mark[]; width: number }) {
  // A mark whose text would be cut off at the right edge is left out.
  const whole = marks.filter(({ at, text }) => (1 - at) * width >= text.length * digit - room)
  return (
    <div className={classes.marks}>
      {whole.map(({ at, text }) => (
        <span key={text} style={{ left: `${at * 100}%` }}>
          {text}
        </span>
      ))}
    </div>
  )
}
