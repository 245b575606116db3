import { Box, Paper, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { boxAt } from '../../src/annotations/sequences/sequence.js'
import type { ComparedPersona } from '../agreement/chosen-personas.js'
import { Legend } from '../agreement/Legend.js'
import { nobodys, type Look } from '../agreement/looks.js'
import { Swatch } from '../agreement/Swatch.js'
import { placeLabels } from '../annotations/label-places.js'
import { TimelineLanes } from '../annotations/TimelineLanes.js'
import type { TrackIndex } from '../annotations/track-index.js'
import type { WatchQuery } from '../generated/graphql.js'
import { queryClient } from '../lib/query-client.js'
import { rest } from '../lib/rest.js'
import { toggled } from '../lib/toggled.js'
import { typeface } from '../lib/typeface.js'
import { texts } from '../texts.js'
import { PlainVideo, type Size } from '../videos/PlainVideo.js'
import type { Player } from '../videos/player.js'
import { useFrame } from '../videos/use-player.js'

const words = texts.compare

/** The key of the boxes of no persona. */
const nobody = ''

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
  personas: readonly ComparedPersona[]
  looks: ReadonlyMap<string, Look>
  index: TrackIndex
  player: Player | null
  onPlayer: (player: Player | null) => void
  /** The ids of the tracks whose boxes stand out. */
  concerned: ReadonlySet<string>
}

const boxesKey = (videoId: string) => ['annotations of a video', videoId]

/** Reads the boxes of a video again. */
export const readBoxesAgain = (videoId: string): void =>
  void queryClient.invalidateQueries({ queryKey: boxesKey(videoId) })

/** The video with the named boxes of the chosen personas and those of no persona, and where each has tracks. */
export function ComparePicture({ video, personas, looks, index, player, onPlayer, concerned }: Props) {
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  const { data } = useQuery({
    queryKey: boxesKey(video.id),
    queryFn: ({ signal }) => rest<Drawn[]>(`/api/annotations/${encodeURIComponent(video.id)}`, { signal }),
  })
  const shown = useMemo(() => {
    const all = new Map([...looks, [nobody, nobodys] as const])
    for (const key of hidden) all.delete(key)
    return all
  }, [looks, hidden])
  const entries = personas.map(({ id, name }) => ({ key: id, name, look: looks.get(id) }))
  if (data?.some(({ personaId }) => !personaId)) entries.push({ key: nobody, name: words.ofNobody, look: nobodys })
  const lanes = personas.map(({ id, name }) => {
    const look = looks.get(id)
    const tracks = (index.entries ?? []).filter(({ personaId }) => personaId === id)
    return { key: id, name, colour: look?.colour ?? nobodys.colour, mark: <Swatch look={look} />, tracks }
  })
  return (
    <Paper withBorder p="xs">
      <Title order={2} size="h5" mb="xs">
        {words.picture}
      </Title>
      <PlainVideo
        video={video}
        onPlayer={onPlayer}
        overlay={(own, size) => (
          <Boxes {...{ size, index, concerned }} player={own} looks={shown} drawn={data ?? nothing} />
        )}
      />
      <Legend
        entries={entries}
        hidden={hidden}
        onToggle={(key) => setHidden((before) => toggled(before, [key], !before.has(key)))}
      />
      {player && (
        <Box mt="xs">
          <TimelineLanes player={player} lanes={lanes} />
        </Box>
      )}
    </Paper>
  )
}

const nothing: readonly Drawn[] = []
/** The opacity of other boxes where some stand out. */
const faint = 0.4

interface BoxesProps {
  player: Player
  size: Size
  drawn: readonly Drawn[]
  /** The looks of the boxes that are shown, by persona. */
  looks: ReadonlyMap<string, Look>
  index: TrackIndex
  concerned: ReadonlySet<string>
}

function Boxes({ player, size, drawn, looks, index, concerned }: BoxesProps) {
  const frame = useFrame(player)
  const boxes = useMemo(
    () =>
      drawn.flatMap(({ id, personaId, frames }) => {
        const look = looks.get(personaId ?? nobody)
        const box = look ? boxAt(frames, frame) : null
        return look && box?.visible ? [{ id, look, ...box, standsOut: concerned.has(id) }] : []
      }),
    [drawn, frame, looks, concerned],
  )
  const standing = boxes.filter(({ standsOut }) => standsOut).length
  const high = size.height * letters
  const labels = boxes.map(({ id, look, standsOut, ...box }) => {
    const text = index.nameOf(id)
    return { text, look, box, width: widthOf(text, high), height: high * line, isNeeded: standsOut, lift: 0 }
  })
  return (
    <svg
      viewBox={`0 0 ${size.width} ${size.height}`}
      role="img"
      aria-label={words.boxes(boxes.length, frame, standing)}
      style={{ position: 'absolute', inset: 0, width: '100%', height: '100%', pointerEvents: 'none' }}
    >
      {boxes.map(({ id, look, x, y, width, height, standsOut }) => (
        <rect
          key={id}
          {...{ x, y, width, height }}
          stroke={look.colour}
          strokeWidth={standsOut ? 6 : 3}
          strokeDasharray={look.dash}
          strokeOpacity={standsOut || !standing ? 1 : faint}
          fill={standsOut ? look.colour : 'none'}
          fillOpacity={0.2}
          data-concerned={standsOut || undefined}
        />
      ))}
      {/* Drawn over its own dark outline, so that it can be read on any picture. */}
      {placeLabels(labels, size).map(({ label: { text, look }, x, y }) => (
        <text
          key={`${x} ${y}`}
          {...{ x, y: y + high, fontSize: high, fontFamily: typeface, strokeWidth: high / 6, paintOrder: 'stroke' }}
          fill={look.colour}
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
