import { useResizeObserver } from '@mantine/hooks'
import { VisuallyHidden } from '@mantine/core'
import { useMemo, type ReactNode } from 'react'
import { language, texts } from '../texts.js'
import type { Player } from '../videos/player.js'
import { Playhead } from './Playhead.js'
import classes from './Timeline.module.css'
import { TimelineRuler } from './TimelineRuler.js'
import { barOf } from './timeline-view.js'
import { useSeek } from './use-timeline-seek.js'

interface Span {
  firstFrame: number
  lastFrame: number
}

/** A lane of the timeline: the tracks of one owner. */
export interface Lane {
  key: string
  name: string
  colour: string
  /** What stands before the name, such as the colour. */
  mark: ReactNode
  tracks: readonly Span[]
}

/** The most stretches of one lane that a screen reader reads out. */
const told = 20

/** The whole video as a timeline with one lane for each owner, which shows where it has tracks; a press seeks. */
export function TimelineLanes({ player, lanes }: { player: Player; lanes: readonly Lane[] }) {
  const [strip, { width }] = useResizeObserver<HTMLDivElement>()
  const view = useMemo(() => ({ from: 0, span: player.last + 1 }), [player])
  const seek = useSeek(player, view, strip)
  return (
    <section className={classes.timeline} aria-label={texts.tracks.timeline}>
      <div className={classes.frame}>
        <TimelineRuler {...{ player, view, width }} onSeek={seek} />
        <div role="list">
          {lanes.map(({ key, name, colour, mark, tracks }) => {
            const stretches = stretchesOf(tracks)
            return (
              <div key={key} role="listitem" className={classes.lane}>
                <div className={classes.owner} title={name}>
                  {mark}
                  <span className={classes.words}>{name}</span>
                  <span className={classes.count}>
                    {tracks.length.toLocaleString(language)}{' '}
                    <VisuallyHidden>{texts.watch.tracksUnit(tracks.length)}</VisuallyHidden>
                  </span>
                </div>
                <div
                  className={classes.strip}
                  role="img"
                  aria-label={wordsOf(stretches)}
                  title={wordsOf(stretches)}
                  onPointerDown={seek}
                >
                  {stretches.map(({ firstFrame, lastFrame }) => (
                    <div
                      key={firstFrame}
                      className={classes.bar}
                      style={{ ...barOf(view, firstFrame, lastFrame), background: colour }}
                    />
                  ))}
                </div>
              </div>
            )
          })}
        </div>
        <div ref={strip} className={classes.track} aria-hidden>
          <Playhead player={player} view={view} />
        </div>
      </div>
    </section>
  )
}

/** Returns the stretches of frames on which there is any of the tracks, in order. */
function stretchesOf(tracks: readonly Span[]): Span[] {
  const found: Span[] = []
  const withBoxes = tracks.filter(({ firstFrame, lastFrame }) => lastFrame >= firstFrame)
  for (const { firstFrame, lastFrame } of withBoxes.sort((a, b) => a.firstFrame - b.firstFrame)) {
    const before = found.at(-1)
    if (before && firstFrame <= before.lastFrame + 1) before.lastFrame = Math.max(before.lastFrame, lastFrame)
    else found.push({ firstFrame, lastFrame })
  }
  return found
}

function wordsOf(stretches: readonly Span[]): string {
  if (!stretches.length) return texts.states.none
  const all = stretches.slice(0, told).map(({ firstFrame, lastFrame }) => texts.watch.reaches(firstFrame, lastFrame))
  return [...all, ...(stretches.length > told ? ['…'] : [])].join(', ')
}
