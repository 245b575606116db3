import { Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Dialog } from '../app/Dialog.js'
import { DraftActions } from '../app/DraftActions.js'
import { isStale, Merge } from '../app/Merge.js'
import { showDone, showError } from '../lib/notices.js'
import { UpdatePersonaDocument } from '../generated/graphql.js'
import { useDraft } from '../app/draft.js'
import { useAct } from '../lib/graph.js'
import { texts } from '../texts.js'

const words = texts.personas
const labels = { name: words.name, role: words.role, informationNeed: words.need }
type Field = keyof typeof labels
type Values = Record<Field, string>
const fields = Object.keys(labels) as Field[]

/** The fields of a persona at a version. */
export interface PersonaNow extends Values {
  id: string
  version: number
}

/** Edited values, with the version and the values of the persona that they are based on. */
interface Kept {
  values: Values
  version: number
  base: Values
}

const valuesOf = ({ name, role, informationNeed }: Values): Values => ({ name, role, informationNeed })

/** Returns the fields whose values differ. */
const differing = (one: Values, other: Values) => fields.filter((field) => one[field] !== other[field])

interface Props {
  persona: PersonaNow
  /** Reads the persona again from the server. */
  fresh: () => Promise<PersonaNow>
  onClose: () => void
  onSaved: () => void
}

/**
 * A dialog that edits the name, role and information need of a persona. The draft is kept until it is saved or
 * discarded, and a change by another user is never overwritten without asking.
 */
export function PersonaEditor({ persona, fresh, onClose, onSaved }: Props) {
  const { draft: kept, setDraft } = useDraft<Kept>(`persona ${persona.id}`)
  // The form stays based on the values at opening, even if the persona is read again meanwhile.
  const [opened] = useState(() => ({ values: valuesOf(persona), version: persona.version, base: valuesOf(persona) }))
  const draft = kept ?? opened
  const { values, base } = draft
  const [conflict, setConflict] = useState<{ now: PersonaNow; both: Field[] }>()
  const [isReading, setReading] = useState(false)
  const update = useAct(UpdatePersonaDocument, {
    onSuccess() {
      setDraft(null)
      showDone(texts.states.saved)
      onSaved()
      onClose()
    },
    onError: (error) => void (isStale(error) ? meet() : showError(error)),
  })
  const isBusy = update.isPending || isReading
  const save = ({ values: values, version }: Kept) =>
    update.mutate({ input: { id: persona.id, ifVersion: version, ...values } })

  /** Handles a save by another user: merges fields that only one of the two changed, and asks about the others. */
  async function meet() {
    setReading(true)
    try {
      const now = await fresh()
      const mine = new Set(differing(values, base))
      const theirs = new Set(differing(now, base))
      const both = differing(values, now).filter((field) => mine.has(field) && theirs.has(field))
      if (both.length) setConflict({ now, both })
      else join(now, new Set())
    } catch (error) {
      showError(error)
    } finally {
      setReading(false)
    }
  }

  /** Saves the user's changes on top of the current persona, except for the fields in `theirs`. */
  function join(now: PersonaNow, theirs: ReadonlySet<string>) {
    const mine = differing(values, base).filter((field) => !theirs.has(field))
    const joined = { ...valuesOf(now), ...Object.fromEntries(mine.map((field) => [field, values[field]])) }
    const next = { values: joined, version: now.version, base: valuesOf(now) }
    setDraft(next)
    save(next)
  }

  if (conflict)
    return (
      <Merge
        differences={conflict.both.map((field) => ({
          field,
          label: labels[field],
          mine: values[field],
          theirs: conflict.now[field],
        }))}
        onCancel={() => setConflict(undefined)}
        onMerge={(theirs) => {
          setConflict(undefined)
          join(conflict.now, theirs)
        }}
      />
    )
  return (
    <PersonaForm
      values={values}
      isKept={kept !== null}
      isBusy={isBusy}
      onChange={(change) => setDraft({ ...draft, values: { ...values, ...change } })}
      onSave={() => save(draft)}
      onDiscard={() => {
        setDraft(null)
        onClose()
      }}
      onClose={onClose}
    />
  )
}

interface FormProps {
  values: Values
  /** Whether the values are a kept draft. */
  isKept: boolean
  isBusy: boolean
  onChange: (change: Partial<Values>) => void
  onSave: () => void
  onDiscard: () => void
  onClose: () => void
}

function PersonaForm({ values, isKept, isBusy, onChange, onSave, onDiscard, onClose }: FormProps) {
  return (
    <Dialog title={words.edit} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (!isBusy) onSave()
        }}
      >
        <Stack>
          {fields.map((field, i) => (
            <TextInput
              key={field}
              label={labels[field]}
              value={values[field]}
              required
              readOnly={isBusy}
              autoComplete="off"
              data-autofocus={i === 0 || undefined}
              onChange={(event) => onChange({ [field]: event.currentTarget.value })}
            />
          ))}
          <DraftActions
            isKept={isKept}
            isBusy={isBusy}
            isWhole={fields.every((field) => values[field].trim())}
            onDiscard={onDiscard}
          />
        </Stack>
      </form>
    </Dialog>
  )
}
