import { ActionIcon, Tooltip } from '@mantine/core'
import { lazy, Suspense, useEffect, useState } from 'react'
import { chunkMissed } from '../lib/chunk.js'
import { texts } from '../texts.js'
import { IconHelp } from './frame-icons.js'
import { isText, useSingleKeys } from './letters.js'

const words = texts.shortcuts
const Overlay = lazy(async () => {
  const { ShortcutsOverlay } = await import('./ShortcutsOverlay.js').catch(chunkMissed)
  return { default: ShortcutsOverlay }
})

/** The button that opens the overlay of keyboard shortcuts; the key ? opens it as well. */
export function Shortcuts() {
  const [isOpen, setOpen] = useState(false)
  const [hasSingle] = useSingleKeys()
  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      if (event.key !== '?' || event.ctrlKey || event.metaKey || event.altKey || isText(event.target)) return
      // An open dialog has to be answered first.
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
      {isOpen && (
        <Suspense>
          <Overlay onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
