import { useState } from 'react'
import { useLocation } from 'wouter'
import { paths } from '../app/paths.js'
import { Question } from '../app/Question.js'
import { useUndo } from '../changes/undo.js'
import { DeletePersonaDocument, PersonaDeletionDocument } from '../generated/graphql.js'
import { useAct, useGraph } from '../lib/graph.js'
import { queryClient } from '../lib/query-client.js'
import { texts } from '../texts.js'

/** Returns how to delete a persona, and the question that is asked before, which lists what is deleted with it. */
export function usePersonaDeletion({ id, name, version }: { id: string; name: string; version: number }) {
  const words = texts.personas
  const [, go] = useLocation()
  const offerUndo = useUndo()
  const [isAsking, setAsking] = useState(false)
  const { data, isFetching } = useGraph(PersonaDeletionDocument, { id }, { enabled: isAsking, staleTime: 0 })
  const remove = useAct(DeletePersonaDocument, {
    onSuccess() {
      offerUndo(texts.things.removed(name), { kind: 'PERSONA', id })
      go(paths.personas)
      // Summaries, claims and annotations were deleted too, so any cached answer may be outdated.
      void queryClient.invalidateQueries()
    },
  })
  const gone = isFetching ? undefined : data?.personaDeletionPreview
  const question = isAsking && gone && (
    <Question
      title={words.deleteOf(name)}
      says={words.deletes({
        types: gone.typeCount,
        summaries: gone.summaryCount,
        claims: gone.claimCount,
        annotations: gone.annotationCount,
        assignments: gone.worldAssignmentCount,
      })}
      act={words.delete}
      onAct={() => remove.mutate({ input: { id, ifVersion: version } })}
      onClose={() => setAsking(false)}
    />
  )
  return { ask: () => setAsking(true), isBusy: remove.isPending || (isAsking && !gone), question }
}
