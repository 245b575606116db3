import { Checkbox, Group } from '@mantine/core'
import { texts } from '../texts.js'
import type { Look } from './looks.js'
import { Swatch } from './Swatch.js'

/** Boxes of one look: those of a persona, or those of no persona, whose key is empty. */
export interface LegendEntry {
  key: string
  name: string
  look: Look | undefined
}

interface Props {
  entries: readonly LegendEntry[]
  hidden: ReadonlySet<string>
  onToggle: (key: string) => void
}

/** Which boxes on the picture are whose, and which of them are shown. */
export function Legend({ entries, hidden, onToggle }: Props) {
  return (
    <Group gap="md" mt="xs" role="group" aria-label={texts.compare.legend}>
      {entries.map(({ key, name, look }) => (
        <Checkbox
          key={key}
          size="sm"
          checked={!hidden.has(key)}
          onChange={() => onToggle(key)}
          label={
            <Group component="span" gap={6} wrap="nowrap">
              <Swatch look={look} />
              {name}
            </Group>
          }
        />
      ))}
    </Group>
  )
}
