import { Center, Group, Loader, Stack, Title } from '@mantine/core'
import { useEffect, type ReactNode } from 'react'
import { texts } from '../texts.js'
import classes from './Page.module.css'

interface Props {
  /** Also the title of the browser tab. */
  title: string
  /** Shown before the heading: the way to the page. */
  way?: ReactNode
  /** Shown beside the heading. */
  side?: ReactNode
  /** Whether the page fills the window at the width of a desk, in place of scrolling. */
  fills?: boolean
  children: ReactNode
}

/** A page with its title. */
export function Page({ title, way, side, fills = false, children }: Props) {
  useEffect(() => {
    document.title = `${title} · ${texts.brand}`
  }, [title])
  return (
    <Stack gap={fills ? 'xs' : 'md'} className={fills ? classes.filled! : ''}>
      <Group justify="space-between" align="center" gap="xs">
        <Group gap="xs" miw={0}>
          {way}
          <Title order={1} size={fills ? 'h4' : 'h3'}>
            {title}
          </Title>
        </Group>
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
