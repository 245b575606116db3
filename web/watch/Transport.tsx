import { Group, NativeSelect, Text } from '@mantine/core'
import { useState, type RefObject } from 'react'
import type { Editor } from '../annotations/editor.js'
import { neighbourOf } from '../annotations/neighbour.js'
import type { TrackIndex } from '../annotations/track-index.js'
import type { TrackLooks } from '../annotations/track-looks.js'
import { useEditor } from '../annotations/use-tracks.js'
import { IconButton } from '../app/IconButton.js'
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconFullscreen,
  IconNext,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerSkipBack,
  IconPlayerSkipForward,
  IconPrevious,
} from '../app/icons.js'
import { texts } from '../texts.js'
import { PictureControls } from './PictureControls.js'
import type { PictureView } from '../videos/picture-view.js'
import type { Player } from '../videos/player.js'
import { Position } from './Position.js'
import { useInstead, useSpeed } from '../videos/use-player.js'
import { Volume } from '../videos/Volume.js'

const words = texts.video
const more = texts.watch

interface Props {
  player: Player
  editor: Editor
  index: TrackIndex
  looks: TrackLooks
  picture: PictureView
  element: RefObject<HTMLVideoElement | null>
  selected: string | undefined
  onSelect: (id: string) => void
  onFullscreen: () => void
}

/** The controls below the video: play, step, position, speed, volume, picture, undo and redo. */
export function Transport({ player, editor, index, looks, picture, element, selected, onSelect, onFullscreen }: Props) {
  const { canUndo, canRedo, pending } = useEditor(editor)
  const speed = useSpeed(player)
  const instead = useInstead(player)
  const go = (way: 1 | -1) => {
    const entry = neighbourOf({ index, looks, frame: player.snapshot().frame, selected, way })
    if (!entry) return
    player.show(entry.firstFrame)
    onSelect(entry.id)
  }
  return (
    <Group gap={4} wrap="wrap">
      <IconButton label={more.previousTrack} icon={IconPrevious} onClick={() => go(-1)} />
      <IconButton label={words.back} icon={IconPlayerSkipBack} onClick={() => player.step(-1)} />
      <IconButton
        label={speed === 0 ? words.play : words.pause}
        icon={speed === 0 ? IconPlayerPlay : IconPlayerPause}
        onClick={() => player.toggle()}
      />
      <IconButton label={words.forward} icon={IconPlayerSkipForward} onClick={() => player.step(1)} />
      <IconButton label={more.nextTrack} icon={IconNext} onClick={() => go(1)} />
      <Position player={player} />
      <Speed player={player} />
      <Volume element={element} />
      <PictureControls picture={picture} />
      <IconButton label={more.fullscreen} icon={IconFullscreen} onClick={onFullscreen} />
      <IconButton label={words.undo} icon={IconArrowBackUp} disabled={!canUndo} onClick={() => void editor.undo()} />
      <IconButton label={words.redo} icon={IconArrowForwardUp} disabled={!canRedo} onClick={() => void editor.redo()} />
      <Text size="sm" role="status">
        {pending > 0 ? words.saving : ''}
      </Text>
      {instead !== undefined && (
        <Text size="sm" c="orange" role="status">
          {words.drawn(instead)}
        </Text>
      )}
    </Group>
  )
}

const rates = [0.1, 0.25, 0.5, 1, 1.5, 2, 4, 8]

/** The playback speed; while J or L play, the speed that they set. */
function Speed({ player }: { player: Player }) {
  const speed = useSpeed(player)
  const [rate, setRate] = useState(1)
  const shown = speed === 0 ? rate : speed
  const offered = rates.includes(shown) ? rates : [shown, ...rates]
  return (
    <NativeSelect
      aria-label={more.speed}
      size="xs"
      w={70}
      value={String(shown)}
      data={offered.map((one) => ({ value: String(one), label: more.times(one) }))}
      onChange={({ currentTarget }) => {
        const chosen = Number(currentTarget.value)
        setRate(chosen)
        player.setRate(chosen)
      }}
    />
  )
}
