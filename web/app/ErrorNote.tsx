import { Alert, Button, Stack } from '@mantine/core'
import { texts } from '../texts.js'
import { wordsOf } from '../lib/notices.js'

/** An error message in place of content that could not be loaded, with a button to retry if `retry` is set. */
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
