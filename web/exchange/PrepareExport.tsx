import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { showDone, wordsOf } from '../lib/notices.js'
import { PreparedExportsDocument, PrepareExportDocument, type CreateExportInput } from '../generated/graphql.js'
import { AnswerError } from '../lib/answer.js'
import { useAct } from '../lib/graph.js'
import { readAgain } from '../lib/query-client.js'
import { texts } from '../texts.js'
import { DeleteExport } from './DeleteExport.js'

const words = texts.exchange.prepared

interface Props {
  /** The content of the file. */
  input: CreateExportInput
  disabled: boolean
  refusal: Error | undefined
  onRefusal: (refusal: Error | undefined) => void
  /** Shown before the button. */
  children?: ReactNode
}

/** A button that has the server write an export into a file; a refusal is shown until it is closed or outdated. */
export function PrepareExport({ input, disabled, refusal, onRefusal, children }: Props) {
  const prepare = useAct(PrepareExportDocument, {
    onSuccess() {
      onRefusal(undefined)
      showDone(words.begun)
      readAgain(PreparedExportsDocument)
    },
    onError: onRefusal,
  })
  const oldest = oldestOf(refusal)
  return (
    <>
      <Group gap="xs">
        {children}
        <Button
          variant="default"
          disabled={disabled}
          loading={prepare.isPending}
          onClick={() => prepare.mutate({ input })}
        >
          {words.prepare}
        </Button>
      </Group>
      <Text size="xs" c="dimmed">
        {words.hint}
      </Text>
      {refusal && (
        <Alert
          color="red"
          role="alert"
          title={words.refused}
          withCloseButton
          closeButtonLabel={texts.states.close}
          onClose={() => onRefusal(undefined)}
        >
          <Stack gap="xs">
            {oldest.length ? words.makeRoom : wordsOf(refusal)}
            {oldest.map(({ id, createdAt, size }) => {
              const name = words.kept(texts.things.moment(createdAt), size === null ? null : texts.exchange.bytes(size))
              return (
                <Group key={id} justify="space-between" wrap="nowrap">
                  <Text size="sm">{name}</Text>
                  <DeleteExport id={id} name={name} onDeleted={() => onRefusal(undefined)} />
                </Group>
              )
            })}
          </Stack>
        </Alert>
      )}
    </>
  )
}

/** Returns the exports that a refusal for too many exports lists, the oldest first. */
function oldestOf(refusal: Error | undefined) {
  const { exports = [] } = (refusal instanceof AnswerError ? refusal.details : {}) as {
    exports?: { id: string; createdAt: string; size: number | null }[]
  }
  return exports
}
