import { Center, Group, Loader, Stack, Title } from '@mantine/core'
import { useEffect, type ReactNode } from 'react'
import { texts } from '../texts.js'

/** A page with its title, which is also the title of the browser tab; `side` is shown beside the heading. */
export function Page({ title, side, children }: { title: string; side?: ReactNode; children: ReactNode }) {
  useEffect(() => {
    document.title = `${title} · ${texts.brand}`
  }, [title])
  return (
    <Stack gap="md">
      <Group justify="space-between" align="center">
        <Title order={1} size="h3">
          {title}
        </Title>
        {side}
      </Group>
      {children}
    </Stack>
  )
}

export function Loading() {
  return (
    <Center py="xl" role="status" aria-label={texts.states.loading}>
      <Loader />
    </Center>
  )
}
