import { Button, Group, Stack, Table, Text } from '@mantine/core'
import { Dialog } from '../app/Dialog.js'
import { LastChangeDocument, type WatchQuery } from '../generated/graphql.js'
import { useGraph } from '../lib/graph.js'
import { texts } from '../texts.js'
import { FramePicture } from '../videos/FramePicture.js'
import type { Player } from '../videos/player.js'
import type { Conflict } from './act.js'
import classes from './ConflictPicture.module.css'
import { boxOf } from './track.js'

const words = texts.conflict
const members = ['x', 'y', 'width', 'height'] as const

interface Props {
  conflict: Conflict
  player: Player
  video: NonNullable<WatchQuery['video']>
  size: { width: number; height: number }
}

/**
 * Shows another user's change beside the user's own, over the picture of the frame and in numbers, with who made it and
 * when, and asks which one to keep; closing the dialog keeps the other user's.
 */
export function ConflictDialog({ conflict, ...picture }: Props) {
  const { id, mine, frame, track, isAgain, isWhole } = conflict
  const theirs = track && boxOf(track, frame)
  const { data } = useGraph(LastChangeDocument, { id }, { staleTime: 0 })
  const [last] = data?.history.nodes ?? []
  const name = last?.actor?.displayName ?? undefined
  return (
    <Dialog title={words.title(name)} size="lg" onClose={() => conflict.decide('theirs')}>
      <Stack>
        <Text size="sm">
          {isAgain && `${words.again} `}
          {last && `${words.when(texts.moment(last.at))} `}
          {mine ? words.about(frame) : isWhole ? words.aboutWhole : words.aboutRest(frame)}
        </Text>
        {mine && <ConflictPicture {...picture} frame={frame} mine={mine} theirs={theirs} />}
        {mine && (
          <Table withTableBorder>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{words.member}</Table.Th>
                <Table.Th>{words.theirs(name)}</Table.Th>
                <Table.Th>{words.mine}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {members.map((member) => (
                <Table.Tr key={member}>
                  <Table.Th scope="row">{texts.tracks.members[member]}</Table.Th>
                  <Table.Td>{theirs ? Math.round(theirs[member] * 10) / 10 : words.none}</Table.Td>
                  <Table.Td>{mine[member]}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        )}
        <Group justify="end">
          <Button variant="default" onClick={() => conflict.decide('theirs')} data-autofocus>
            {words.keepTheirs(name)}
          </Button>
          <Button onClick={() => conflict.decide('mine')}>{words.keepMine}</Button>
        </Group>
      </Stack>
    </Dialog>
  )
}

interface Rectangle {
  x: number
  y: number
  width: number
  height: number
}

/** The frame with both boxes: the other user's dashed, the user's own with a full line. */
function ConflictPicture({
  player,
  video,
  size,
  frame,
  mine,
  theirs,
}: Omit<Props, 'conflict'> & { frame: number; mine: Rectangle; theirs: Rectangle | null | undefined }) {
  const rectangle = ({ x, y, width, height }: Rectangle) => ({ x, y, width, height })
  return (
    <div className={classes.whole} style={{ aspectRatio: `${size.width} / ${size.height}` }}>
      <FramePicture clock={player.clock} source={video.streamUrl} frame={frame} />
      <svg viewBox={`0 0 ${size.width} ${size.height}`} role="img" aria-label={words.picture}>
        {theirs && <rect className={classes.theirs} {...rectangle(theirs)} />}
        <rect className={classes.mine} {...rectangle(mine)} />
      </svg>
    </div>
  )
}
