import { VisuallyHidden } from '@mantine/core'
import { memo, useMemo } from 'react'
import { IconChevronDown, IconChevronRight } from '../app/icons.js'
import { language, texts } from '../texts.js'
import { densityOf } from './density.js'
import classes from './Timeline.module.css'
import type { RowGroup } from './timeline-rows.js'
import type { View } from './timeline-view.js'

/** The number of parts of the view that the strip of a folded heading distinguishes. */
const parts = 400

interface Props {
  group: RowGroup
  view: View
  onFold: (key: string, on: boolean) => void
}

/** The heading of the tracks of a type or object. It folds them; folded, it shows on which frames they are. */
export const TimelineHeading = memo(function TimelineHeading({ group, view, onFold }: Props) {
  const { key, name, tracks, isFolded } = group
  const Chevron = isFolded ? IconChevronRight : IconChevronDown
  return (
    <>
      <button
        type="button"
        className={classes.heading}
        title={name}
        aria-expanded={!isFolded}
        onClick={() => onFold(key, !isFolded)}
      >
        <Chevron size={14} />
        <span className={classes.words}>{name}</span>
        <span className={classes.count}>
          {tracks.length.toLocaleString(language)}{' '}
          <VisuallyHidden>{texts.watch.tracksUnit(tracks.length)}</VisuallyHidden>
        </span>
      </button>
      {isFolded ? <Together {...{ tracks, view }} /> : <div />}
    </>
  )
})

/** The frames on which there is any of the tracks. */
function Together({ tracks, view: { from, span } }: { tracks: RowGroup['tracks']; view: View }) {
  const path = useMemo(() => {
    const inView = tracks.filter(({ first, last }) => last >= from && first < from + span)
    const places = inView.map(({ first, last }) => ({ firstFrame: first - from, lastFrame: last - from }))
    return [...densityOf(places, span, parts)].map((count, part) => (count > 0 ? `M${part} 0h1v1h-1z` : '')).join('')
  }, [tracks, from, span])
  return (
    <svg className={classes.together} viewBox={`0 0 ${parts} 1`} preserveAspectRatio="none" aria-hidden>
      <path d={path} fill="currentColor" />
    </svg>
  )
}
