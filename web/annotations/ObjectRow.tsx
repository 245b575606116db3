import { IconEye, IconEyeOff, IconIsolate, IconLock, IconLockOpen, type Icon } from '../app/icons.js'
import { texts } from '../texts.js'
import classes from './ObjectList.module.css'
import type { TrackEntry } from './track-index.js'
import type { TrackLooks } from './track-looks.js'

interface Props {
  entry: TrackEntry
  name: string
  colour: string
  looks: TrackLooks
  isSelected: boolean
  isHidden: boolean
  isLocked: boolean
  isIsolated: boolean
  onGo: (entry: TrackEntry) => void
}

/** A track in the list of objects: its name, which leads to its first frame, and how it is shown. */
export function ObjectRow({ entry, name, colour, looks, isSelected, isHidden, isLocked, isIsolated, onGo }: Props) {
  const { id, firstFrame, lastFrame } = entry
  return (
    <>
      <button
        type="button"
        className={classes.name}
        title={texts.objects.go(name, firstFrame)}
        aria-pressed={isSelected}
        data-hidden={isHidden}
        onClick={() => onGo(entry)}
      >
        <span className={classes.mark} style={{ background: colour }} aria-hidden />
        <span className={classes.words}>{name}</span>
      </button>
      <span className={classes.frames} title={texts.watch.reaches(firstFrame, lastFrame)}>
        {texts.objects.frames(firstFrame, lastFrame)}
      </span>
      <Toggle
        label={texts.watch.hide(name)}
        icon={isHidden ? IconEyeOff : IconEye}
        isOn={isHidden}
        onToggle={(on) => looks.mark('hidden', [id], on)}
      />
      <Toggle
        label={texts.watch.lock(name)}
        icon={isLocked ? IconLock : IconLockOpen}
        isOn={isLocked}
        onToggle={(on) => looks.mark('locked', [id], on)}
      />
      <Toggle
        label={texts.objects.isolate(name)}
        icon={IconIsolate}
        isOn={isIsolated}
        onToggle={(on) => looks.isolate(on ? id : undefined)}
      />
    </>
  )
}

interface ToggleProps {
  label: string
  icon: Icon
  isOn: boolean
  onToggle: (on: boolean) => void
}

/** A switch that is drawn as an icon. It is a plain button, because a hundred of them are drawn at once. */
function Toggle({ label, icon: IconOf, isOn, onToggle }: ToggleProps) {
  return (
    <button
      type="button"
      className={classes.toggle}
      aria-label={label}
      aria-pressed={isOn}
      title={label}
      onClick={() => onToggle(!isOn)}
    >
      <IconOf size={16} />
    </button>
  )
}
