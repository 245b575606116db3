import { Select } from '@mantine/core'
import { texts } from '../texts.js'
import type { Player } from '../videos/player.js'
import { useFrame } from '../videos/use-player.js'
import { ruleBetween, ruleOf } from './edits.js'
import type { Editor } from './editor.js'
import { keyframesOf, type Track } from './track.js'

interface Props {
  player: Player
  editor: Editor
  track: Track
  disabled: boolean
}

const words = texts.tracks
/** The interpolations that are always offered; a track stored with another one is offered that one too. */
const rules = ['linear', 'ease-in', 'ease-out', 'ease-in-out', 'hold']

/** Sets how the selected box moves between the keyframe at or before the current frame and the next one. */
export function Between({ player, editor, track, disabled }: Props) {
  const frame = useFrame(player)
  const keys = keyframesOf(track)
  const from = keys.filter((key) => key <= frame).at(-1)
  const to = keys.find((key) => key > frame)
  const isPair = from !== undefined && to !== undefined
  const isWide = isPair && to - from > 1
  const rule = isPair ? ruleBetween(track, from, to) : null
  const usual = ruleOf(track.document['interpolationMode'])
  const offered = [...new Set([...rules, usual, ...(rule === null ? [] : [rule])])]
  return (
    <>
      <Select
        label={words.movement}
        description={!isPair ? words.noPair : (isWide ? words.between : words.nothingBetween)(from, to)}
        size="xs"
        data={offered.map((value) => ({ value, label: words.movements[value] ?? value }))}
        value={rule}
        allowDeselect={false}
        disabled={disabled || !isWide}
        onChange={(kind) => {
          if (isPair && kind !== null && kind !== rule) void editor.setMovement(track, frame, { from, to }, kind)
        }}
      />
    </>
  )
}
