import { Group, Paper, Stack, Title } from '@mantine/core'
import { useId, type ReactNode } from 'react'

/** A part of a page under a heading of its own; `side` holds its actions beside the heading. */
export function Section({ title, side, children }: { title: string; side?: ReactNode; children: ReactNode }) {
  const id = useId()
  return (
    <Paper withBorder p="md" component="section" aria-labelledby={id}>
      <Stack gap="sm">
        <Group justify="space-between">
          <Title order={2} size="h4" id={id}>
            {title}
          </Title>
          {side}
        </Group>
        {children}
      </Stack>
    </Paper>
  )
}
