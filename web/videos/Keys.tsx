import { Group, Kbd, Paper, Stack, Switch, Text, VisuallyHidden } from '@mantine/core'
import { useShortcutList, type ShortcutList } from '../app/shortcut-lists.js'
import { texts } from '../texts.js'
import { useLetters } from './shortcuts.js'

const words = texts.video

const always: ShortcutList = { title: texts.video.watch, keys: words.shortcuts }
const single: ShortcutList = { title: texts.shortcuts.single, keys: words.letterShortcuts, areSingle: true }

/** The list of keyboard shortcuts, with a switch for those that are single letters and punctuation marks. */
export function Keys() {
  const [hasLetters, setLetters] = useLetters()
  useShortcutList(always)
  useShortcutList(single)
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
