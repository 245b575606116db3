import { Group, Kbd, Stack, Switch, Text, Title } from '@mantine/core'
import { texts } from '../texts.js'
import { Dialog } from './Dialog.js'
import { useKeyNames } from './key-names.js'
import { useSingleKeys } from './letters.js'
import { useShortcutLists, type ShortcutList } from './shortcut-lists.js'

const words = texts.shortcuts
const everywhere: ShortcutList = { title: words.everywhere, keys: words.ofAllPages }

/** The keyboard shortcuts of the current page, and the switch for single keys. */
export function ShortcutsOverlay({ onClose }: { onClose: () => void }) {
  const lists = useShortcutLists()
  const nameOf = useKeyNames()
  const [hasSingle, setSingle] = useSingleKeys()
  return (
    <Dialog title={words.title} size="lg" onClose={onClose}>
      <Stack>
        <Switch
          label={words.single}
          description={words.singleHint}
          checked={hasSingle}
          onChange={({ currentTarget }) => setSingle(currentTarget.checked)}
        />
        {[...lists, everywhere].map((list, i) =>
          list.areSingle && !hasSingle ? null : (
            <Stack key={i} gap={6} component="section">
              <Title order={3} size="h5">
                {list.title}
              </Title>
              {list.keys.map(([key, meaning]) => (
                <Group key={key} gap="xs" wrap="nowrap" justify="space-between">
                  <Text size="sm">{meaning}</Text>
                  <Kbd size="xs">{nameOf(key)}</Kbd>
                </Group>
              ))}
            </Stack>
          ),
        )}
      </Stack>
    </Dialog>
  )
}
