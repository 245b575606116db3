import { Button, Group, Stack, Textarea } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { Dialog } from '../app/Dialog.js'
import { isStale } from '../app/Merge.js'
import { showError } from '../app/notices.js'
import { ReviewItemsDocument, type ReviewState } from '../generated/graphql.js'
import { useAct } from '../lib/graph.js'
import { texts } from '../texts.js'

/** What is reviewed: its id, the version that the reviewer sees, and what messages call it. */
export interface Reviewable {
  id: string
  version: number
  name: string
}

/** A claim as what is reviewed. */
export const asReviewable = ({ id, version, text }: { id: string; version: number; text: string }): Reviewable => ({
  id,
  version,
  name: text,
})

export interface Reviews {
  busy: boolean
  accept: (item: Reviewable) => void
  /** Asks for a note first. */
  reject: (item: Reviewable) => void
  open: (item: Reviewable) => void
  /** The question for the note, while it is open. */
  dialog: ReactNode
}

/** Accepts and rejects; `onDone` is called after each review, and where the item turns out to have been changed. */
export function useReviews(onDone: () => void): Reviews {
  const [rejecting, setRejecting] = useState<Reviewable>()
  const { mutate, isPending } = useAct(ReviewItemsDocument, {
    onSuccess: () => {
      setRejecting(undefined)
      onDone()
    },
    onError: (error) => {
      setRejecting(undefined)
      showError(isStale(error) ? new Error(texts.reviews.changed) : error)
      onDone()
    },
  })
  const set = ({ id, version }: Reviewable, state: ReviewState, note?: string) =>
    mutate({ ids: [id], versions: [version], state, ...(note && { note }) })
  return {
    busy: isPending,
    accept: (item) => set(item, 'ACCEPTED'),
    reject: setRejecting,
    open: (item) => set(item, 'OPEN'),
    dialog: rejecting && (
      <NoteDialog
        name={rejecting.name}
        busy={isPending}
        onClose={() => setRejecting(undefined)}
        onReject={(note) => set(rejecting, 'REJECTED', note)}
      />
    ),
  }
}

interface NoteProps {
  name: string
  busy: boolean
  onClose: () => void
  onReject: (note: string) => void
}

function NoteDialog({ name, busy, onClose, onReject }: NoteProps) {
  const words = texts.reviews
  const [note, setNote] = useState('')
  return (
    <Dialog title={words.rejectOf(name)} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          onReject(note.trim())
        }}
      >
        <Stack>
          <Textarea
            label={words.note}
            description={words.noteHelp}
            autosize
            minRows={2}
            maxRows={8}
            maxLength={10_000}
            data-autofocus
            value={note}
            onChange={({ currentTarget }) => setNote(currentTarget.value)}
            // Enter sends the form, as in a field of one line; Shift Enter begins a new line.
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
            <Button type="submit" variant="outline" color="red" loading={busy}>
              {words.reject}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
