import { Button, Group, NumberInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import { texts } from '../texts.js'
import type { Player } from '../videos/player.js'
import { useFrame } from '../videos/use-player.js'
import type { Editor } from './editor.js'
import { boxOrNearest, keyframeAt, keyframesOf, type Track } from './track.js'

const words = texts.tracks

interface Props {
  player: Player
  editor: Editor
  track: Track
  disabled: boolean
}

const members = ['x', 'y', 'width', 'height'] as const

/** The box of a track on the current frame as numbers, and its keyframes. */
export function KeyframeFields({ player, editor, track, disabled }: Props) {
  const frame = useFrame(player)
  const box = boxOrNearest(track, frame)?.box
  const keys = keyframesOf(track)
  const isKey = keyframeAt(track, frame) !== undefined
  const before = keys.filter((key) => key < frame).at(-1)
  const after = keys.find((key) => key > frame)
  const [typed, setTyped] = useState<Record<string, number | string>>({})
  // What is being typed stays while the track is read again, unless its box has changed.
  const shown = members.map((name) => box?.[name]).join()
  useEffect(() => setTyped({}), [frame, track.id, shown])

  function save(): void {
    const changed = members.some((name) => typeof typed[name] === 'number' && typed[name] !== box?.[name])
    if (!box || !changed) return
    const at = (name: (typeof members)[number]) => (typeof typed[name] === 'number' ? typed[name] : box[name])
    void editor.setKeyframe(track, {
      frameNumber: frame,
      ...{ x: at('x'), y: at('y'), width: at('width'), height: at('height') },
    })
  }

  return (
    <>
      <Group gap="xs" grow>
        {members.map((name) => (
          <NumberInput
            key={name}
            label={words.members[name]}
            size="xs"
            hideControls
            decimalScale={1}
            disabled={disabled || !box}
            value={typed[name] ?? (box ? Math.round(box[name] * 10) / 10 : '')}
            onChange={(value) => setTyped({ ...typed, [name]: value })}
            onBlur={save}
            onKeyDown={(event) => event.key === 'Enter' && save()}
          />
        ))}
      </Group>
      <Group gap="xs">
        <Button size="xs" variant="default" disabled={before === undefined} onClick={() => player.show(before!)}>
          {words.previous}
        </Button>
        <Button size="xs" variant="default" disabled={after === undefined} onClick={() => player.show(after!)}>
          {words.next}
        </Button>
        {isKey ? (
          <Button
            size="xs"
            variant="default"
            disabled={disabled || keys.length < 2}
            onClick={() => void editor.removeKeyframe(track, frame)}
          >
            {words.removeKeyframe}
          </Button>
        ) : (
          <Button
            size="xs"
            variant="default"
            disabled={disabled || !box}
            onClick={() => {
              const { x, y, width, height } = box!
              void editor.setKeyframe(track, { frameNumber: frame, x, y, width, height })
            }}
          >
            {words.addKeyframe}
          </Button>
        )}
      </Group>
    </>
  )
}
