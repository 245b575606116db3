import { Button, Group, Paper, Stack, Title } from '@mantine/core'
import { texts } from '../texts.js'
import type { Link } from './act.js'
import { LinkPicker } from './LinkPicker.js'

const words = texts.video

interface Props {
  link: Link | undefined
  onLink: (link: Link) => void
  persona: string | null | undefined
  onPersona: (personaId: string | null) => void
  drawing: boolean
  setDrawing: (drawing: boolean) => void
  onMiddle: () => void
}

/** What new boxes are labelled with, and the ways to draw them. If no type is chosen, it is asked for after drawing. */
export function LabelPanel({ link, onLink, persona, onPersona, drawing, setDrawing, onMiddle }: Props) {
  return (
    <Paper withBorder p="sm" component="section" aria-label={words.newBoxes}>
      <Stack gap="xs">
        <Title order={2} size="h5">
          {words.newBoxes}
        </Title>
        <LinkPicker link={link} onChange={onLink} persona={persona} onPersona={onPersona} />
        <Group gap="xs">
          <Button variant={drawing ? 'filled' : 'default'} aria-pressed={drawing} onClick={() => setDrawing(!drawing)}>
            {words.draw}
          </Button>
          <Button variant="default" onClick={onMiddle}>
            {words.drawMiddle}
          </Button>
        </Group>
      </Stack>
    </Paper>
  )
}
