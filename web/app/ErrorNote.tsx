import { Alert, Button, Stack } from '@mantine/core'
import { texts } from '../texts.js'
import { wordsOf } from './notices.js'

/** What went wrong in place of what would be shown, and how to go on. */
export function ErrorNote({ error, retry }: { error: unknown; retry?: () => void }) {
  return (
    <Alert color="red" title={texts.errors.title} role="alert">
      <Stack align="start" gap="sm">
        {wordsOf(error)}
        {retry && (
          <Button size="xs" variant="default" onClick={retry}>
            {texts.errors.retry}
          </Button>
        )}
      </Stack>
    </Alert>
  )
}
