import { Badge, Button, Group, Stack, Tabs, TextInput } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useSearchParams } from 'wouter'
import { DataTable, RowAct, type Column } from '../app/DataTable.js'
import { Empty } from '../app/Empty.js'
import { Question } from '../app/Question.js'
import { isStale } from '../app/Merge.js'
import { showDone, showError } from '../lib/notices.js'
import { useUndo, type Deleted } from '../changes/undo.js'
import { texts } from '../texts.js'
import { Coloured } from './Coloured.js'
import { Gloss } from './Gloss.js'
import { namesOf, type List, type Thing } from './thing.js'
import { ThingEditor } from './ThingEditor.js'
import type { Editing } from './use-thing-draft.js'

/** The selected documents of all lists. */
export interface ChosenThings {
  has: (key: string) => boolean
  set: (keys: readonly string[], on: boolean) => void
  /** The acts on the selected documents; empty while none are selected. */
  bar: ReactNode
}

interface Props extends Editing {
  canChange: boolean
  /** Deletes a document; if absent, the list is written without the document instead. */
  remove?: (list: string, key: string) => Promise<unknown>
  /** Returns a text about what is deleted together with a document. */
  goesWith?: (list: string, key: string) => Promise<string>
  /** Shown beside the button that adds a document to the list. */
  besideAdd?: (list: string) => ReactNode
  /** Returns how the trash identifies a deleted document. */
  inTrash?: (list: string, key: string) => Deleted
  /** The selection of documents; if absent, documents cannot be selected. */
  chosen?: ChosenThings | undefined
}

/**
 * Lists of documents with names and rich text, one list in each tab; documents are edited one by one. The address
 * contains the open list as `tab`, and the key of a document that a link leads to as `sought`.
 */
export function Things(props: Props) {
  const { things, lists } = props
  const [search, setSearch] = useSearchParams()
  const [editing, setEditing] = useState<{ list: string; thing?: Thing }>()
  const { ask, question } = useRemoval(props)
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
          <Tabs.Tab
            key={list}
            value={list}
            rightSection={<Badge variant="light">{things.lists[list]?.length ?? 0}</Badge>}
          >
            {label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {names.map((list) => (
        <Tabs.Panel key={list} value={list} pt="md">
          <ThingList
            {...props}
            list={list}
            sought={search.get('sought') ?? undefined}
            onEdit={(thing) => setEditing({ list, ...(thing && { thing }) })}
            onRemove={(thing) => void ask(list, thing)}
          />
        </Tabs.Panel>
      ))}
      {question}
      {editing && <ThingEditor {...props} {...editing} onClose={() => setEditing(undefined)} />}
    </Tabs>
  )
}

/**
 * Returns a function that deletes a document, after a question that lists what is deleted with it, and the question.
 */
function useRemoval({ things, remove, goesWith, inTrash, write, fresh }: Props) {
  const words = texts.things
  const offerUndo = useUndo()
  const [removing, setRemoving] = useState<{ list: string; thing: Thing; says: string }>()

  async function take({ list, thing }: { list: string; thing: Thing }) {
    setRemoving(undefined)
    try {
      if (remove) await remove(list, thing.key)
      else {
        const others = (things.lists[list] ?? []).filter(({ key }) => key !== thing.key)
        await write(
          list,
          others.map(({ document }) => document),
          things.version,
        )
      }
      if (inTrash) offerUndo(words.removed(thing.name), inTrash(list, thing.key))
      else showDone(words.removed(thing.name))
      await fresh()
    } catch (error) {
      showError(error)
      if (isStale(error)) await fresh()
    }
  }

  async function ask(list: string, thing: Thing) {
    try {
      const says = goesWith ? await goesWith(list, thing.key) : words.removesOne
      setRemoving({ list, thing, says })
    } catch (error) {
      showError(error)
    }
  }

  const question = removing && (
    <Question
      title={words.removeOf(removing.thing.name)}
      says={removing.says}
      act={words.remove}
      onAct={() => void take(removing)}
      onClose={() => setRemoving(undefined)}
    />
  )
  return { ask, question }
}

interface ListProps extends Props {
  list: string
  sought: string | undefined
  /** Edits a document; without a document, adds one. */
  onEdit: (thing?: Thing) => void
  onRemove: (thing: Thing) => void
}

function ThingList({ things, lists, makes, list, sought, canChange, besideAdd, chosen, onEdit, onRemove }: ListProps) {
  const words = texts.things
  const all = things.lists[list] ?? []
  const { label } = lists[list]!
  const make = makes[list] ?? label
  const [find, setFind] = useState('')
  const rows = find ? all.filter(({ name }) => name.toLowerCase().includes(find.toLowerCase())) : all
  const { shown, more } = useFirst(rows, sought)
  return (
    <Stack>
      {canChange && (
        <Group gap="xs">
          {all.length > 0 && <Button onClick={() => onEdit()}>{make}</Button>}
          {besideAdd?.(list)}
        </Group>
      )}
      {all.length > mostShown && (
        <TextInput
          label={words.find}
          value={find}
          onChange={({ currentTarget }) => setFind(currentTarget.value)}
          maw="20rem"
        />
      )}
      {chosen?.bar}
      <DataTable
        label={label}
        rows={shown}
        more={more}
        keyOf={({ key }) => key}
        sought={sought}
        choice={
          chosen && { keys: rows.map(({ key }) => key), has: chosen.has, set: chosen.set, nameOf: ({ name }) => name }
        }
        empty={
          find ? undefined : (
            <Empty
              says={texts.team.nothingIn(label)}
              step={canChange ? { label: make, onClick: () => onEdit() } : undefined}
            />
          )
        }
        columns={[...columnsOf(lists[list]!), ...(canChange ? [changeColumn(onEdit, onRemove)] : [])]}
      />
    </Stack>
  )
}

/** The documents that a list shows at first, and with each press of the button below it. */
const mostShown = 100

/** Returns the first documents of a list, as many as are shown so far or up to the one that is sought. */
function useFirst(rows: readonly Thing[], sought: string | undefined) {
  const [count, setCount] = useState(mostShown)
  const shown = rows.slice(0, Math.max(count, rows.findIndex(({ key }) => key === sought) + 1))
  const load = () => setCount(shown.length + mostShown)
  return { shown, more: shown.length < rows.length ? { isLoading: false, load } : undefined }
}

const columnsOf = ({ nameLabel, parts }: List): Column<Thing>[] => [
  [nameLabel ?? texts.things.name, ({ name, document }) => <Coloured name={name} colour={colourIn(parts, document)} />],
  [texts.things.gloss, ({ gloss }) => <Gloss items={gloss} />],
  ...Object.values(parts ?? {})
    .filter(({ isAside }) => !isAside)
    .map((part): Column<Thing> => [part.label, ({ document }) => namesOf(part, part.read(document))]),
]

/** Returns the colour of a document, if it has one. */
const colourIn = (parts: List['parts'], document: Thing['document']) =>
  Object.values(parts ?? {})
    .find(({ form }) => form === 'colour')
    ?.read(document)[0]

const changeColumn = (onEdit: ListProps['onEdit'], onRemove: ListProps['onRemove']): Column<Thing> => [
  texts.things.change,
  (thing) => (
    <Group gap="xs" wrap="nowrap">
      <RowAct label={texts.things.editOf(thing.name)} onClick={() => onEdit(thing)}>
        {texts.things.edit}
      </RowAct>
      <RowAct label={texts.things.removeOf(thing.name)} onClick={() => onRemove(thing)}>
        {texts.things.remove}
      </RowAct>
    </Group>
  ),
  'kept in view',
]
