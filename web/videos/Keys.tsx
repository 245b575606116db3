import { Group, Kbd, Paper, Stack, Switch, Text, VisuallyHidden } from '@mantine/core'
import { texts } from '../texts.js'
import { useLetters } from './shortcuts.js'

const words = texts.video

/** The keys, for those who look for them, and whether letters are among them. */
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
