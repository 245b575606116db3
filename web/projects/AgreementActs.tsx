import { Group } from '@mantine/core'
import { useState } from 'react'
import { RowAct } from '../app/DataTable.js'
import { Question } from '../app/Question.js'
import { DeleteAgreementDocument, ProjectAgreementsDocument, type JobStatus } from '../generated/graphql.js'
import { isOpen } from '../jobs/JobProgress.js'
import { useAct } from '../lib/graph.js'
import { showError } from '../lib/notices.js'
import { readAgain } from '../lib/query-client.js'
import { texts } from '../texts.js'

const words = texts.projectAgreement

interface Props {
  one: { id: string; status: JobStatus; createdAt: string }
  isShown: boolean
  onShow: () => void
}

/** Shows the figures of an agreement, or deletes it after a question; one that is being measured is cancelled. */
export function AgreementActs({ one: { id, status, createdAt }, isShown, onShow }: Props) {
  const [isAsking, setAsking] = useState(false)
  const reload = () => readAgain(ProjectAgreementsDocument)
  const remove = useAct(DeleteAgreementDocument, {
    onSuccess: reload,
    onError(error) {
      showError(error)
      reload()
    },
  })
  const name = texts.things.moment(createdAt)
  if (isOpen(status))
    return (
      <RowAct label={words.cancelOf(name)} loading={remove.isPending} onClick={() => remove.mutate({ id })}>
        {words.cancel}
      </RowAct>
    )
  return (
    <Group gap="xs" wrap="nowrap" justify="end">
      {status === 'COMPLETED' && !isShown && (
        <RowAct label={words.showOf(name)} onClick={onShow}>
          {words.show}
        </RowAct>
      )}
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
    </Group>
  )
}
