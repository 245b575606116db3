import { Button, Group, Stack, Textarea } from '@mantine/core'
import { useState } from 'react'
import { Dialog } from '../app/Dialog.js'
import { bounds } from '../generated/bounds.js'
import { texts } from '../texts.js'

interface Props {
  title: string
  /** The purpose of the note. */
  help: string
  state: 'ACCEPTED' | 'REJECTED'
  busy: boolean
  onClose: () => void
  /** Receives the note, which may be empty. */
  onSend: (note: string) => void
}

/** Asks for the note of a review. */
export function NoteDialog({ title, help, state, busy, onClose, onSend }: Props) {
  const words = texts.reviews
  const [note, setNote] = useState('')
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          onSend(note.trim())
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
            <Button type="submit" variant="outline" color={state === 'REJECTED' ? 'red' : 'teal'} loading={busy}>
              {state === 'REJECTED' ? words.reject : words.accept}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
