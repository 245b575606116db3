import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Dialog } from '../app/Dialog.js'
import { isStale, Merge } from '../app/Merge.js'
import { showDone, showError } from '../app/notices.js'
import { UpdatePersonaDocument } from '../generated/graphql.js'
import { useDraft } from '../lib/draft.js'
import { useAct } from '../lib/graph.js'
import { texts } from '../texts.js'

const words = texts.personas
const labels = { name: words.name, role: words.role, informationNeed: words.need }
type Field = keyof typeof labels
type Values = Record<Field, string>
const fields = Object.keys(labels) as Field[]

/** What a persona is, as it was at a version. */
export interface PersonaNow extends Values {
  id: string
  version: number
}

/** Values with what they began from: the persona at a version. */
interface Kept {
  values: Values
  version: number
  base: Values
}

const valuesOf = ({ name, role, informationNeed }: Values): Values => ({ name, role, informationNeed })

/** The fields in which two differ. */
const differing = (one: Values, other: Values) => fields.filter((field) => one[field] !== other[field])

interface Props {
  persona: PersonaNow
  /** Reads the persona again. */
  fresh: () => Promise<PersonaNow>
  onClose: () => void
  onSaved: () => void
}

/**
 * Changes what a persona is called, does and wants to know. What is typed is kept until it is saved or dropped, and
 * nothing of others is overwritten unseen.
 */
export function PersonaEditor({ persona, fresh, onClose, onSaved }: Props) {
  const { draft: kept, setDraft } = useDraft<Kept>(`persona ${persona.id}`)
  // What others change while the form is open is no part of what was seen.
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
  const save = ({ values: said, version }: Kept) =>
    update.mutate({ input: { id: persona.id, ifVersion: version, ...said } })

  /** Somebody else has written: fields that one of both has changed are joined, others are a choice. */
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

  /** Saves what was changed here on top of what is there now, without the fields that stay as others wrote them. */
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
    <Dialog title={words.edit} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (!isBusy) save(draft)
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
              onChange={(event) => setDraft({ ...draft, values: { ...values, [field]: event.currentTarget.value } })}
            />
          ))}
          {kept && (
            <Text size="xs" c="dimmed">
              {texts.states.draft}
            </Text>
          )}
          <Group justify="flex-end">
            <Button
              variant="default"
              disabled={isBusy}
              onClick={() => {
                setDraft(null)
                onClose()
              }}
            >
              {texts.states.discard}
            </Button>
            <Button type="submit" loading={isBusy} disabled={!fields.every((field) => values[field].trim())}>
              {texts.states.save}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
