import { ActionIcon, Kbd, Text, Tooltip, UnstyledButton } from '@mantine/core'
import { lazy, Suspense, useEffect, useState } from 'react'
import { IconSearch } from '../app/frame-icons.js'
import { isText, useSingleKeys } from '../app/letters.js'
import { chunkMissed } from '../lib/chunk.js'
import { texts } from '../texts.js'
import classes from './SearchButton.module.css'

const words = texts.search
const Search = lazy(async () => {
  const { SearchDialog } = await import('./SearchDialog.js').catch(chunkMissed)
  return { default: SearchDialog }
})

/** The button that opens the search, drawn as a field if there is room; Ctrl K and the key / open it as well. */
export function SearchButton() {
  const [isOpen, setOpen] = useState(false)
  const [hasSingle] = useSingleKeys()
  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      const isLetter = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey
      const isSlash = event.key === '/' && hasSingle && !event.ctrlKey && !event.metaKey && !event.altKey
      if (!isLetter && !(isSlash && !isText(event.target))) return
      // An open dialog has to be answered first.
      if (document.querySelector('[role=dialog]')) return
      event.preventDefault()
      setOpen(true)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [hasSingle])
  return (
    <>
      <UnstyledButton visibleFrom="sm" className={classes.field} onClick={() => setOpen(true)}>
        <IconSearch size={16} />
        <Text size="sm" span flex={1} truncate>
          {words.open}
        </Text>
        <Kbd size="xs" aria-hidden>
          {words.keys}
        </Kbd>
      </UnstyledButton>
      <Tooltip label={words.open}>
        <ActionIcon hiddenFrom="sm" variant="subtle" color="gray" aria-label={words.open} onClick={() => setOpen(true)}>
          <IconSearch size={18} />
        </ActionIcon>
      </Tooltip>
      {isOpen && (
        <Suspense>
          <Search onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
