import { Button } from '@mantine/core'
import { useState } from 'react'
import { quiet } from '../app/button-looks.js'
import { Question } from '../app/Question.js'
import { useUndo } from '../changes/undo.js'
import { DeleteSummaryDocument } from '../generated/graphql.js'
import { useAct } from '../lib/graph.js'
import { texts } from '../texts.js'

interface Props {
  summary: { id: string; version: number; claimCount: number }
  onDeleted: () => void
}

/** A button that deletes a summary, after a question that lists what is deleted with it. */
export function DeleteSummary({ summary: { id, version, claimCount }, onDeleted }: Props) {
  const words = texts.reading.deletion
  const [isAsking, setAsking] = useState(false)
  const offerUndo = useUndo()
  const remove = useAct(DeleteSummaryDocument, {
    onSuccess() {
      offerUndo(words.done, { kind: 'SUMMARY', id })
      onDeleted()
    },
  })
  return (
    <>
      <Button {...quiet} loading={remove.isPending} onClick={() => setAsking(true)}>
        {words.act}
      </Button>
      {isAsking && (
        <Question
          title={words.title}
          says={words.says(claimCount)}
          act={words.act}
          onAct={() => remove.mutate({ id, ifVersion: version })}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}
