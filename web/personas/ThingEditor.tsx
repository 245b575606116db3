import { Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { Dialog } from '../app/Dialog.js'
import { DraftActions } from '../app/DraftActions.js'
import { isStale, Merge } from '../app/Merge.js'
import { showDone, showError } from '../lib/notices.js'
import { useDraft } from '../app/draft.js'
import { randomId } from '../lib/id.js'
import { texts } from '../texts.js'
import { plainText } from './Gloss.js'
import { GlossEditor, type Known } from './GlossEditor.js'
import { PartField } from './PartField.js'
import { isSameText, piecesOf } from './references.js'
import { draftOf, fieldsOf, isSame, writtenParts, type Draft, type List, type Thing, type Things } from './thing.js'

/** Documents in lists, and how they are read and written. */
export interface Editing {
  /** The prefix of the names under which drafts are kept. */
  draftKey: string
  things: Things
  /** The lists: their labels, and which members of a document hold its name, rich text and further fields. */
  lists: Readonly<Record<string, List>>
  known: Known
  /** Reads the documents again from the server. */
  fresh: () => Promise<Things>
  /** Replaces one list; refused if another user has written since `version`. */
  write: (list: string, bodies: Record<string, unknown>[], version: number) => Promise<unknown>
}

/** A draft, with the version of the documents and the contents of this one that it is based on. */
interface Kept extends Draft {
  version: number
  base: Draft
}

interface Props extends Editing {
  list: string
  thing?: Thing
  onClose: () => void
}

/** A dialog that edits or adds a document; a change by another user is never overwritten without asking. */
export function ThingEditor({ draftKey, things, lists, known, fresh, write, list, thing, onClose }: Props) {
  const words = texts.things
  const members = lists[list]!
  const parts = Object.entries(members.parts ?? {})
  const { draft: kept, setDraft } = useDraft<Kept>(`${draftKey} ${list} ${thing?.key ?? 'new'}`)
  const [isBusy, setBusy] = useState(false)
  /** Whether it was to be saved though something was wrong, which is then said at the fields. */
  const [isTried, setTried] = useState(false)
  const [conflict, setConflict] = useState<{ now: Things; theirs: Thing }>()
  // The draft stays based on what was opened, even if the documents are read again meanwhile.
  const [opened] = useState(() => ({ version: things.version, base: draftOf(members, thing) }))
  const { version, base } = kept ?? opened
  // A draft that was kept before the desk had some part lacks values for it.
  const draft: Draft = kept ? { ...kept, parts: { ...opened.base.parts, ...kept.parts } } : base
  const faultsOf = (values: Draft['parts']) => members.faults?.(values, thing?.body) ?? {}
  const isRight = (values: Draft['parts']) => Object.keys(faultsOf(values)).length === 0
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

  /** Another user saved first: if they changed this document too, the user chooses; else it is saved on top. */
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
          const merged = {
            name: from('name').name,
            gloss: from('gloss').gloss,
            parts: Object.fromEntries(parts.map(([name]) => [name, from(`part ${name}`).parts[name] ?? []])),
          }
          if (isRight(merged.parts)) return void save(conflict.now, merged)
          // What two people chose may not fit together; the form then shows it, with what is wrong.
          setTried(true)
          setDraft({ ...merged, version: conflict.now.version, base: other })
        }}
      />
    )
  }
  const faults = isTried ? faultsOf(draft.parts) : {}
  const isWhole =
    draft.name.trim() && parts.every(([name, { form }]) => form !== 'one' || draft.parts[name]?.length === 1)
  return (
    <Dialog title={thing ? words.editOf(thing.name) : words.addTo(members.label)} onClose={onClose} size="lg">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (isRight(draft.parts)) return void save(things, draft, version)
          flushSync(() => setTried(true))
          event.currentTarget.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
        }}
      >
        <Stack>
          <TextInput
            label={members.nameLabel ?? words.name}
            value={draft.name}
            required
            data-autofocus
            readOnly={isBusy}
            onChange={(event) => change({ name: event.currentTarget.value })}
          />
          <GlossEditor
            label={words.gloss}
            value={draft.gloss}
            known={known}
            readOnly={isBusy}
            onChange={(gloss) => change({ gloss })}
          />
          {parts.map(([name, part]) => {
            const values = draft.parts[name] ?? []
            const set = (next: string[]) => change({ parts: { ...draft.parts, [name]: next } })
            const isAsked = values.length > 0 || (part.fits?.(draft.parts) ?? true)
            const shared = { part, values, readOnly: isBusy, fault: faults[name], onChange: set }
            return isAsked && <PartField key={name} {...shared} />
          })}
          <DraftActions
            isKept={kept !== null}
            isBusy={isBusy}
            isWhole={Boolean(isWhole)}
            onDiscard={() => {
              setDraft(null)
              onClose()
            }}
          />
        </Stack>
      </form>
    </Dialog>
  )
}

/** The members of a document that change when it is given a name. */
const namedAs = ({ name, nameBefore }: List, said: string) => ({
  ...(nameBefore !== undefined && { [nameBefore]: undefined }),
  [name]: said,
})
