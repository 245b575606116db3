import { ActionIcon, Anchor, Group, List, Paper, Text, ThemeIcon, Title, VisuallyHidden } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { useId } from 'react'
import { Link } from 'wouter'
import { IconClose, IconDone, IconToDo } from '../app/frame-icons.js'
import { at, paths } from '../app/paths.js'
import { useViewer } from '../app/session.js'
import { FirstStepsDocument } from '../generated/graphql.js'
import { useGraph } from '../lib/graph.js'
import { texts } from '../texts.js'

const words = texts.firstSteps

/**
 * The first steps of a new user, each a link to its page, and ticked once the server has such content. The list
 * disappears when all are done or when the user dismisses it, which this browser remembers.
 */
export function FirstSteps({ videoId }: { videoId: string | undefined }) {
  const { id } = useViewer()
  const title = useId()
  const [isDismissed, setDismissed] = useLocalStorage({
    key: `parallax.first-steps.${id}`,
    defaultValue: false,
    getInitialValueInEffect: false,
  })
  const { data } = useGraph(FirstStepsDocument, { me: id }, { enabled: !isDismissed, staleTime: 0 })
  if (isDismissed || !data) return null
  const own = data.personas.nodes.filter(({ ownerId }) => ownerId === id)
  const [first] = own
  const personaAddress = first ? at(paths.persona, { personaId: first.id }) : paths.personas
  const ofVideo = (path: string) => videoId && at(path, { videoId })
  const steps = [
    { words: words.persona, isDone: own.length > 0, href: paths.personas },
    { words: words.types, isDone: own.some(({ ontology }) => (ontology?.types.length ?? 0) > 0), href: personaAddress },
    { words: words.box, isDone: data.annotations.nodes.length > 0, href: ofVideo(paths.video) },
    { words: words.summary, isDone: data.summaries.nodes.length > 0, href: ofVideo(paths.reading) },
    { words: words.claims, isDone: data.claims.nodes.length > 0, href: ofVideo(paths.reading) },
  ]
  if (steps.every(({ isDone }) => isDone)) return null
  return (
    <Paper withBorder p="md" component="section" aria-labelledby={title}>
      <Group justify="space-between" mb="xs" wrap="nowrap">
        <Title order={2} size="h4" id={title}>
          {words.title(steps.filter(({ isDone }) => isDone).length, steps.length)}
        </Title>
        <ActionIcon variant="subtle" color="gray" aria-label={words.dismiss} onClick={() => setDismissed(true)}>
          <IconClose size={16} />
        </ActionIcon>
      </Group>
      <List center spacing={6} listStyleType="none">
        {steps.map(({ words: [label, hint], isDone, href }) => {
          const Mark = isDone ? IconDone : IconToDo
          return (
            <List.Item
              key={label}
              icon={
                <ThemeIcon variant="transparent" size={20} color={isDone ? 'teal' : 'gray'}>
                  <Mark size={18} />
                </ThemeIcon>
              }
            >
              {href && !isDone ? (
                <Anchor component={Link} href={href} size="sm" fw={500}>
                  {label}
                </Anchor>
              ) : (
                <Text span size="sm" fw={500} c={isDone ? 'dimmed' : undefined}>
                  {label}
                </Text>
              )}
              <VisuallyHidden>{isDone ? words.done : words.open}</VisuallyHidden>
              <Text span size="sm" c="dimmed" visibleFrom="sm">
                {` ${hint}`}
              </Text>
            </List.Item>
          )
        })}
      </List>
    </Paper>
  )
}
