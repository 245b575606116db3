import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Dialog } from '../app/Dialog.js'
import { isStale, Merge } from '../app/Merge.js'
import { showDone, showError } from '../app/notices.js'
import { useDraft } from '../lib/draft.js'
import { randomId } from '../lib/id.js'
import { texts } from '../texts.js'
import { plainText } from './Gloss.js'
import { GlossEditor, type Known } from './GlossEditor.js'
import { PartField } from './PartField.js'
import { isSameText, piecesOf } from './references.js'
import { draftOf, fieldsOf, isSame, writtenParts, type Draft, type List, type Thing, type Things } from './thing.js'

/** Documents in lists, and how they are read and written. */
export interface Editing {
  /** Under which names unsaved work is kept. */
  draftKey: string
  things: Things
  /** The lists: how they are called, and which members of a document hold its name, its rich text and what it names. */
  lists: Readonly<Record<string, List>>
  known: Known
  /** Reads the documents again. */
  fresh: () => Promise<Things>
  /** Writes one list whole; refused where somebody else has written since `version`. */
  write: (list: string, bodies: Record<string, unknown>[], version: number) => Promise<unknown>
}

/** A draft with what it began from: the version of the documents, and how this one was then. */
interface Kept extends Draft {
  version: number
  base: Draft
}

interface Props extends Editing {
  list: string
  thing?: Thing
  onClose: () => void
}

/** Changes one document, or adds one. Whatever others write meanwhile, the change is one of what was seen. */
export function ThingEditor({ draftKey, things, lists, known, fresh, write, list, thing, onClose }: Props) {
  const words = texts.things
  const members = lists[list]!
  const parts = Object.entries(members.parts ?? {})
  const { draft: kept, setDraft } = useDraft<Kept>(`${draftKey} ${list} ${thing?.key ?? 'new'}`)
  const [isBusy, setBusy] = useState(false)
  const [conflict, setConflict] = useState<{ now: Things; theirs: Thing }>()
  // What others change later, and what is read again meanwhile, is no part of what was seen.
  const [opened] = useState(() => ({ version: things.version, base: draftOf(members, thing) }))
  const { version, base } = kept ?? opened
  // One that was kept before the desk knew of a part says nothing about it.
  const draft: Draft = kept ? { ...kept, parts: { ...opened.base.parts, ...kept.parts } } : base
  const change = (changes: Partial<Draft>) => setDraft({ ...draft, ...changes, version, base })

  async function save(on: Things, values: Draft, ifVersion = on.version) {
    const listed = on.lists[list] ?? []
    const before = listed.find(({ key }) => key === thing?.key)
    const old = before?.body ?? thing?.body
    const body = {
      ...(old ?? { id: randomId() }),
      ...writtenParts(members, old, values.parts),
      ...(values.name !== before?.name && namedAs(members, values.name)),
      [members.gloss]: piecesOf(values.gloss, known.things).pieces,
    }
    const bodies = listed.map((one) => (one === before ? body : one.body))
    setBusy(true)
    try {
      await write(list, before ? bodies : [...bodies, body], ifVersion)
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
    const differing = Object.entries(mine).filter(([field, { words: said, part }]) => {
      if (field === 'gloss') return !isSameText(draft.gloss, other.gloss)
      return part ? !isSame(draft.parts[part], other.parts[part]) : said !== theirs[field]?.words
    })
    return (
      <Merge
        differences={differing.map(([field, { label, words: said }]) => ({
          field,
          label,
          mine: said,
          theirs: field === 'gloss' ? plainText(conflict.theirs.gloss) : (theirs[field]?.words ?? ''),
        }))}
        onCancel={() => setConflict(undefined)}
        onMerge={(fields) => {
          setConflict(undefined)
          const from = (field: string) => (fields.has(field) ? other : draft)
          void save(conflict.now, {
            name: from('name').name,
            gloss: from('gloss').gloss,
            parts: Object.fromEntries(parts.map(([name]) => [name, from(`part ${name}`).parts[name] ?? []])),
          })
        }}
      />
    )
  }
  const isWhole =
    draft.name.trim() && parts.every(([name, { form }]) => form !== 'one' || draft.parts[name]?.length === 1)
  return (
    <Dialog title={thing ? words.editOf(thing.name) : words.add} onClose={onClose} size="lg">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void save(things, draft, version)
        }}
      >
        <Stack>
          <TextInput
            label={members.nameLabel ?? words.name}
            value={draft.name}
            required
            data-autofocus
            onChange={(event) => change({ name: event.currentTarget.value })}
          />
          <GlossEditor label={words.gloss} value={draft.gloss} known={known} onChange={(gloss) => change({ gloss })} />
          {parts.map(([name, part]) => {
            const values = draft.parts[name] ?? []
            const set = (next: string[]) => change({ parts: { ...draft.parts, [name]: next } })
            const isAsked = values.length > 0 || (part.fits?.(draft.parts) ?? true)
            return isAsked && <PartField key={name} part={part} values={values} onChange={set} />
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

/** The members of a document that is given a name. */
const namedAs = ({ name, nameBefore }: List, said: string) => ({
  ...(nameBefore !== undefined && { [nameBefore]: undefined }),
  [name]: said,
})
