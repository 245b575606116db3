import { Group, Kbd, Paper, Stack, Switch, Text, VisuallyHidden } from '@mantine/core'
import { texts } from '../texts.js'
import { useLetters } from './shortcuts.js'

const words = texts.video

/** The list of keyboard shortcuts, with a switch for those that are single letters and punctuation marks. */
export function Keys() {
  const [hasLetters, setLetters] = useLetters()
  const keys = hasLetters ? [...words.shortcuts, ...words.letterShortcuts] : words.shortcuts
  return (
    <Paper withBorder p="sm" component="section" aria-label={words.keys}>
      <VisuallyHidden component="h2">{words.keys}</VisuallyHidden>
      <Stack gap="xs">
        <Switch
          size="sm"
          label={words.letters}
          checked={hasLetters}
          onChange={({ currentTarget }) => setLetters(currentTarget.checked)}
        />
        <Stack gap={4} visibleFrom="sm">
          {keys.map(([key, meaning]) => (
            <Group key={key} gap="xs" wrap="nowrap" justify="space-between">
              <Text size="sm">{meaning}</Text>
              <Kbd size="xs">{key}</Kbd>
            </Group>
          ))}
        </Stack>
      </Stack>
    </Paper>
  )
}
