import { ActionIcon, Group, Kbd, Stack, Switch, Text, Title, Tooltip } from '@mantine/core'
import { useEffect, useState } from 'react'
import { texts } from '../texts.js'
import { Dialog } from './Dialog.js'
import { IconHelp } from './icons.js'
import { useSingleKeys } from './letters.js'
import { useShortcutLists, type ShortcutList } from './shortcut-lists.js'

const words = texts.shortcuts
const everywhere: ShortcutList = { title: words.everywhere, keys: words.ofAllPages }

/** Whether what is typed into this element is text. */
const isText = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

/** The button that opens the overlay of keyboard shortcuts; the key ? opens it as well. */
export function Shortcuts() {
  const [isOpen, setOpen] = useState(false)
  const [hasSingle] = useSingleKeys()
  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      if (event.key !== '?' || event.ctrlKey || event.metaKey || event.altKey || isText(event.target)) return
      // A question that is open is to be answered first.
      if (document.querySelector('[role=dialog]')) return
      event.preventDefault()
      setOpen(true)
    }
    if (!hasSingle) return
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [hasSingle])
  return (
    <>
      <Tooltip label={words.open}>
        <ActionIcon variant="subtle" color="gray" aria-label={words.open} onClick={() => setOpen(true)}>
          <IconHelp size={18} />
        </ActionIcon>
      </Tooltip>
      {isOpen && <Overlay onClose={() => setOpen(false)} />}
    </>
  )
}

function Overlay({ onClose }: { onClose: () => void }) {
  const lists = useShortcutLists()
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
                  <Kbd size="xs">{key}</Kbd>
                </Group>
              ))}
            </Stack>
          ),
        )}
      </Stack>
    </Dialog>
  )
}
