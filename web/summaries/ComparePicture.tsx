import { Badge, Group, Paper, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { boxAt } from '../../src/annotations/sequences/sequence.js'
import { placeLabels } from '../annotations/label-places.js'
import type { TrackIndex } from '../annotations/track-index.js'
import { useTrackIndex } from '../annotations/use-track-index.js'
import type { WatchQuery } from '../generated/graphql.js'
import { rest } from '../lib/rest.js'
import { typeface } from '../lib/typeface.js'
import { texts } from '../texts.js'
import { PlainVideo, type Size } from '../videos/PlainVideo.js'
import type { Player } from '../videos/player.js'
import { useFrame } from '../videos/use-player.js'

const words = texts.compare

/**
 * The styles of boxes of the first persona, the second persona and no persona; dashes distinguish them without colour.
 */
export const looks = [
  { colour: 'cyan', stroke: '#22d3ee', dash: undefined },
  { colour: 'orange', stroke: '#fb923c', dash: '6 4' },
  { colour: 'gray', stroke: '#e5e7eb', dash: '2 4' },
] as const
/** The index in `looks` for boxes labelled with an object of the world, which belong to no persona. */
const nobodys = 2
/** The height of letters, as a share of the picture's height. */
const letters = 1 / 24
/** The height of a line of them, as a multiple of theirs. */
const line = 1.3

interface Drawn {
  id: string
  personaId: string | null
  frames: unknown
}

interface Props {
  video: NonNullable<WatchQuery['video']>
  personaIds: readonly (string | undefined)[]
}

/** The video with the named boxes of both personas and those of no persona. */
export function ComparePicture({ video, personaIds }: Props) {
  const index = useTrackIndex(video.id)
  const { data } = useQuery({
    queryKey: ['annotations of a video', video.id],
    queryFn: ({ signal }) => rest<Drawn[]>(`/api/annotations/${encodeURIComponent(video.id)}`, { signal }),
  })
  return (
    <Paper withBorder p="xs">
      <Title order={2} size="h5" mb="xs">
        {words.picture}
      </Title>
      <PlainVideo
        video={video}
        overlay={(player, size) => <Boxes {...{ player, size, personaIds, index }} drawn={data ?? nothing} />}
      />
      {data?.some(({ personaId }) => !personaId) && (
        <Group gap="xs" mt="xs">
          <Badge circle size="xs" color={looks[nobodys].colour} />
          <Text size="sm">{words.ofNobody}</Text>
        </Group>
      )}
    </Paper>
  )
}

const nothing: readonly Drawn[] = []

interface BoxesProps extends Pick<Props, 'personaIds'> {
  player: Player
  size: Size
  drawn: readonly Drawn[]
  index: TrackIndex
}

function Boxes({ player, size, drawn, personaIds, index }: BoxesProps) {
  const frame = useFrame(player)
  const boxes = useMemo(
    () =>
      drawn.flatMap(({ id, personaId, frames }) => {
        const side = personaId ? personaIds.indexOf(personaId) : nobodys
        const box = side < 0 ? null : boxAt(frames, frame)
        return box?.visible ? [{ id, side, ...box }] : []
      }),
    [drawn, frame, personaIds],
  )
  const high = size.height * letters
  const labels = boxes.map(({ id, side, ...box }) => {
    const text = index.nameOf(id)
    return { text, side, box, width: widthOf(text, high), height: high * line, isNeeded: false, lift: 0 }
  })
  return (
    <svg
      viewBox={`0 0 ${size.width} ${size.height}`}
      role="img"
      aria-label={words.boxes(boxes.length, frame)}
      style={{ position: 'absolute', inset: 0, width: '100%', height: '100%', pointerEvents: 'none' }}
    >
      {boxes.map(({ id, side, x, y, width, height }) => (
        <rect
          key={id}
          {...{ x, y, width, height, strokeWidth: 3, fill: 'none' }}
          stroke={looks[side]?.stroke}
          strokeDasharray={looks[side]?.dash}
        />
      ))}
      {/* Drawn over its own dark outline, so that it can be read on any picture. */}
      {placeLabels(labels, size).map(({ label: { text, side }, x, y }) => (
        <text
          key={`${x} ${y}`}
          {...{ x, y: y + high, fontSize: high, fontFamily: typeface, strokeWidth: high / 6, paintOrder: 'stroke' }}
          fill={looks[side]?.stroke}
          stroke="#000"
        >
          {text}
        </text>
      ))}
    </svg>
  )
}

let paint: CanvasRenderingContext2D | null

/** Returns the width of a text whose letters have this height. */
function widthOf(text: string, high: number): number {
  paint ??= document.createElement('canvas').getContext('2d')
  if (!paint) return 0
  paint.font = `${high}px ${typeface}`
  return paint.measureText(text).width
}
