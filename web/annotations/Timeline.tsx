import { Group, Text } from '@mantine/core'
import { useVirtualizer } from '@tanstack/react-virtual'
import { memo, useEffect, useMemo, useRef, useState, useSyncExternalStore, type PointerEvent } from 'react'
import { IconZoomIn, IconZoomOut } from '../app/icons.js'
import { texts } from '../texts.js'
import { Act } from '../videos/Transport.js'
import type { Player } from '../videos/player.js'
import { useFrame } from '../videos/use-player.js'
import classes from './Timeline.module.css'
import { colourOf, windowSize, type Track } from './track-store.js'
import { partsOf, type Part } from './track-parts.js'
import { nameOf, useDetails, type Details } from './use-tracks.js'

interface Props {
  player: Player
  tracks: readonly Track[] | undefined
  selected: string | undefined
  /** One more track of which something is to be known, where it is none of these. */
  more: string | undefined
  onSelect: (id: string) => void
  /** Told what is known of the tracks in sight. */
  onDetails: (details: ReadonlyMap<string, Details>) => void
}

interface View {
  from: number
  /** Frames in sight. */
  span: number
}

const rowHeight = 28
const spans = [60, 120, 300, windowSize]

/** The tracks of the window as rows: keyframes, how they lead on, gaps. Only the rows in sight are made. */
export function Timeline({ player, tracks, selected, more, onSelect, onDetails }: Props) {
  const scroller = useRef<HTMLDivElement>(null)
  const [zoom, setZoom] = useState(spans.length - 1)
  const view = useView(player, spans[zoom]!)
  const rows = useVirtualizer({
    count: tracks?.length ?? 0,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 8,
  })
  const inSight = rows.getVirtualItems()
  const place = selected === undefined ? -1 : (tracks ?? []).findIndex(({ id }) => id === selected)
  const places = [...inSight.map(({ index }) => index), ...(place < 0 ? [] : [place])]
  const details = useDetails(tracks, places, more)
  useEffect(() => onDetails(details), [details, onDetails])
  useEffect(() => {
    if (place >= 0) rows.scrollToIndex(place)
    // Only when another track is selected: whoever scrolls away then stays there.
  }, [selected])

  const words = texts.tracks
  return (
    <section aria-label={words.timeline}>
      <Group justify="space-between" mb={4}>
        <Text size="sm">{words.inWindow(tracks?.length, view.from, view.from + view.span - 1)}</Text>
        <Group gap={4}>
          <Act
            label={words.zoomOut}
            icon={IconZoomOut}
            disabled={zoom === spans.length - 1}
            onClick={() => setZoom(zoom + 1)}
          />
          <Act label={words.zoomIn} icon={IconZoomIn} disabled={zoom === 0} onClick={() => setZoom(zoom - 1)} />
        </Group>
      </Group>
      <div className={classes.frame}>
        <div ref={scroller} className={classes.scroller} tabIndex={0} role="group" aria-label={words.rows}>
          <div style={{ height: rows.getTotalSize(), position: 'relative' }} role="list">
            {inSight.map(({ index, start }) => {
              const track = tracks![index]!
              return (
                <div
                  key={track.id}
                  role="listitem"
                  className={classes.row}
                  style={{ transform: `translateY(${start}px)` }}
                >
                  <Row
                    track={track}
                    name={nameOf(details.get(track.id))}
                    from={view.from}
                    span={view.span}
                    isSelected={track.id === selected}
                    onSelect={onSelect}
                    player={player}
                  />
                </div>
              )
            })}
          </div>
        </div>
        <Playhead player={player} view={view} />
      </div>
      {tracks?.length === 0 && (
        <Text size="sm" c="dimmed" mt="xs">
          {words.none}
        </Text>
      )}
    </section>
  )
}

/** The frames in sight: the window, or a part of it that follows the player. */
function useView(player: Player, span: number): View {
  const from = useSyncExternalStore(player.subscribe, () => {
    const { frame } = player.snapshot()
    const first = Math.floor(frame / windowSize) * windowSize
    return first + Math.floor((frame - first) / span) * span
  })
  const shown = Math.min(span, Math.max(1, player.last + 1 - from))
  return useMemo(() => ({ from, span: shown }), [from, shown])
}

interface RowProps {
  track: Track
  name: string
  from: number
  span: number
  isSelected: boolean
  onSelect: (id: string) => void
  player: Player
}

const Row = memo(function Row({ track, name, from, span, isSelected, onSelect, player }: RowProps) {
  const { keys, parts } = useMemo(() => partsOf(track, from, from + span - 1), [track, from, span])
  const at = (frame: number) => `${((frame - from + 0.5) / span) * 100}%`
  const colour = colourOf(track.id)

  function go(event: PointerEvent<SVGSVGElement>): void {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    onSelect(track.id)
    player.show(from + Math.floor(((event.clientX - left) / width) * span))
  }

  return (
    <>
      <button
        type="button"
        className={classes.name}
        title={name}
        aria-pressed={isSelected}
        onClick={() => onSelect(track.id)}
      >
        <span className={classes.mark} style={{ background: colour }} aria-hidden />
        <span className={classes.words}>{name}</span>
      </button>
      <svg
        className={classes.strip}
        data-selected={isSelected}
        role="img"
        aria-label={texts.tracks.keyframes(keys)}
        onPointerDown={go}
      >
        {parts.map((part) => (
          <line
            key={part.from}
            x1={at(part.from)}
            x2={at(part.to)}
            y1={rowHeight / 2}
            y2={rowHeight / 2}
            stroke={colour}
            {...lookOf(part)}
          >
            <title>{texts.tracks.part(part)}</title>
          </line>
        ))}
        {keys.map((key) => (
          <circle key={key} cx={at(key)} cy={rowHeight / 2} r={4} fill={colour} stroke="#000" strokeWidth={1} />
        ))}
      </svg>
    </>
  )
})

/** Even motion is a bar, eased motion a thinner one, standing still is dashed, a gap dotted. */
function lookOf({ kind }: Part) {
  if (kind === 'gap') return { strokeWidth: 1, strokeDasharray: '1 4' }
  if (kind === 'step' || kind === 'hold') return { strokeWidth: 3, strokeDasharray: '8 4' }
  if (kind === 'linear') return { strokeWidth: 6, opacity: 0.75 }
  return { strokeWidth: 3 }
}

function Playhead({ player, view }: { player: Player; view: View }) {
  const frame = useFrame(player)
  const share = (frame - view.from + 0.5) / view.span
  return (
    <div className={classes.track} aria-hidden>
      <div className={classes.playhead} style={{ left: `${Math.max(0, Math.min(1, share)) * 100}%` }} />
    </div>
  )
}
