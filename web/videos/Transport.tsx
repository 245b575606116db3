import { ActionIcon, Box, Group, Slider, Text, Tooltip } from '@mantine/core'
import { useRef } from 'react'
import type { Editor } from '../annotations/editor.js'
import { useEditor } from '../annotations/use-tracks.js'
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerSkipBack,
  IconPlayerSkipForward,
  type Icon,
} from '../app/icons.js'
import { texts } from '../texts.js'
import type { Player } from './player.js'
import { isStep } from './shortcuts.js'
import { useFrame, useInstead, useSpeed } from './use-player.js'

const words = texts.video

/** A time in seconds as `minutes:seconds.milliseconds`. */
export function clockTime(seconds: number): string {
  const [whole, rest] = [Math.floor(seconds / 60), (seconds % 60).toFixed(3).padStart(6, '0')]
  return `${whole}:${rest}`
}

/** The controls below the video: play, step, position, undo and redo, with the current frame and time. */
export function Transport({ player, editor }: { player: Player; editor: Editor }) {
  const { canUndo, canRedo, pending } = useEditor(editor)
  const speed = useSpeed(player)
  return (
    <Group gap="xs" wrap="wrap">
      <Act label={words.back} icon={IconPlayerSkipBack} onClick={() => player.step(-1)} />
      <Act
        label={speed === 0 ? words.play : words.pause}
        icon={speed === 0 ? IconPlayerPlay : IconPlayerPause}
        onClick={() => player.toggle()}
      />
      <Act label={words.forward} icon={IconPlayerSkipForward} onClick={() => player.step(1)} />
      <Position player={player} />
      <Act label={words.undo} icon={IconArrowBackUp} disabled={!canUndo} onClick={() => void editor.undo()} />
      <Act label={words.redo} icon={IconArrowForwardUp} disabled={!canRedo} onClick={() => void editor.redo()} />
      <Text size="sm" role="status" miw={70}>
        {pending > 0 ? words.saving : ''}
      </Text>
    </Group>
  )
}

interface ActProps {
  label: string
  icon: Icon
  disabled?: boolean
  onClick: () => void
}

export function Act({ label, icon: IconOf, disabled = false, onClick }: ActProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon variant="default" size="lg" aria-label={label} disabled={disabled} onClick={onClick}>
        <IconOf size={18} />
      </ActionIcon>
    </Tooltip>
  )
}

function Position({ player }: { player: Player }) {
  const frame = useFrame(player)
  const speed = useSpeed(player)
  const instead = useInstead(player)
  /** Whether the slider handles a key that is also a shortcut of the page, which would move by two steps. */
  const ofPage = useRef(false)
  return (
    <Group gap="sm" flex={1} miw={{ base: '100%', sm: 240 }} wrap="nowrap">
      <Box
        flex={1}
        onKeyDownCapture={(event) => (ofPage.current = isStep(event))}
        onKeyDown={() => (ofPage.current = false)}
      >
        <Slider
          min={0}
          max={Math.max(1, player.last)}
          value={frame}
          onChange={(value) => ofPage.current || player.show(value)}
          label={null}
          thumbLabel={words.position}
          thumbProps={{ 'aria-valuetext': words.frame(frame, player.last) }}
        />
      </Box>
      <Text size="sm" ff="monospace" component="output" data-frame={frame} style={{ whiteSpace: 'nowrap' }}>
        {words.frame(frame, player.last)} · {clockTime(player.timeOf(frame))}
        {speed !== 0 && speed !== 1 ? ` · ${speed}×` : ''}
      </Text>
      {instead !== undefined && (
        <Text size="sm" c="orange" role="status">
          {words.drawn(instead)}
        </Text>
      )}
    </Group>
  )
}
