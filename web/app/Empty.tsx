import { Button, Stack, Text } from '@mantine/core'
import { Link } from 'wouter'

interface Props {
  /** A sentence that says that the list is empty, and one about what the list is for. */
  says: string
  /** The next step: a link to a page, or an action on this page. */
  step?: { label: string; href: string } | { label: string; onClick: () => void } | undefined
}

/** The content of an empty list: what says so, and the next step, which is the one act of the page meanwhile. */
export function Empty({ says, step }: Props) {
  return (
    <Stack align="center" gap="sm" py={step ? 'xl' : 'md'}>
      <Text size="sm" c="dimmed" ta="center" maw={420}>
        {says}
      </Text>
      {step &&
        ('href' in step ? (
          <Button component={Link} href={step.href}>
            {step.label}
          </Button>
        ) : (
          <Button onClick={step.onClick}>{step.label}</Button>
        ))}
    </Stack>
  )
}
