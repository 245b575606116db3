import { Group, Text, TextInput, VisuallyHidden } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { frameAt } from '@parallax/shared/frame-clock.js'
import { texts } from '../texts.js'
import { clockTime, readTime } from '../videos/clock-time.js'
import type { Player } from '../videos/player.js'

const words = texts.video

/**
 * The current frame and its time, as fields in which another one can be typed. They are filled without React, because
 * they change with every frame.
 */
export function Position({ player }: { player: Player }) {
  const frameField = useRef<HTMLInputElement>(null)
  const timeField = useRef<HTMLInputElement>(null)
  const output = useRef<HTMLOutputElement>(null)

  useEffect(() => {
    const show = () => {
      const { frame, speed } = player.snapshot()
      const time = clockTime(player.timeOf(frame))
      // A field being edited is not overwritten.
      if (document.activeElement !== frameField.current) frameField.current!.value = String(frame)
      if (document.activeElement !== timeField.current) timeField.current!.value = time
      const fast = speed !== 0 && speed !== 1 ? ` · ${speed}×` : ''
      output.current!.dataset['frame'] = String(frame)
      output.current!.textContent = `${words.frame(frame, player.last)} · ${time}${fast}`
    }
    show()
    return player.subscribe(show)
  }, [player])

  function go(read: (text: string) => number | undefined, field: HTMLInputElement): void {
    const frame = read(field.value)
    if (frame !== undefined) player.show(frame)
    const now = player.snapshot().frame
    field.value = field === timeField.current ? clockTime(player.timeOf(now)) : String(now)
    field.select()
  }

  const readFrame = (text: string) => (/^\d+$/.test(text.trim()) ? Number(text) : undefined)
  const readFrameOfTime = (text: string) => {
    const seconds = readTime(text)
    return seconds === undefined ? undefined : frameAt(player.clock, seconds)
  }
  const field = (label: string, width: number, of: typeof frameField, read: typeof readFrame) => (
    <TextInput
      ref={of}
      aria-label={label}
      size="xs"
      w={width}
      defaultValue=""
      inputMode={of === frameField ? 'numeric' : 'text'}
      styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', textAlign: 'right' } }}
      onFocus={({ currentTarget }) => currentTarget.select()}
      onBlur={() => player.showAgain()}
      onKeyDown={({ key, currentTarget }) => {
        if (key === 'Enter') go(read, currentTarget)
        if (key === 'Escape') currentTarget.blur()
      }}
    />
  )
  return (
    <Group gap={4} wrap="nowrap">
      {field(texts.watch.frame, 68, frameField, readFrame)}
      <Text size="sm" c="dimmed" style={{ whiteSpace: 'nowrap' }} aria-hidden>
        {texts.watch.ofLast(player.last)}
      </Text>
      {field(texts.watch.time, 96, timeField, readFrameOfTime)}
      <VisuallyHidden>
        <output ref={output} aria-live="off" />
      </VisuallyHidden>
    </Group>
  )
}
