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
  /** Whether the focused field has a text that the user has typed and not sent. */
  const isTyped = useRef(false)

  useEffect(() => {
    const fill = (field: HTMLInputElement, text: string) => {
      const isFocused = document.activeElement === field
      if ((isFocused && isTyped.current) || field.value === text) return
      field.value = text
      if (isFocused) field.select()
    }
    const show = () => {
      const { frame, speed } = player.snapshot()
      const time = clockTime(player.timeOf(frame))
      fill(frameField.current!, String(frame))
      fill(timeField.current!, time)
      const fast = speed !== 0 && speed !== 1 ? ` · ${speed}×` : ''
      output.current!.dataset['frame'] = String(frame)
      output.current!.textContent = `${words.frame(frame, player.last)} · ${time}${fast}`
    }
    show()
    return player.subscribe(show)
  }, [player])

  function go(read: (text: string) => number | undefined, field: HTMLInputElement): void {
    const wanted = read(field.value)
    const to = Math.min(wanted ?? player.snapshot().frame, player.last)
    isTyped.current = false
    field.value = field === timeField.current ? clockTime(player.timeOf(to)) : String(to)
    field.select()
    if (wanted !== undefined) player.show(to)
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
      onInput={() => (isTyped.current = true)}
      onBlur={() => {
        isTyped.current = false
        player.showAgain()
      }}
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
