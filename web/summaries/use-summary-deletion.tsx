import { useState } from 'react'
import { Question } from '../app/Question.js'
import { useUndo } from '../changes/undo.js'
import { DeleteSummaryDocument } from '../generated/graphql.js'
import { useAct } from '../lib/graph.js'
import { texts } from '../texts.js'

interface Summary {
  id: string
  version: number
  claimCount: number
}

/** Returns how to delete a summary, and the question that is asked before, which says what is deleted with it. */
export function useSummaryDeletion({ id, version, claimCount }: Summary, onDeleted: () => void) {
  const words = texts.reading.deletion
  const [isAsking, setAsking] = useState(false)
  const offerUndo = useUndo()
  const remove = useAct(DeleteSummaryDocument, {
    onSuccess() {
      offerUndo(words.done, { kind: 'SUMMARY', id })
      onDeleted()
    },
  })
  const question = isAsking && (
    <Question
      title={words.title}
      says={words.says(claimCount)}
      act={words.act}
      onAct={() => remove.mutate({ id, ifVersion: version })}
      onClose={() => setAsking(false)}
    />
  )
  return { ask: () => setAsking(true), isBusy: remove.isPending, question }
}
