import { Button, Group, Stack, Text } from '@mantine/core'
import { Dialog } from '../app/Dialog.js'
import { AnswerError } from '../lib/answer.js'
import { texts } from '../texts.js'

/**
 * Returns the fields written by users, if the server refused for them to let a model replace the summary; otherwise
 * undefined.
 */
export function editedFieldsOf(error: Error): readonly string[] | undefined {
  const fields = error instanceof AnswerError ? error.details['editedFields'] : undefined
  return Array.isArray(fields) ? (fields as string[]) : undefined
}

interface Props {
  edited: readonly string[]
  busy: boolean
  onReplace: () => void
  onClose: () => void
}

/** Asks whether a model may replace what users have written. */
export function ReplaceQuestion({ edited, busy, onReplace, onClose }: Props) {
  const words = texts.reading.request.replace
  return (
    <Dialog title={words.title} onClose={onClose}>
      <Stack>
        <Text size="sm">{words.about(edited.map((field) => words.fields[field] ?? field))}</Text>
        <Group justify="end">
          <Button variant="default" onClick={onClose} data-autofocus>
            {words.keep}
          </Button>
          <Button color="red.9" loading={busy} onClick={onReplace}>
            {words.act}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
