import { ActionIcon, Tooltip } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { chunkMissed } from '../lib/chunk.js'
import { texts } from '../texts.js'
import { IconHelp } from './frame-icons.js'
import { useSingleKeys } from './letters.js'
import { usePageKeys } from './page-keys.js'

const words = texts.shortcuts
const Overlay = lazy(async () => {
  const { ShortcutsOverlay } = await import('./ShortcutsOverlay.js').catch(chunkMissed)
  return { default: ShortcutsOverlay }
})

/** The button that opens the overlay of keyboard shortcuts; the key ? opens it as well. */
export function Shortcuts() {
  const [isOpen, setOpen] = useState(false)
  const [hasSingle] = useSingleKeys()
  usePageKeys(hasSingle ? [['?', () => setOpen(true)]] : [])
  return (
    <>
      <Tooltip label={words.open}>
        <ActionIcon variant="subtle" color="gray" aria-label={words.open} onClick={() => setOpen(true)}>
          <IconHelp size={18} />
        </ActionIcon>
      </Tooltip>
      {isOpen && (
        <Suspense>
          <Overlay onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
