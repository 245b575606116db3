import { Button, Group, Progress, Stack, Text } from '@mantine/core'
import { texts } from '../texts.js'
import type { Transfer } from '../lib/transfer.js'

interface Props {
  label: string
  state: Transfer
  /** Absent when the transfer can no longer be stopped. */
  onStop?: (() => void) | undefined
}

/** The progress of an upload or download in bytes, with a button to stop it. */
export function TransferBar({ label, state, onStop }: Props) {
  const { done, total } = state
  return (
    <Stack gap={4} role="status">
      <Group justify="space-between">
        <Text size="sm">{`${label}: ${texts.exchange.bytes(done)}${total ? ` / ${texts.exchange.bytes(total)}` : ''}`}</Text>
        {onStop && (
          <Button size="compact-sm" variant="default" onClick={onStop}>
            {texts.jobs.cancel}
          </Button>
        )}
      </Group>
      <Progress.Root>
        <Progress.Section
          value={total ? Math.min(100, (done / total) * 100) : 100}
          aria-label={label}
          animated={!total}
        />
      </Progress.Root>
    </Stack>
  )
}
