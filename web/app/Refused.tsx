import { Alert, Button, Stack, Text } from '@mantine/core'
import { texts } from '../texts.js'

/** A file that was not accepted; `why` is the reason and what to do about it. */
export interface RefusedFile {
  name: string
  why: string
}

interface Props {
  title: string
  files: readonly RefusedFile[]
  onClose: () => void
  retry?: (() => void) | undefined
}

/** Lists files that were not accepted until the user closes the list. */
export function Refused({ title, files, onClose, retry }: Props) {
  if (!files.length) return null
  return (
    <Alert
      color="red"
      role="alert"
      title={title}
      withCloseButton
      closeButtonLabel={texts.states.close}
      onClose={onClose}
    >
      <Stack align="start" gap="xs">
        {files.map(({ name, why }, i) => (
          <Text key={i} size="sm" style={{ overflowWrap: 'anywhere' }}>{`${name}: ${why}`}</Text>
        ))}
        {retry && (
          <Button size="xs" variant="default" onClick={retry}>
            {texts.errors.retry}
          </Button>
        )}
      </Stack>
    </Alert>
  )
}
