import { Badge, Button, Group, MultiSelect, Select, Stack, Tabs, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { DataTable, RowAct } from '../app/DataTable.js'
import { Dialog } from '../app/Dialog.js'
import { isStale, Merge } from '../app/Merge.js'
import { showDone, showError } from '../app/notices.js'
import type { GlossPartsFragment } from '../generated/graphql.js'
import { useDraft } from '../lib/draft.js'
import { referencesIn } from '../summaries/SummaryText.js'
import { texts } from '../texts.js'
import { Gloss, nameOf, plainText } from './Gloss.js'
import { GlossEditor, piecesOf, typedText, type Known } from './GlossEditor.js'

/** A type of an ontology or an object of a world: its document, and its rich text as it reads. */
export interface Thing {
  key: string
  name: string
  body: Record<string, unknown>
  gloss: readonly GlossPartsFragment[]
}

/** Documents by the list that they stand in, as they were at a version. */
export interface Things {
  version: number
  lists: Readonly<Record<string, readonly Thing[]>>
}

/** What a document names beside its rich text: other documents, by the keys that stand in one of its members. */
export interface Part {
  label: string
  /** Whether it names exactly one. */
  isOne?: boolean
  options: readonly { value: string; label: string }[]
  read: (body: Record<string, unknown>) => string[]
  /** The members that change. */
  write: (body: Record<string, unknown>, values: readonly string[]) => Record<string, unknown>
}

interface List {
  label: string
  name: string
  gloss: string
  /** How its name is called where it is none. */
  nameLabel?: string
  parts?: Readonly<Record<string, Part>>
}

interface Props {
  /** Under which names unsaved work is kept. */
  draftKey: string
  things: Things
  /** The lists: how they are called, and which members of a document hold its name, its rich text and what it names. */
  lists: Readonly<Record<string, List>>
  known: Known
  canChange: boolean
  /** Reads the documents again. */
  fresh: () => Promise<Things>
  /** Writes one list whole; refused where somebody else has written since `version`. */
  write: (list: string, bodies: Record<string, unknown>[], version: number) => Promise<unknown>
  /** Takes a document away; without it lists are written without the document. */
  remove?: (list: string, key: string) => Promise<unknown>
}

interface Draft {
  name: string
  text: string
  parts: Record<string, string[]>
}

function draftOf({ parts = {} }: List, thing?: Thing): Draft {
  const named = Object.entries(parts).map(([name, { read }]) => [name, thing ? read(thing.body) : []] as const)
  return {
    name: thing?.name ?? '',
    text: thing ? typedText(thing.gloss, (piece) => nameOf(piece as GlossPartsFragment)) : '',
    parts: Object.fromEntries(named),
  }
}

/** The names of what a part names, the key of what is not there. */
const namesOf = ({ options }: Part, values: readonly string[]) =>
  values.map((value) => options.find((one) => one.value === value)?.label ?? value).join(', ')

/** The fields of a draft as words, by name: what a person compares and chooses between. */
function fieldsOf(list: List, draft: Draft): Record<string, { label: string; words: string }> {
  const words = texts.things
  const parts = Object.entries(list.parts ?? {}).map(
    ([name, part]) => [`part ${name}`, { label: part.label, words: namesOf(part, draft.parts[name] ?? []) }] as const,
  )
  return {
    name: { label: list.nameLabel ?? words.name, words: draft.name },
    text: { label: words.gloss, words: draft.text },
    ...Object.fromEntries(parts),
  }
}

/** Lists of documents with names and rich text, each changed by itself. */
export function Things(props: Props) {
  const { things, lists, canChange, remove, write, fresh } = props
  const words = texts.things
  const [editing, setEditing] = useState<{ list: string; thing?: Thing }>()
  const [removing, setRemoving] = useState<{ list: string; thing: Thing }>()

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
      showDone(words.removed(thing.name))
      await fresh()
    } catch (error) {
      showError(error)
    }
  }

  return (
    <Tabs defaultValue={Object.keys(lists)[0] ?? null} keepMounted={false}>
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
              <Button style={{ alignSelf: 'start' }} onClick={() => setEditing({ list })}>
                {words.add}
              </Button>
            )}
            <DataTable
              label={label}
              rows={things.lists[list] ?? []}
              keyOf={({ key }) => key}
              columns={[
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
                            <RowAct label={words.removeOf(thing.name)} onClick={() => setRemoving({ list, thing })}>
                              {words.remove}
                            </RowAct>
                          </Group>
                        ),
                      ] as const,
                    ]
                  : []),
              ]}
            />
          </Stack>
        </Tabs.Panel>
      ))}
      {removing && (
        <Dialog title={words.removeOf(removing.thing.name)} onClose={() => setRemoving(undefined)}>
          <Stack>
            <Text>{remove ? words.removesMore : words.removesOne}</Text>
            <Group justify="flex-end">
              <Button variant="default" onClick={() => setRemoving(undefined)}>
                {texts.states.cancel}
              </Button>
              <Button color="red" onClick={() => void take(removing)}>
                {words.remove}
              </Button>
            </Group>
          </Stack>
        </Dialog>
      )}
      {editing && <Editor {...props} {...editing} onClose={() => setEditing(undefined)} />}
    </Tabs>
  )
}

