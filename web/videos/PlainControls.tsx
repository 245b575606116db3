import { Group, Slider, Text } from '@mantine/core'
import type { RefObject } from 'react'
import { IconButton } from '../app/IconButton.js'
import { IconPlayerPause, IconPlayerPlay } from '../app/icons.js'
import { useSingleKeys } from '../app/letters.js'
import { usePageKeys, type PageKey } from '../app/page-keys.js'
import { useShortcutList, type ShortcutList } from '../app/shortcut-lists.js'
import { texts } from '../texts.js'
import { clockTime, lengthTime, shortTime } from './clock-time.js'
import { playerKeys, playerLetters } from './player-keys.js'
import type { Player } from './player.js'
import { useFrame, useSpeed } from './use-player.js'
import { Volume } from './Volume.js'

const words = texts.video
const always: ShortcutList = { title: words.player, keys: words.playerKeys }
const single: ShortcutList = { title: texts.shortcuts.single, keys: words.playerLetters, areSingle: true }

interface Props {
  player: Player
  element: RefObject<HTMLVideoElement | null>
}

/** The controls below a video beside text: play, position and volume. The keys are those of the video page. */
export function PlainControls({ player, element }: Props) {
  useKeys(player)
  const speed = useSpeed(player)
  return (
    <Group gap="xs" wrap="nowrap" mt={6}>
      <IconButton
        label={speed === 0 ? words.play : words.pause}
        icon={speed === 0 ? IconPlayerPlay : IconPlayerPause}
        onClick={() => player.toggle()}
      />
      <Position player={player} />
      <Volume element={element} />
    </Group>
  )
}

function Position({ player }: Pick<Props, 'player'>) {
  const frame = useFrame(player)
  const time = player.timeOf(frame)
  return (
    <>
      <Slider
        flex={1}
        size="sm"
        thumbSize={14}
        min={0}
        max={Math.max(1, player.last)}
        label={null}
        value={frame}
        thumbLabel={words.position}
        thumbProps={{ 'aria-valuetext': `${words.frame(frame, player.last)}, ${clockTime(time)}` }}
        // The arrow keys are keys of the whole page, which would go by a further frame.
        onKeyDown={(event) => /^(Arrow|Home|End)/.test(event.key) && event.stopPropagation()}
        onChange={(next) => player.show(next)}
      />
      <Text size="xs" c="dimmed" style={{ fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}>
        {words.ofLength(shortTime(time), lengthTime(player.timeOf(player.last + 1)))}
      </Text>
    </>
  )
}

function useKeys(player: Player): void {
  const [hasLetters] = useSingleKeys()
  useShortcutList(always)
  useShortcutList(single)
  usePageKeys([...playerKeys(player), ...(hasLetters ? playerLetters(player) : [])].map(unlessUsed))
}

/** Leaves a key to the element with the focus if that has used it, such as an arrow key in a tree. */
const unlessUsed = ([key, run, { keepsDefault = false } = {}]: PageKey): PageKey => [
  key,
  (event) => {
    if (event.defaultPrevented) return
    if (!keepsDefault) event.preventDefault()
    run(event)
  },
  { keepsDefault: true },
]
