import { Button, Group, NumberInput, Text } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { texts } from '../texts.js'
import type { Player } from '../videos/player.js'
import { useFrame } from '../videos/use-player.js'
import type { Editor } from './editor.js'
import { boxOf, boxOrNearest, type Track } from './track.js'

const words = texts.tracks

interface Props {
  player: Player
  editor: Editor
  track: Track
  disabled: boolean
}

const members = ['x', 'y', 'width', 'height'] as const

/** The box of a track on the current frame as numbers, and copies of it on the frames after it. */
export function BoxNumbers({ player, editor, track, disabled }: Props) {
  const frame = useFrame(player)
  const box = boxOrNearest(track, frame)?.box
  const [typed, setTyped] = useState<Record<string, number | string>>({})
  const isSaved = useRef(true)
  const shown = members.map((name) => box?.[name]).join()
  useEffect(() => setTyped({}), [frame, track.id])
  // What is being typed stays, also when the box is moved meanwhile, by others or by an answer to an earlier change.
  useEffect(() => {
    if (isSaved.current) setTyped({})
  }, [shown])

  function save(): void {
    isSaved.current = true
    const changed = members.some((name) => typeof typed[name] === 'number' && typed[name] !== box?.[name])
    if (!box || !changed) return setTyped({})
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
            onChange={(value) => {
              isSaved.current = false
              setTyped({ ...typed, [name]: value })
            }}
            onBlur={save}
            onKeyDown={(event) => event.key === 'Enter' && save()}
          />
        ))}
      </Group>
      <Copies {...{ player, editor, track, disabled }} />
    </>
  )
}

/** Copies the box of the current frame to the frames after it. */
function Copies({ player, editor, track, disabled }: Props) {
  const frame = useFrame(player)
  const [count, setCount] = useState<number | string>(10)
  const many = Number(count)
  const canCopy = !disabled && many >= 1 && frame < player.last && boxOf(track, frame) !== null
  return (
    <Group gap="xs" wrap="nowrap">
      <Button
        size="xs"
        variant="default"
        aria-label={texts.watch.copyTo(many)}
        disabled={!canCopy}
        onClick={() => void editor.copyOn(track, frame, many, player.last)}
      >
        {texts.watch.copy}
      </Button>
      <NumberInput
        aria-label={texts.watch.copyCount}
        size="xs"
        w={52}
        hideControls
        min={1}
        max={999}
        allowDecimal={false}
        value={count}
        onChange={setCount}
        disabled={disabled}
      />
      <Text size="sm">{texts.watch.copyEnd}</Text>
    </Group>
  )
}
