import { Badge, Tabs } from '@mantine/core'
import type { ReactNode } from 'react'
import { useSearchParams } from 'wouter'

export interface AddressTab {
  name: string
  label: string
  /** A number beside the label, such as how many rows the tab has. */
  count?: number | undefined
  /** Renders the tab while it is open. */
  show: () => ReactNode
}

interface Props {
  tabs: readonly AddressTab[]
  /** The search parameter of the address that names the open tab. */
  param?: string
}

/** The tabs of a page. The address names the open tab, so that tabs can be linked to and survive a reload. */
export function AddressTabs({ tabs, param = 'tab' }: Props) {
  const [search, setSearch] = useSearchParams()
  const named = search.get(param)
  const open = tabs.find(({ name }) => name === named) ?? tabs[0]
  return (
    <Tabs
      value={open?.name ?? null}
      onChange={(name) => name && setSearch({ [param]: name }, { replace: true })}
      keepMounted={false}
    >
      <Tabs.List>
        {tabs.map(({ name, label, count }) => (
          <Tabs.Tab
            key={name}
            value={name}
            rightSection={count !== undefined && <Badge variant="light">{count}</Badge>}
          >
            {label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {open && (
        <Tabs.Panel value={open.name} pt="md">
          {open.show()}
        </Tabs.Panel>
      )}
    </Tabs>
  )
}
