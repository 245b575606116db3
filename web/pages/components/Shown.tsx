import { Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'

/** A component in its states, under its name, by which the test of the look finds it. */
export function Shown({ name, isWide = false, children }: { name: string; isWide?: boolean; children: ReactNode }) {
  return (
    <Stack gap={6} component="section" data-component={name} aria-label={name}>
      <Text size="xs" c="dimmed">
        {name}
      </Text>
      {isWide ? <div>{children}</div> : <Group gap="sm">{children}</Group>}
    </Stack>
  )
}
