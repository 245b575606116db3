import { Button, Group, Stack, Textarea } from '@mantine/core'
import { useState } from 'react'
import { Dialog } from '../app/Dialog.js'
import { bounds } from '../generated/bounds.js'
import { texts } from '../texts.js'

interface Props {
  title: string
  /** The purpose of the note. */
  help: string
  /** The words and the colour of the button that sends the note. */
  act: { says: string; colour: string }
  /** Whether the note may not be empty. */
  isNeeded?: boolean
  busy: boolean
  onClose: () => void
  /** Receives the note, which may be empty unless it is needed. */
  onSend: (note: string) => void
}

/** The buttons of reviews. */
export const reviewActs = {
  ACCEPTED: { says: texts.reviews.accept, colour: 'teal' },
  REJECTED: { says: texts.reviews.reject, colour: 'red' },
}

/** Asks for the note of a review or another decision. */
export function NoteDialog({ title, help, act, isNeeded = false, busy, onClose, onSend }: Props) {
  const words = texts.reviews
  const [note, setNote] = useState('')
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (note.trim() || !isNeeded) onSend(note.trim())
        }}
      >
        <Stack>
          <Textarea
            label={words.note}
            description={help}
            autosize
            minRows={2}
            maxRows={8}
            {...bounds.reviewNote}
            data-autofocus
            required={isNeeded}
            value={note}
            onChange={({ currentTarget }) => setNote(currentTarget.value)}
            // Enter sends the form, as in a field with one line; Shift Enter starts a new line.
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
              event.preventDefault()
              event.currentTarget.form?.requestSubmit()
            }}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {texts.states.cancel}
            </Button>
            <Button type="submit" variant="outline" color={act.colour} loading={busy}>
              {act.says}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
