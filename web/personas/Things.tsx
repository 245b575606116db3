import { Badge, Button, Checkbox, Group, Stack, Tabs } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useSearchParams } from 'wouter'
import { DataTable, RowAct } from '../app/DataTable.js'
import { Empty } from '../app/Empty.js'
import { Question } from '../app/Question.js'
import { isStale } from '../app/Merge.js'
import { showDone, showError } from '../lib/notices.js'
import { useUndo, type Deleted } from '../changes/undo.js'
import { texts } from '../texts.js'
import { Gloss } from './Gloss.js'
import { namesOf, type Thing } from './thing.js'
import { ThingEditor, type Editing } from './ThingEditor.js'

/** The documents that are selected, in whatever lists. */
export interface ChosenThings {
  has: (key: string) => boolean
  set: (keys: readonly string[], on: boolean) => void
  /** What can be done with those that are selected; nothing while none are. */
  bar: ReactNode
}

interface Props extends Editing {
  canChange: boolean
  /** Deletes a document; if absent, the list is written without the document instead. */
  remove?: (list: string, key: string) => Promise<unknown>
  /** Says what goes together with a document, before it is deleted. */
  goesWith?: (list: string, key: string) => Promise<string>
  /** Shown beside the button that adds a document to the list. */
  besideAdd?: (list: string) => ReactNode
  /** What a deleted document is in the trash. */
  inTrash?: (list: string, key: string) => Deleted
  /** Lets documents be selected. */
  chosen?: ChosenThings | undefined
}

/**
 * Lists of documents with names and rich text, one list a tab; documents are edited one by one. The address holds the
 * open list as `tab`, and as `sought` the key of a document that a link leads to.
 */
export function Things(props: Props) {
  const { things, lists, canChange, remove, goesWith, inTrash, besideAdd, chosen, write, fresh } = props
  const [search, setSearch] = useSearchParams()
  const offerUndo = useUndo()
  const words = texts.things
  const [editing, setEditing] = useState<{ list: string; thing?: Thing }>()
  const [removing, setRemoving] = useState<{ list: string; thing: Thing; says: string }>()

  async function take({ list, thing }: { list: string; thing: Thing }) {
    setRemoving(undefined)
    try {
      if (remove) await remove(list, thing.key)
      else {
        const others = (things.lists[list] ?? []).filter(({ key }) => key !== thing.key)
        await write(
          list,
          others.map(({ body }) => body),
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

  /** Asks whether a document is to go, with what goes together with it. */
  async function ask(list: string, thing: Thing) {
    try {
      const says = goesWith ? await goesWith(list, thing.key) : words.removesOne
      setRemoving({ list, thing, says })
    } catch (error) {
      showError(error)
    }
  }

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
      {Object.entries(lists).map(([list, { label, nameLabel, parts }]) => (
        <Tabs.Panel key={list} value={list} pt="md">
          <Stack>
            {canChange && (
              <Group gap="xs">
                {(things.lists[list]?.length ?? 0) > 0 && (
                  <Button onClick={() => setEditing({ list })}>{words.add}</Button>
                )}
                {besideAdd?.(list)}
              </Group>
            )}
            {chosen && <ChooseAll keys={(things.lists[list] ?? []).map(({ key }) => key)} chosen={chosen} />}
            <DataTable
              label={label}
              rows={things.lists[list] ?? []}
              keyOf={({ key }) => key}
              sought={search.get('sought') ?? undefined}
              empty={
                <Empty
                  says={texts.team.nothingIn(label)}
                  step={canChange ? { label: words.add, onClick: () => setEditing({ list }) } : undefined}
                />
              }
              columns={[
                ...(chosen
                  ? [
                      [
                        texts.reviews.select,
                        ({ key, name }: Thing) => (
                          <Checkbox
                            aria-label={texts.reviews.selectOf(name)}
                            checked={chosen.has(key)}
                            onChange={({ currentTarget }) => chosen.set([key], currentTarget.checked)}
                          />
                        ),
                      ] as const,
                    ]
                  : []),
                [nameLabel ?? words.name, ({ name }) => name],
                [words.gloss, ({ gloss }) => <Gloss items={gloss} />],
                ...Object.values(parts ?? {}).map(
                  (part) => [part.label, ({ body }: Thing) => namesOf(part, part.read(body))] as const,
                ),
                ...(canChange
                  ? [
                      [
                        words.change,
                        (thing: Thing) => (
                          <Group gap="xs" wrap="nowrap">
                            <RowAct label={words.editOf(thing.name)} onClick={() => setEditing({ list, thing })}>
                              {words.edit}
                            </RowAct>
                            <RowAct label={words.removeOf(thing.name)} onClick={() => void ask(list, thing)}>
                              {words.remove}
                            </RowAct>
                          </Group>
                        ),
                        'kept in view',
                      ] as const,
                    ]
                  : []),
              ]}
            />
          </Stack>
        </Tabs.Panel>
      ))}
      {removing && (
        <Question
          title={words.removeOf(removing.thing.name)}
          says={removing.says}
          act={words.remove}
          onAct={() => void take(removing)}
          onClose={() => setRemoving(undefined)}
        />
      )}
      {editing && <ThingEditor {...props} {...editing} onClose={() => setEditing(undefined)} />}
    </Tabs>
  )
}

/** A checkbox for all documents of a list, and what can be done with the selected ones, which may be in other lists. */
function ChooseAll({ keys, chosen }: { keys: readonly string[]; chosen: ChosenThings }) {
  const count = keys.filter(chosen.has).length
  if (!keys.length && !chosen.bar) return null
  return (
    <Group gap="sm">
      {keys.length > 0 && (
        <Checkbox
          label={texts.reviews.selectAll}
          checked={count === keys.length}
          indeterminate={count > 0 && count < keys.length}
          onChange={({ currentTarget }) => chosen.set(keys, currentTarget.checked)}
        />
      )}
      {chosen.bar}
    </Group>
  )
}
