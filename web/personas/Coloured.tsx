import { ColorSwatch, Group } from '@mantine/core'
import { colourOf } from '../lib/colours.js'

/** A name behind the colour of what it names, if that has one. */
export function Coloured({ name, colour }: { name: string; colour: string | undefined }) {
  const shown = colourOf(colour)
  if (!shown) return name
  return (
    <Group gap={6} wrap="nowrap">
      <ColorSwatch color={shown} size={12} radius={3} aria-hidden />
      <span>{name}</span>
    </Group>
  )
}
