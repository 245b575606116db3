import { Group, Slider } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { useEffect, type RefObject } from 'react'
import { IconButton } from '../app/IconButton.js'
import { IconVolume, IconVolumeOff } from '../app/icons.js'
import { texts } from '../texts.js'

const words = texts.watch

/** The volume of the sound, and whether it is muted; kept in this browser. */
export function Volume({ element }: { element: RefObject<HTMLVideoElement | null> }) {
  const [{ level, isOff }, set] = useLocalStorage({
    key: 'parallax.volume',
    defaultValue: { level: 1, isOff: false },
    getInitialValueInEffect: false,
  })
  useEffect(() => {
    const video = element.current
    if (!video) return
    video.volume = level
    video.muted = isOff
  }, [element, level, isOff])
  const isSilent = isOff || level === 0
  return (
    <Group gap={6} wrap="nowrap">
      <IconButton
        label={isSilent ? words.unmute : words.mute}
        icon={isSilent ? IconVolumeOff : IconVolume}
        onClick={() => set({ level: isSilent && level === 0 ? 1 : level, isOff: !isSilent })}
      />
      <Slider
        w={48}
        mx={8}
        size="sm"
        thumbSize={14}
        min={0}
        max={100}
        step={5}
        label={null}
        value={isOff ? 0 : Math.round(level * 100)}
        thumbLabel={words.volume}
        thumbProps={{ 'aria-valuetext': `${isOff ? 0 : Math.round(level * 100)} %` }}
        // The left and right keys change the slider instead of the frame.
        onKeyDown={(event) => event.stopPropagation()}
        onChange={(percent) => set({ level: percent / 100, isOff: percent === 0 })}
      />
    </Group>
  )
}
