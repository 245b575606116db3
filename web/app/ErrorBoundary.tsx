import { Alert, Button, Stack, Text } from '@mantine/core'
import { Component, type ReactNode } from 'react'
import { texts } from '../texts.js'

/**
 * Shows an error that a page throws while rendering in place of the page, so that the shell around it keeps working.
 */
export class ErrorBoundary extends Component<{ children: ReactNode }, { error?: Error }> {
  override state: { error?: Error } = {}

  static getDerivedStateFromError(error: Error) {
    return { error }
  }

  override render() {
    const { error } = this.state
    if (!error) return this.props.children
    return (
      <Alert color="red" title={texts.errors.broken} role="alert">
        <Stack align="start" gap="sm">
          <Text size="sm">{error.message}</Text>
          <Button size="xs" variant="default" onClick={() => location.reload()}>
            {texts.errors.reload}
          </Button>
        </Stack>
      </Alert>
    )
  }
}
