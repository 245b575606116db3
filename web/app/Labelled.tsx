import { Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'

/** A value under its label, as long as it is only read. */
export function Labelled({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Stack gap={4} maw={640}>
      <Text size="sm" fw={500}>
        {label}
      </Text>
      <Text size="sm">{children}</Text>
    </Stack>
  )
}
