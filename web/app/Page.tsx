import { Center, Group, Loader, Stack, Title } from '@mantine/core'
import { useEffect, type ReactNode } from 'react'
import { texts } from '../texts.js'
import classes from './Page.module.css'

interface Props {
  /** The title of the browser tab, and the heading unless there is another. */
  title: string
  /** The heading, for a page whose other contents say the rest of its title. */
  heading?: string
  /** Shown before the heading: the way to the page. */
  way?: ReactNode
  /** Shown beside the heading. */
  side?: ReactNode
  /** Whether the page fills the window at the width of a desk, in place of scrolling. */
  fills?: boolean
  children: ReactNode
}

/** A page with its title. */
export function Page({ title, heading = title, way, side, fills = false, children }: Props) {
  useEffect(() => {
    document.title = `${title} · ${texts.brand}`
  }, [title])
  return (
    <Stack gap={fills ? 'xs' : 'md'} className={fills ? classes.filled! : ''}>
      <Group justify="space-between" align="center" gap="xs" mih={way ? 32 : 36}>
        <Group gap="xs" miw={0}>
          {way}
          <Title order={1} size={way ? 'h4' : 'h3'}>
            {heading}
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
