import { Button, Group, Stack, Table, Text } from '@mantine/core'
import { Dialog } from '../app/Dialog.js'
import { texts } from '../texts.js'
import type { Conflict } from './act.js'
import { boxOf } from './track.js'

const words = texts.conflict
const members = ['x', 'y', 'width', 'height'] as const

/**
 * Shows another user's change beside the user's own and asks which one to keep; closing the dialog keeps the other
 * user's.
 */
export function ConflictDialog({ conflict }: { conflict: Conflict }) {
  const { mine, frame, track } = conflict
  const theirs = track && boxOf(track, frame)
  return (
    <Dialog title={words.title} onClose={() => conflict.decide('theirs')}>
      <Stack>
        <Text size="sm">{mine ? words.about(frame) : words.aboutRest(frame)}</Text>
        {mine && (
          <Table withTableBorder>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{words.member}</Table.Th>
                <Table.Th>{words.theirs}</Table.Th>
                <Table.Th>{words.mine}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {members.map((name) => (
                <Table.Tr key={name}>
                  <Table.Th scope="row">{texts.tracks.members[name]}</Table.Th>
                  <Table.Td>{theirs ? Math.round(theirs[name] * 10) / 10 : words.none}</Table.Td>
                  <Table.Td>{mine[name]}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        )}
        <Group justify="end">
          <Button variant="default" onClick={() => conflict.decide('theirs')} data-autofocus>
            {words.keepTheirs}
          </Button>
          <Button onClick={() => conflict.decide('mine')}>{words.keepMine}</Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
