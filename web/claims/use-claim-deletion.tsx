import { useState, type ReactNode } from 'react'
import { showError, wordsOf } from '../lib/notices.js'
import { Question } from '../app/Question.js'
import { useUndo } from '../changes/undo.js'
import {
  ClaimPlacesDocument,
  DeleteClaimDocument,
  DeleteClaimsDocument,
  type ClaimPlacesQuery,
} from '../generated/graphql.js'
import { brief } from '../lib/brief.js'
import { AnswerError, untilAnswered } from '../lib/answer.js'
import { graph, useAct } from '../lib/graph.js'
import { randomId } from '../lib/id.js'
import { texts } from '../texts.js'

const words = texts.claims.deletion
/** The most names that a message lists. */
const mostNamed = 5

export interface ClaimDeletion {
  /** The progress of a deletion as text; undefined while none is running. */
  busy: string | undefined
  /** Deletes claims with everything below them, after a question. Does nothing for an empty list. */
  ask: (claims: readonly { id: string; text: string }[]) => void
  /** Deletes all claims of the summary, after a question. */
  askAll: (count: number) => void
  /** The dialog with the question, while it is open. */
  dialog: ReactNode
}

type AskedDeletion =
  | { count: number; all: true }
  | { count: number; all?: undefined; below: number; top: readonly { id: string; text: string }[] }

/** Returns the ids of the claims that were deleted, and their number. */
function claimsIn({ deleted }: { deleted: readonly { type: string; ids: readonly string[] }[] }): [string[], number] {
  const ids = deleted.flatMap((one) => (one.type === 'Claim' ? one.ids : []))
  return [ids, ids.length]
}

/** Deletes several claims of a summary together; calls `onDone` when at least some of them are deleted. */
export function useClaimDeletion(summaryId: string, onDone: () => void): ClaimDeletion {
  const [busy, setBusy] = useState<string>()
  const [question, setQuestion] = useState<AskedDeletion>()
  const offerUndo = useUndo()
  const removeAll = useAct(DeleteClaimsDocument, {
    onSuccess({ deleteClaims }) {
      const [[id], count] = claimsIn(deleteClaims)
      if (id !== undefined) offerUndo(words.done(count), { kind: 'CLAIM', id })
      onDone()
    },
  })

  async function ask(claims: readonly { id: string; text: string }[]) {
    if (busy !== undefined || !claims.length) return
    setBusy(words.counting)
    try {
      const chosen = new Set(claims.map(({ id }) => id))
      const { top, below } = branchesOf(chosen, await placesOf(summaryId))
      // Keep claims that have been deleted meanwhile in the list, so that the deletion reports them.
      const isBelow = (id: string) => below.has(id) && !top.has(id)
      setQuestion({
        count: claims.length,
        below: [...below].filter((id) => !chosen.has(id)).length,
        top: claims.filter(({ id }) => !isBelow(id)),
      })
    } catch (error) {
      showError(error)
    } finally {
      setBusy(undefined)
    }
  }

  /** Deletes the branches in sequence, one for each request, and waits when the server limits the rate. */
  async function remove(top: readonly { id: string; text: string }[]) {
    const gone: string[] = []
    const kept: string[] = []
    let [count, reason] = [0, '']
    try {
      for (const [at, { id, text }] of top.entries()) {
        setBusy(words.busy(at + 1, top.length))
        const idempotencyKey = randomId()
        try {
          const { deleteClaim } = await untilAnswered(() => graph(DeleteClaimDocument, { id }, { idempotencyKey }))
          gone.push(id)
          count += claimsIn(deleteClaim)[1]
        } catch (error) {
          if (!(error instanceof AnswerError)) throw error
          kept.push(brief(text))
          reason = wordsOf(error)
        }
      }
    } catch (error) {
      showError(error)
    } finally {
      setBusy(undefined)
    }
    if (kept.length) {
      const names = texts.reviews.andMore(kept.slice(0, mostNamed), Math.max(0, kept.length - mostNamed))
      showError(new Error(words.kept(names, reason)))
    }
    if (gone.length) offerUndo(words.done(count), ...gone.map((id) => ({ kind: 'CLAIM', id }) as const))
    onDone()
  }

  return {
    busy: removeAll.isPending ? words.deletingAll : busy,
    ask: (claims) => void ask(claims),
    askAll: (count) => setQuestion({ count, all: true }),
    dialog: question && (
      <Question
        title={question.all ? words.titleAll(question.count) : words.title(question.count)}
        says={question.all ? words.saysAll : words.says(question.below)}
        act={question.all ? words.actAll : words.act(question.count)}
        onAct={() => (question.all ? removeAll.mutate({ summaryId }) : void remove(question.top))}
        onClose={() => setQuestion(undefined)}
      />
    ),
  }
}

interface Place {
  id: string
  parentId: string | null
}

/** Returns all claims of a summary with their parents, parents first, regardless of the filter of the tree. */
async function placesOf(summaryId: string): Promise<Place[]> {
  const places: Place[] = []
  for (let after: string | null = null; ;) {
    const answer: ClaimPlacesQuery = await graph(ClaimPlacesDocument, { summaryId, after })
    const page = answer.summary?.claimTree
    places.push(...(page?.edges.map(({ parentId, node }) => ({ id: node.id, parentId })) ?? []))
    if (!page?.pageInfo.hasNextPage) return places
    after = page.pageInfo.endCursor ?? null
  }
}

/**
 * Returns the chosen claims that are not below another chosen one, and the ids of these and of everything below them.
 */
function branchesOf(chosen: ReadonlySet<string>, places: readonly Place[]) {
  const [top, below] = [new Set<string>(), new Set<string>()]
  for (const { id, parentId } of places) {
    if (parentId && below.has(parentId)) below.add(id)
    else if (chosen.has(id)) {
      top.add(id)
      below.add(id)
    }
  }
  return { top, below }
}
