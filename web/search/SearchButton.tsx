import { ActionIcon, Kbd, Text, Tooltip, UnstyledButton } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { IconSearch } from '../app/frame-icons.js'
import { useSingleKeys } from '../app/letters.js'
import { usePageKeys } from '../app/page-keys.js'
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
  const open = () => setOpen(true)
  usePageKeys([['mod+k', open, { inFields: true }], ...(hasSingle ? [['/', open] as const] : [])])
  return (
    <>
      <UnstyledButton visibleFrom="sm" className={classes.field} onClick={open}>
        <IconSearch size={16} />
        <Text size="sm" span flex={1} truncate>
          {words.open}
        </Text>
        <Kbd size="xs" aria-hidden>
          {words.keys}
        </Kbd>
      </UnstyledButton>
      <Tooltip label={words.open}>
        <ActionIcon hiddenFrom="sm" variant="subtle" color="gray" aria-label={words.open} onClick={open}>
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
