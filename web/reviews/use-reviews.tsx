import { useState, type ReactNode } from 'react'
import { isStale } from '../app/Merge.js'
import { showError } from '../lib/notices.js'
import { ReviewItemsDocument, type ReviewState } from '../generated/graphql.js'
import { useAct } from '../lib/graph.js'
import { texts } from '../texts.js'
import { isJustChanged } from './just-changed.js'
import { NoteDialog, reviewActs } from './NoteDialog.js'

/** An item to review: its id, the version that the reviewer sees, and its name in messages. */
export interface Reviewable {
  id: string
  version: number
  name: string
}

/** Returns a claim as an item to review. */
export const asReviewable = ({ id, version, text }: { id: string; version: number; text: string }): Reviewable => ({
  id,
  version,
  name: text,
})

export interface Reviews {
  busy: boolean
  accept: (item: Reviewable) => void
  /** Rejects an item, after asking for a note. */
  reject: (item: Reviewable) => void
  open: (item: Reviewable) => void
  /** The dialog that asks for the note, while it is open. */
  dialog: ReactNode
}

/**
 * Returns the means to accept and reject; calls `onDone` after each review, and when the item turns out to have been
 * changed.
 */
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
    isJustChanged({ id })
      ? showError(new Error(texts.reviews.changed))
      : mutate({ ids: [id], versions: [version], state, ...(note && { note }) })
  return {
    busy: isPending,
    accept: (item) => set(item, 'ACCEPTED'),
    reject: setRejecting,
    open: (item) => set(item, 'OPEN'),
    dialog: rejecting && (
      <NoteDialog
        title={texts.reviews.rejectOf(rejecting.name)}
        help={texts.reviews.noteHelp}
        act={reviewActs.REJECTED}
        busy={isPending}
        onClose={() => setRejecting(undefined)}
        onSend={(note) => set(rejecting, 'REJECTED', note)}
      />
    ),
  }
}
