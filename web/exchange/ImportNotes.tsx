import { Badge, Box, Button, Group, List, ScrollArea, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { texts } from '../texts.js'
import type { NoteGroup } from './note-groups.js'

const words = texts.exchange.import
/** The number of lines of a group that are shown, and that are added on demand. */
const step = 100

/** The notes on an import as sentences, in a list of limited height; each opens to the lines that it is about. */
export function ImportNotes({ groups }: { groups: readonly NoteGroup[] }) {
  const [filter, setFilter] = useState('')
  const wanted = filter.toLowerCase()
  const matching = groups
    .map((group) => (group.sentence.toLowerCase().includes(wanted) ? group : { ...group, ...matchesIn(group, wanted) }))
    .filter(({ lines }) => lines.length > 0)
  const count = (all: readonly NoteGroup[]) => all.reduce((sum, { lines, unnamed }) => sum + lines.length + unnamed, 0)
  return (
    <>
      <TextInput label={words.filter} value={filter} onChange={(event) => setFilter(event.currentTarget.value)} />
      <Text size="xs" c="dimmed" role="status">
        {words.shown(count(matching), count(groups))}
      </Text>
      <ScrollArea.Autosize mah={320} viewportProps={{ tabIndex: 0 }}>
        <Stack component="ul" aria-label={words.notes} gap={4} p={0} m={0} style={{ listStyle: 'none' }}>
          {matching.map((group) => (
            <li key={`${group.severity} ${group.sentence}`}>
              <Lines group={group} />
            </li>
          ))}
        </Stack>
      </ScrollArea.Autosize>
    </>
  )
}

const matchesIn = ({ lines }: NoteGroup, wanted: string) => ({
  lines: lines.filter(({ line, detail }) => words.line(line, detail).toLowerCase().includes(wanted)),
  unnamed: 0,
})

function Lines({ group: { severity, sentence, lines, unnamed } }: { group: NoteGroup }) {
  const [isOpen, setOpen] = useState(false)
  const [most, setMost] = useState(step)
  return (
    <Box component="details" onToggle={({ currentTarget }) => setOpen((currentTarget as HTMLDetailsElement).open)}>
      <Box component="summary" py={4} style={{ cursor: 'pointer', overflowWrap: 'anywhere' }}>
        <Badge miw="max-content" variant="light" color={severity === 'error' ? 'red' : 'orange'} tt="none">
          {words.severities[severity]}
        </Badge>{' '}
        <Text span size="sm">
          {sentence}
        </Text>
      </Box>
      {isOpen && (
        <>
          <List size="sm" pl="lg" withPadding>
            {lines.slice(0, most).map(({ line, detail }, i) => (
              <List.Item key={i} style={{ overflowWrap: 'anywhere' }}>
                {words.line(line, detail)}
              </List.Item>
            ))}
          </List>
          <Group gap="xs" pl="lg">
            {lines.length > most && (
              <Button size="compact-sm" variant="default" onClick={() => setMost(most + step)}>
                {texts.states.more}
              </Button>
            )}
            {unnamed > 0 && lines.length <= most && <Text size="sm">{words.furtherLines(unnamed)}</Text>}
          </Group>
        </>
      )}
    </Box>
  )
}
