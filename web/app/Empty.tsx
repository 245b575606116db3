import { Button, Stack, Text } from '@mantine/core'
import { Link } from 'wouter'

interface Props {
  /** What there is none of yet. */
  says: string
  /** The next step: a link to a page or something to do here. */
  step?: { label: string; href: string } | { label: string; onClick: () => void } | undefined
}

/** What a list shows while it is empty: that it is, and the next step as a button. */
export function Empty({ says, step }: Props) {
  return (
    <Stack align="start" gap="xs">
      <Text c="dimmed">{says}</Text>
      {step &&
        ('href' in step ? (
          <Button component={Link} href={step.href} variant="light">
            {step.label}
          </Button>
        ) : (
          <Button variant="light" onClick={step.onClick}>
            {step.label}
          </Button>
        ))}
    </Stack>
  )
}
