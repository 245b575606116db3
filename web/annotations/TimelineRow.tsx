import { memo, useMemo, type PointerEvent } from 'react'
import { IconEye, IconEyeOff, IconLock, IconLockOpen } from '../app/icons.js'
import { texts } from '../texts.js'
import classes from './Timeline.module.css'
import type { RowTrack } from './timeline-rows.js'
import { barOf, type View } from './timeline-view.js'
import { partsOf, type Part } from './track-parts.js'
import type { LookMark } from './track-looks.js'

const words = texts.watch

interface Props extends RowTrack {
  name: string
  colour: string
  view: View
  isSelected: boolean
  isChosen: boolean
  isHidden: boolean
  isLocked: boolean
  /** Called for a click on the name; `how` tells whether to add the track, or a range up to it, to the chosen ones. */
  onName: (id: string, how: { more: boolean; range: boolean }) => void
  onMark: (what: LookMark, id: string, on: boolean) => void
  /** Called for a click on the frames of the track. */
  onStrip: (id: string, event: PointerEvent) => void
}

/** The middle of a row, in pixels. */
const middle = 12

/** A track as keyframes, interpolations and gaps, with its name; zoomed out, as one bar. */
export const TimelineRow = memo(function TimelineRow(props: Props) {
  const { id, track, first, last, name, colour, view, isSelected, isChosen, isHidden, isLocked } = props
  const { from, span } = view
  const drawn = useMemo(() => (track ? partsOf(track, from, from + span - 1) : undefined), [track, from, span])
  return (
    <>
      <div className={classes.head}>
        <input
          type="checkbox"
          className={classes.choose}
          aria-label={words.choose(name)}
          checked={isChosen}
          onChange={({ currentTarget }) => props.onMark('chosen', id, currentTarget.checked)}
        />
        <button
          type="button"
          className={classes.name}
          title={name}
          aria-pressed={isSelected}
          onClick={(event) => props.onName(id, { more: event.ctrlKey || event.metaKey, range: event.shiftKey })}
        >
          <span className={classes.mark} style={{ background: colour }} aria-hidden />
          <span className={classes.words}>{name}</span>
        </button>
        <Toggle
          label={words.hide(name)}
          isOn={isHidden}
          icon={isHidden ? <IconEyeOff size={14} /> : <IconEye size={14} />}
          onChange={(on) => props.onMark('hidden', id, on)}
        />
        <Toggle
          label={words.lock(name)}
          isOn={isLocked}
          icon={isLocked ? <IconLock size={14} /> : <IconLockOpen size={14} />}
          onChange={(on) => props.onMark('locked', id, on)}
        />
      </div>
      <div
        className={classes.strip}
        data-selected={isSelected}
        data-hidden={isHidden}
        role="img"
        aria-label={drawn ? texts.tracks.keyframes(drawn.keys) : words.reaches(first, last)}
        title={drawn ? undefined : words.reaches(first, last)}
        onPointerDown={(event) => props.onStrip(id, event)}
      >
        {drawn ? (
          <Parts {...drawn} {...{ view, colour }} />
        ) : (
          last >= first && <div className={classes.bar} style={{ ...barOf(view, first, last), background: colour }} />
        )}
      </div>
    </>
  )
})

interface PartsProps {
  parts: readonly Part[]
  keys: readonly number[]
  view: View
  colour: string
}

/** The keyframes of a track, and what lies between them. */
function Parts({ parts, keys, view: { from, span }, colour }: PartsProps) {
  const at = (frame: number) => `${((frame - from + 0.5) / span) * 100}%`
  return (
    <svg className={classes.parts}>
      {parts.map((part) => (
        <line
          key={part.from}
          x1={at(part.from)}
          x2={at(part.to)}
          y1={middle}
          y2={middle}
          stroke={colour}
          {...lookOf(part)}
        >
          <title>{texts.tracks.part(part)}</title>
        </line>
      ))}
      {keys.map((key) => (
        <circle key={key} cx={at(key)} cy={middle} r={4} fill={colour} stroke="#000" strokeWidth={1} />
      ))}
    </svg>
  )
}

interface ToggleProps {
  label: string
  isOn: boolean
  icon: React.ReactNode
  onChange: (on: boolean) => void
}

/** A checkbox that looks like an icon; visible while it is checked, and while its row is hovered or focused. */
function Toggle({ label, isOn, icon, onChange }: ToggleProps) {
  return (
    <label className={classes.toggle} data-on={isOn} title={label}>
      <input
        type="checkbox"
        aria-label={label}
        checked={isOn}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
      {icon}
    </label>
  )
}

/**
 * Returns the style of a part: a thick line for linear motion, thinner if eased, dashed for a held box, dotted for a
 * gap.
 */
function lookOf({ kind }: Part) {
  if (kind === 'gap') return { strokeWidth: 1, strokeDasharray: '1 4' }
  if (kind === 'step' || kind === 'hold') return { strokeWidth: 3, strokeDasharray: '8 4' }
  if (kind === 'linear') return { strokeWidth: 6, opacity: 0.75 }
  return { strokeWidth: 3 }
}
