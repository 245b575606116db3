import { Group, Text } from '@mantine/core'
import { useVirtualizer } from '@tanstack/react-virtual'
import { memo, useEffect, useMemo, useRef, useState, useSyncExternalStore, type PointerEvent } from 'react'
import { IconZoomIn, IconZoomOut } from '../app/icons.js'
import { texts } from '../texts.js'
import { Act } from '../videos/Transport.js'
import type { Player } from '../videos/player.js'
import { useFrame } from '../videos/use-player.js'
import classes from './Timeline.module.css'
import { windowSize } from './track-store.js'
import { colourOf, type Track } from './track.js'
import { partsOf, type Part } from './track-parts.js'
import { nameOf, useDetails, type Details } from './use-tracks.js'

interface Props {
  player: Player
  tracks: readonly Track[] | undefined
  selected: string | undefined
  /** The id of one more track whose details are loaded; it need not be in `tracks`. */
  more: string | undefined
  onSelect: (id: string) => void
  /** Receives the details of the visible tracks. */
  onDetails: (details: ReadonlyMap<string, Details>) => void
}

interface View {
  from: number
  /** The number of visible frames. */
  span: number
}

const rowHeight = 28
const spans = [60, 120, 300, windowSize]

/** The tracks of the window as rows of keyframes, interpolations and gaps. Only visible rows are rendered. */
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
    // Runs only when another track is selected, so that a user who then scrolls away is not scrolled back.
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

/** The visible frames: the whole window, or the part of it that contains the player's frame. */
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

/** Linear motion is a thick line, eased motion a thinner one, a held box a dashed one, a gap a dotted one. */
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
