import { useRef, useState, type ReactNode } from 'react'
import { isStale } from '../app/Merge.js'
import { showDone, showError } from '../lib/notices.js'
import { bounds } from '../generated/bounds.js'
import { ReviewItemsDocument, type Kind, type ReviewState } from '../generated/graphql.js'
import { AnswerError } from '../lib/answer.js'
import { useAct } from '../lib/graph.js'
import { texts } from '../texts.js'
import { isJustChanged } from './just-changed.js'
import { NoteDialog, reviewActs } from './NoteDialog.js'
import type { Reviewable } from './use-reviews.js'
import { brief } from '../lib/brief.js'

/** The most names that a message lists. */
const mostNamed = 5
const listed = (names: readonly string[]) =>
  texts.reviews.andMore(names.slice(0, mostNamed), Math.max(0, names.length - mostNamed))

export interface SeveralReviews {
  busy: boolean
  /** Accepts, rejects (after asking for a common note) or opens items again. Does nothing for an empty list. */
  ask: (state: ReviewState, items: readonly Reviewable[]) => void
  /** The dialog that asks for the note, while it is open. */
  dialog: ReactNode
}

interface Events {
  kind: ReviewedKind
  /** Called with the ids of the reviewed items. */
  onDone: (ids: readonly string[]) => void
  /** Called with the ids of the refused items: changed by other users, deleted, or not reviewable by the user. */
  onRefused: (ids: readonly string[]) => void
}

/** The kinds of things that can be reviewed. */
export type ReviewedKind = Extract<Kind, 'ANNOTATION' | 'CLAIM' | 'SUMMARY'>

/** Reviews several items of a kind in one request: all of them, or none if some are refused, which are then named. */
export function useSeveralReviews({ kind, onDone, onRefused }: Events): SeveralReviews {
  const words = texts.reviews
  const [asking, setAsking] = useState<{ state: 'ACCEPTED' | 'REJECTED'; items: readonly Reviewable[] }>()
  const sent = useRef<readonly Reviewable[]>([])
  const { mutate, isPending } = useAct(ReviewItemsDocument, {
    onSuccess({ reviewItems }, { state }) {
      setAsking(undefined)
      showDone(words.done[state](words.several[kind](reviewItems.items.length)))
      onDone(reviewItems.items.map(({ id }) => id))
    },
    onError(error) {
      setAsking(undefined)
      const refused = error instanceof AnswerError ? (error.details['ids'] as string[] | undefined) : undefined
      if (!refused) return showError(error)
      const names = listed(sent.current.flatMap(({ id, name }) => (refused.includes(id) ? [brief(name)] : [])))
      showError(new Error(isStale(error) ? words.changedSeveral(names) : words.refusedSeveral(names)))
      onRefused(refused)
    },
  })
  const set = (items: readonly Reviewable[], state: ReviewState, note?: string) => {
    sent.current = items
    const [ids, versions] = [items.map(({ id }) => id), items.map(({ version }) => version)]
    mutate({ ids, versions, state, ...(note && { note }) })
  }
  return {
    busy: isPending,
    ask(state, items) {
      if (items.length === 0 || items.length > bounds.reviewedItems.max) return
      const unseen = items.filter(isJustChanged).map(({ name }) => brief(name))
      if (unseen.length) return showError(new Error(words.changedSeveral(listed(unseen))))
      if (state === 'OPEN') set(items, state)
      else setAsking({ state, items })
    },
    dialog: asking && (
      <NoteDialog
        title={words[asking.state === 'ACCEPTED' ? 'acceptOf' : 'rejectOf'](words.several[kind](asking.items.length))}
        help={words.noteForAll[asking.state]}
        act={reviewActs[asking.state]}
        busy={isPending}
        onClose={() => setAsking(undefined)}
        onSend={(note) => set(asking.items, asking.state, note)}
      />
    ),
  }
}
