import { useState } from 'react'
import { RowAct } from '../app/DataTable.js'
import { showError } from '../lib/notices.js'
import { Question } from '../app/Question.js'
import { DeleteExportDocument, PreparedExportsDocument } from '../generated/graphql.js'
import { useAct } from '../lib/graph.js'
import { readAgain } from '../lib/query-client.js'
import { texts } from '../texts.js'

const words = texts.exchange.prepared

interface Props {
  id: string
  /** A name that distinguishes the export from the others. */
  name: string
  /** Whether the file is complete; an export that is still being written is cancelled without a question. */
  isWritten?: boolean
  onDeleted: () => void
}

/** A button that deletes a prepared export after a question, or cancels one that is still being written. */
export function DeleteExport({ id, name, isWritten = true, onDeleted }: Props) {
  const [isAsking, setAsking] = useState(false)
  const remove = useAct(DeleteExportDocument, {
    onSuccess() {
      readAgain(PreparedExportsDocument)
      onDeleted()
    },
    onError(error) {
      showError(error)
      // The export may have expired, or have been deleted in another window.
      readAgain(PreparedExportsDocument)
    },
  })
  if (!isWritten)
    return (
      <RowAct label={words.cancelOf(name)} loading={remove.isPending} onClick={() => remove.mutate({ id })}>
        {words.cancel}
      </RowAct>
    )
  return (
    <>
      <RowAct removes label={words.removeOf(name)} loading={remove.isPending} onClick={() => setAsking(true)}>
        {words.remove}
      </RowAct>
      {isAsking && (
        <Question
          title={words.removeOf(name)}
          says={words.removes}
          act={words.remove}
          onAct={() => remove.mutate({ id })}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}
