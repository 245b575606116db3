import { Tabs } from '@mantine/core'
import type { ReactNode } from 'react'
import { useSearchParams } from 'wouter'
import classes from './AddressTabs.module.css'
import { tabCount } from './tab-count.js'

export interface AddressTab {
  name: string
  label: string
  /** A number beside the label, such as how many rows the tab has. */
  count?: number | undefined
  /** Renders the tab while it is open. */
  show: () => ReactNode
  /** Whether the tab is rendered while another one is open too, because it is at work or holds unsaved choices. */
  isKept?: boolean
}

interface Props {
  tabs: readonly AddressTab[]
  /** The search parameter of the address that names the open tab. */
  param?: string
  /** Whether the tabs fill the height that they are given, so that the open one scrolls in itself. */
  fills?: boolean
}

/**
 * Returns the name of the open tab in the address, null for the first one, and how to open another. What else the
 * address holds stays.
 */
export function useOpenTab(param = 'tab') {
  const [search, setSearch] = useSearchParams()
  const open = (name: string | null) => {
    const before = new URLSearchParams(location.search)
    const after = new URLSearchParams(before)
    if (name === null) after.delete(param)
    else after.set(param, name)
    if (after.toString() !== before.toString()) setSearch(after, { replace: true })
  }
  return [search.get(param), open] as const
}

/** The tabs of a page. The address names the open tab, so that tabs can be linked to and survive a reload. */
export function AddressTabs({ tabs, param = 'tab', fills = false }: Props) {
  const [named, openTab] = useOpenTab(param)
  const open = tabs.find(({ name }) => name === named) ?? tabs[0]
  return (
    <Tabs
      value={open?.name ?? null}
      onChange={(name) => openTab(name === tabs[0]?.name ? null : name)}
      keepMounted={false}
      className={fills ? classes.filling! : ''}
    >
      <Tabs.List>
        {tabs.map(({ name, label, count }) => (
          <Tabs.Tab key={name} value={name} rightSection={tabCount(count)}>
            {label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map(
        ({ name, show, isKept = false }) =>
          (name === open?.name || isKept) && (
            <Tabs.Panel key={name} value={name} pt={fills ? 'xs' : 'md'} keepMounted={isKept}>
              {show()}
            </Tabs.Panel>
          ),
      )}
    </Tabs>
  )
}
