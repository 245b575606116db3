import { Button, Stack, Text } from '@mantine/core'
import { Link } from 'wouter'

interface Props {
  /** A sentence that says that the list is empty. */
  says: string
  /** The next step: a link to a page, or an action on this page. */
  step?: { label: string; href: string } | { label: string; onClick: () => void } | undefined
}

/** The content of an empty list: a sentence that says so, and the next step as a button. */
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
