import { Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { Dialog } from '../app/Dialog.js'
import { DraftActions } from '../app/DraftActions.js'
import { Merge } from '../app/Merge.js'
import { texts } from '../texts.js'
import { plainText } from './Gloss.js'
import { GlossEditor } from './GlossEditor.js'
import { PartField } from './PartField.js'
import { isSameText } from './references.js'
import { draftOf, fieldsOf, isSame, type Draft } from './thing.js'
import { useThingDraft, type EditedThing, type ThingDraft } from './use-thing-draft.js'

const words = texts.things

/** A dialog that edits or adds a document. */
export function ThingEditor(props: EditedThing) {
  const { things, targets, list, makes, thing, onClose } = props
  const state = useThingDraft(props)
  const { members, parts, draft, version, change, setDraft, save, isBusy, faultsOf, isRight } = state
  /** Whether the user has tried to save; from then on, faults are shown at the fields. */
  const [isTried, setTried] = useState(false)
  if (state.conflict) return <MergeThings {...state} conflict={state.conflict} onFault={() => setTried(true)} />
  const faults = isTried ? faultsOf(draft.parts) : {}
  const isWhole =
    draft.name.trim() && parts.every(([name, { form }]) => form !== 'one' || draft.parts[name]?.length === 1)
  return (
    <Dialog title={thing ? words.editOf(thing.name) : (makes[list] ?? members.label)} onClose={onClose} size="lg">
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
            targets={targets}
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
            isKept={state.isKept}
            isBusy={isBusy}
            isWhole={Boolean(isWhole)}
            isNew={!thing}
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

interface MergeProps extends ThingDraft {
  conflict: NonNullable<ThingDraft['conflict']>
  /** Called when the merged document has a fault, which the form then shows. */
  onFault: () => void
}

/** Merges the draft with what another user has saved: the user chooses a value for each field that differs. */
function MergeThings({ members, parts, draft, conflict, setConflict, setDraft, save, isRight, onFault }: MergeProps) {
  const other = draftOf(members, conflict.theirs)
  const [mine, theirs] = [fieldsOf(members, draft), fieldsOf(members, other)]
  const differing = Object.entries(mine).filter(([field, { words: own, part }]) => {
    if (field === 'gloss') return !isSameText(draft.gloss, other.gloss)
    return part ? !isSame(draft.parts[part], other.parts[part]) : own !== theirs[field]?.words
  })
  function merge(fields: ReadonlySet<string>) {
    setConflict(undefined)
    const from = (field: string) => (fields.has(field) ? other : draft)
    const merged: Draft = {
      name: from('name').name,
      gloss: from('gloss').gloss,
      parts: Object.fromEntries(parts.map(([name]) => [name, from(`part ${name}`).parts[name] ?? []])),
    }
    if (isRight(merged.parts)) return void save(conflict.now, merged)
    // The values that two users chose may not fit together.
    onFault()
    setDraft({ ...merged, version: conflict.now.version, base: other })
  }
  return (
    <Merge
      differences={differing.map(([field, { label, words: own }]) => ({
        field,
        label,
        mine: own,
        theirs: field === 'gloss' ? plainText(conflict.theirs.gloss) : (theirs[field]?.words ?? ''),
      }))}
      onCancel={() => setConflict(undefined)}
      onMerge={merge}
    />
  )
}
