import { Button, Group, Stack, Tabs } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useSearchParams } from 'wouter'
import { Empty } from '../app/Empty.js'
import { SearchField } from '../app/SearchField.js'
import { tabCount } from '../app/tab-count.js'
import { texts } from '../texts.js'
import { columnsOf, foundIn, mostShown, ThingTable } from './ThingTable.js'
import { useThingActs, type Changing } from './use-thing-acts.js'

interface Props extends Changing {
  /** Shown beside the button that adds a document to the list. */
  besideAdd?: (list: string) => ReactNode
}

/**
 * Lists of documents with names and rich text, one list in each tab; documents are edited one by one. The address
 * contains the open list as `tab`, and the key of a document that a link leads to as `sought`.
 */
export function Things(props: Props) {
  const { things, lists } = props
  const [search, setSearch] = useSearchParams()
  const acts = useThingActs(props)
  const names = Object.keys(lists)
  const open = names.find((name) => name === search.get('tab')) ?? names[0]
  const show = (tab: string) =>
    setSearch(
      (before) => {
        const { sought: _left, ...others } = Object.fromEntries(before)
        return { ...others, tab }
      },
      { replace: true },
    )
  return (
    <Tabs value={open ?? null} keepMounted={false} onChange={(list) => list && show(list)}>
      <Tabs.List>
        {Object.entries(lists).map(([list, { label }]) => (
          <Tabs.Tab key={list} value={list} rightSection={tabCount(things.lists[list]?.length)}>
            {label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {names.map((list) => (
        <Tabs.Panel key={list} value={list} pt="md">
          <ThingList {...props} list={list} sought={search.get('sought') ?? undefined} acts={acts} />
        </Tabs.Panel>
      ))}
      {acts.dialogs}
    </Tabs>
  )
}

interface ListProps extends Props {
  list: string
  sought: string | undefined
  acts: ReturnType<typeof useThingActs>
}

function ThingList({ things, lists, makes, list, sought, canChange, besideAdd, acts }: ListProps) {
  const all = (things.lists[list] ?? []).map((thing) => ({ list, thing }))
  const { label } = lists[list]!
  const make = makes[list] ?? label
  const [find, setFind] = useState('')
  return (
    <Stack>
      {canChange && (
        <Group gap="xs" justify="flex-end">
          {besideAdd?.(list)}
          {all.length > 0 && <Button onClick={() => acts.edit(list)}>{make}</Button>}
        </Group>
      )}
      {all.length > mostShown && <SearchField label={texts.things.find} value={find} onChange={setFind} />}
      <ThingTable
        label={label}
        rows={foundIn(all, find)}
        sought={all.find(({ thing }) => thing.key === sought)}
        empty={
          find ? undefined : (
            <Empty
              says={texts.team.nothingIn(label)}
              step={canChange ? { label: make, onClick: () => acts.edit(list) } : undefined}
            />
          )
        }
        columns={columnsOf(lists[list]!)}
        acts={canChange ? acts : undefined}
      />
    </Stack>
  )
}