function Editor({
  draftKey,
  things,
  lists,
  known,
  fresh,
  write,
  list,
  thing,
  onClose,
}: Props & { list: string; thing?: Thing; onClose: () => void }) {
  const words = texts.things
  const members = lists[list]!
  const parts = Object.entries(members.parts ?? {})
  const { draft: kept, setDraft } = useDraft<Draft>(`${draftKey} ${list} ${thing?.key ?? 'new'}`)
  const [isBusy, setBusy] = useState(false)
  const [conflict, setConflict] = useState<{ now: Things; theirs: Thing }>()
  const base = draftOf(members, thing)
  const draft = { ...base, ...kept }
  const all = [...known.things, ...referencesIn([...(thing?.gloss ?? [])])]

  async function save(on: Things, values: Draft) {
    const listed = on.lists[list] ?? []
    const before = listed.find(({ key }) => key === thing?.key)
    const old = before?.body ?? thing?.body ?? { id: crypto.randomUUID() }
    const body = {
      ...old,
      ...Object.assign({}, ...parts.map(([name, part]) => part.write(old, values.parts[name] ?? []))),
      [members.name]: values.name,
      [members.gloss]: piecesOf(values.text, all),
    }
    const bodies = listed.map((one) => (one === before ? body : one.body))
    setBusy(true)
    try {
      await write(list, before ? bodies : [...bodies, body], on.version)
      setDraft(null)
      showDone(texts.states.saved)
      await fresh()
      onClose()
    } catch (error) {
      if (isStale(error)) await meet(values)
      else showError(error)
    } finally {
      setBusy(false)
    }
  }

  /** Somebody else has written: what they left alone is saved on top of theirs, the same document is a choice. */
  async function meet(values: Draft) {
    try {
      const now = await fresh()
      const theirs = now.lists[list]?.find(({ key }) => key === thing?.key)
      const other = draftOf(members, theirs)
      if (theirs && JSON.stringify(other) !== JSON.stringify(base)) setConflict({ now, theirs })
      else await save(now, values)
    } catch (error) {
      showError(error)
    }
  }

  if (conflict) {
    const other = draftOf(members, conflict.theirs)
    const [mine, theirs] = [fieldsOf(members, draft), fieldsOf(members, other)]
    const differing = Object.entries(mine).filter(([field, { words: said }]) => said !== theirs[field]?.words)
    return (
      <Merge
        differences={differing.map(([field, { label, words: said }]) => ({
          field,
          label,
          mine: said,
          theirs: field === 'text' ? plainText(conflict.theirs.gloss) : (theirs[field]?.words ?? ''),
        }))}
        onCancel={() => setConflict(undefined)}
        onMerge={(fields) => {
          setConflict(undefined)
          const from = (field: string) => (fields.has(field) ? other : draft)
          void save(conflict.now, {
            name: from('name').name,
            text: from('text').text,
            parts: Object.fromEntries(parts.map(([name]) => [name, from(`part ${name}`).parts[name] ?? []])),
          })
        }}
      />
    )
  }
  const isWhole = draft.name.trim() && parts.every(([name, { isOne }]) => !isOne || draft.parts[name]?.length === 1)
  return (
    <Dialog title={thing ? words.editOf(thing.name) : words.add} onClose={onClose} size="lg">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void save(things, draft)
        }}
      >
        <Stack>
          <TextInput
            label={members.nameLabel ?? words.name}
            value={draft.name}
            required
            data-autofocus
            onChange={(event) => setDraft({ ...draft, name: event.currentTarget.value })}
          />
          <GlossEditor
            label={words.gloss}
            value={draft.text}
            known={all}
            onAsk={known.ask}
            onChange={(text) => setDraft({ ...draft, text })}
          />
          {parts.map(([name, { label, isOne, options }]) => {
            const values = draft.parts[name] ?? []
            const set = (next: string[]) => setDraft({ ...draft, parts: { ...draft.parts, [name]: next } })
            const shared = { label, data: withUnknown(options, values), searchable: true }
            return isOne ? (
              <Select
                key={name}
                {...shared}
                required
                value={values[0] ?? null}
                onChange={(value) => set(value ? [value] : [])}
              />
            ) : (
              <MultiSelect key={name} {...shared} value={values} onChange={set} hidePickedOptions />
            )
          })}
          {kept && (
            <Text size="xs" c="dimmed">
              {texts.states.draft}
            </Text>
          )}
          <Group justify="flex-end">
            <Button
              variant="default"
              onClick={() => {
                setDraft(null)
                onClose()
              }}
            >
              {texts.states.discard}
            </Button>
            <Button type="submit" loading={isBusy} disabled={!isWhole}>
              {texts.states.save}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}

/** What a document names and nobody knows any more is still shown, by its key. */
function withUnknown(options: Part['options'], values: readonly string[]): { value: string; label: string }[] {
  const unknown = values.filter((value) => !options.some((one) => one.value === value))
  return [...options, ...unknown.map((value) => ({ value, label: value }))]
}
