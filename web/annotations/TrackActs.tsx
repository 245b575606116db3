import { Group } from '@mantine/core'
import { useState } from 'react'
import { ActsMenu } from '../app/ActsMenu.js'
import { IconButton } from '../app/IconButton.js'
import {
  IconEye,
  IconEyeOff,
  IconHistory,
  IconKeyframeAdd,
  IconKeyframeNext,
  IconKeyframePrevious,
  IconKeyframeRemove,
  IconShare,
  IconSplit,
} from '../app/icons.js'
import { HistoryDialog } from '../changes/HistoryDialog.js'
import type { TrackDetailsFragment } from '../generated/graphql.js'
import { showDone } from '../lib/notices.js'
import { ShareDialog } from '../sharing/ShareDialog.js'
import { texts } from '../texts.js'
import type { Player } from '../videos/player.js'
import { useFrame } from '../videos/use-player.js'
import type { Link } from './act.js'
import { otherWayFrom } from './edits.js'
import type { Editor } from './editor.js'
import type { TrackLooks } from './track-looks.js'
import { windowSize, type TrackStore } from './track-store.js'
import { boxOf, boxOrNearest, keyframeAt, keyframesOf, type Track } from './track.js'
import { TrackObject } from './Tracking.js'
import { useLooks } from './use-tracks.js'

const words = texts.tracks
const more = texts.watch

interface Props {
  player: Player
  store: TrackStore
  looks: TrackLooks
  editor: Editor
  track: Track
  name: string
  link: Link | undefined
  /** What the user may do with the track; undefined until that is known. */
  may: TrackDetailsFragment['viewerCan'] | undefined
  disabled: boolean
  onSelect: (id: string | undefined) => void
  onFollow: (job: string) => void
}

/** The acts on the selected track: the frequent ones as icons, the others in a menu. */
export function TrackActs(props: Props) {
  const { player, store, editor, track, name, link, may, onFollow } = props
  const [dialog, open] = useState<'history' | 'share'>()
  const close = () => open(undefined)
  return (
    <Group gap={4} role="group" aria-label={more.acts}>
      <KeyframeActs {...props} />
      <PartActs {...props} />
      <TrackObject {...{ player, store, editor, track, link, onFollow }} />
      {may && <IconButton label={texts.history.open} icon={IconHistory} onClick={() => open('history')} />}
      {may?.share && <IconButton label={texts.sharing.share} icon={IconShare} onClick={() => open('share')} />}
      <MoreActs {...props} />
      {dialog === 'history' && (
        <HistoryDialog
          what={{ kind: 'ANNOTATION', id: track.id, name, canChange: may?.update === true }}
          onClose={close}
        />
      )}
      {dialog === 'share' && <ShareDialog what={{ type: 'ANNOTATION', id: track.id, name }} onClose={close} />}
    </Group>
  )
}

/** Goes to the keyframes before and after the current frame, and sets or removes the one on it. */
function KeyframeActs({ player, editor, track, disabled }: Props) {
  const frame = useFrame(player)
  const box = boxOrNearest(track, frame)?.box
  const keys = keyframesOf(track)
  const before = keys.filter((key) => key < frame).at(-1)
  const after = keys.find((key) => key > frame)
  const set = () => {
    const { x, y, width, height } = box!
    void editor.setKeyframe(track, { frameNumber: frame, x, y, width, height })
  }
  return (
    <>
      <IconButton
        label={words.previous}
        icon={IconKeyframePrevious}
        disabled={before === undefined}
        onClick={() => player.show(before!)}
      />
      {keyframeAt(track, frame) ? (
        <IconButton
          label={words.removeKeyframe}
          icon={IconKeyframeRemove}
          disabled={disabled || keys.length < 2}
          onClick={() => void editor.removeKeyframe(track, frame)}
        />
      ) : (
        <IconButton label={words.addKeyframe} icon={IconKeyframeAdd} disabled={disabled || !box} onClick={set} />
      )}
      <IconButton
        label={words.next}
        icon={IconKeyframeNext}
        disabled={after === undefined}
        onClick={() => player.show(after!)}
      />
    </>
  )
}

/** Hides or shows the box from the current frame on, and cuts the track there. */
function PartActs({ player, editor, track, disabled, onSelect }: Props) {
  const frame = useFrame(player)
  const windowEnd = (Math.floor(frame / windowSize) + 1) * windowSize - 1
  const shown = otherWayFrom(track, frame, player.last, windowEnd)
  return (
    <>
      <IconButton
        label={(shown.visible ? words.show : words.hide)(shown.to)}
        icon={shown.visible ? IconEye : IconEyeOff}
        disabled={disabled || !boxOf(track, frame)}
        onClick={() => void editor.setShown(track, shown)}
      />
      <IconButton
        label={more.split(frame)}
        icon={IconSplit}
        disabled={disabled || frame <= track.first || frame > track.last}
        onClick={() => void editor.split(track.id, frame).then((id) => id !== undefined && onSelect(id))}
      />
    </>
  )
}

/** The menu of what is done to the whole track. */
function MoreActs({ looks, editor, track, name, may, onSelect }: Props) {
  const { hidden, locked, isolated } = useLooks(looks)
  const { id } = track
  const [isHidden, isLocked, isIsolated] = [hidden.has(id), locked.has(id), isolated?.id === id]
  const remove = () => {
    onSelect(undefined)
    void editor.remove([id]).then(() => showDone(more.deleted(1)))
  }
  return (
    <ActsMenu
      label={texts.states.moreActs(name)}
      size={32}
      acts={[
        {
          label: isIsolated ? texts.objects.endIsolation : more.showOnlyThis,
          onClick: () => looks.isolate(isIsolated ? undefined : id),
        },
        { label: isHidden ? more.showTrack : more.hideTrack, onClick: () => looks.mark('hidden', [id], !isHidden) },
        { label: isLocked ? more.unlockTrack : more.lockTrack, onClick: () => looks.mark('locked', [id], !isLocked) },
        may?.delete !== false && { label: words.remove, onClick: remove, disabled: isLocked, removes: true },
      ]}
    />
  )
}
