import { Box, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useId, type ReactNode } from 'react'
import classes from './Section.module.css'

interface Props {
  title: string
  /** What the part is for, below its heading. */
  about?: string
  /** The actions of the part, beside its heading. */
  side?: ReactNode
  /** Whether the part is a form, whose fields stand beside the heading on a wide screen. */
  isForm?: boolean
  children: ReactNode
}

/** A part of a page under a heading of its own. */
export function Section({ title, about, side, isForm = false, children }: Props) {
  const id = useId()
  return (
    <Paper withBorder p="md" component="section" aria-labelledby={id}>
      <Stack gap="sm" className={isForm ? classes.beside! : ''}>
        <Group justify="space-between" align="start">
          <Box flex={1} miw={0}>
            <Title order={2} size="h4" id={id}>
              {title}
            </Title>
            {about !== undefined && (
              <Text size="sm" c="dimmed" maw="70ch">
                {about}
              </Text>
            )}
          </Box>
          {side}
        </Group>
        {children}
      </Stack>
    </Paper>
  )
}
