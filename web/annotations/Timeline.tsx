import { Group, Text } from '@mantine/core'
import { useMediaQuery, useResizeObserver } from '@mantine/hooks'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useCallback, useEffect, useMemo, useRef, useState, type PointerEvent } from 'react'
import { IconButton } from '../app/IconButton.js'
import { IconZoomIn, IconZoomOut } from '../app/icons.js'
import { Resizable } from '../app/Resizable.js'
import { texts } from '../texts.js'
import type { Player } from '../videos/player.js'
import { useFilmstrip } from './Filmstrip.js'
import type { Editor } from './editor.js'
import { MarkTime } from './MarkTime.js'
import { Playhead } from './Playhead.js'
import { TimeBars } from './TimeBars.js'
import classes from './Timeline.module.css'
import { TimelineFilter } from './TimelineFilter.js'
import { TimelineHeading } from './TimelineHeading.js'
import { TimelineRow } from './TimelineRow.js'
import { TimelineRuler } from './TimelineRuler.js'
import type { Row } from './timeline-rows.js'
import { useRows } from './use-timeline-rows.js'
import { spansOf, useView } from './timeline-view.js'
import type { TrackIndex } from './track-index.js'
import type { LookMark, TrackLooks } from './track-looks.js'
import type { Track } from './track.js'
import type { TimeMark } from './use-time-mark.js'
import { useSeek } from './use-timeline-seek.js'
import { useLooks } from './use-tracks.js'

interface Props {
  player: Player
  editor: Editor
  /** The time that the user is marking. */
  mark: TimeMark
  index: TrackIndex
  looks: TrackLooks
  /** The tracks of the window that contains the current frame. */
  tracks: readonly Track[] | undefined
  selected: string | undefined
  onSelect: (id: string | undefined) => void
  /** The address of the file, undefined if the browser cannot show it, and the aspect ratio of its picture. */
  source: string | undefined
  ratio: number
}

const rowHeight = 24
const words = texts.tracks

/** Where the timeline has a height of its own, and the picture the rest of the window. */
const isTall = '(min-width: 75em) and (min-height: 35em)'
/** What the user sees of the timeline until they change its height: about a quarter of the window. */
const height = { initial: Math.max(180, Math.round(innerHeight * 0.27)), least: 130, rest: 260 }

/** The tracks on a part of the video, as rows; a click on a row seeks. Only visible rows are rendered. */
export function Timeline(props: Props) {
  const isOn = useMediaQuery(isTall, undefined, { getInitialValueInEffect: false })
  return (
    <Resizable
      {...{ name: 'watch.timeline', edge: 'top', label: words.height, isOn, className: classes.pane!, ...height }}
    >
      <Rows {...props} />
    </Resizable>
  )
}

function Rows(props: Props) {
  const { player, editor, mark, index, looks, tracks, selected, onSelect, source, ratio } = props
  const scroller = useRef<HTMLDivElement>(null)
  const [strip, { width }] = useResizeObserver<HTMLDivElement>()
  const spans = useMemo(() => spansOf(player.last + 1), [player])
  const [zoom, setZoom] = useState(spans.length - 1)
  const view = useView(player, spans[zoom]!)
  const { rows: list, count, total } = useRows({ player, index, looks, tracks, view })
  const rows = useVirtualizer({
    count: list?.length ?? 0,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 8,
  })
  useInSight({ index, looks, list, selected, scrollTo: (place) => rows.scrollToIndex(place) })

  const seek = useSeek(player, view, strip)
  const pictures = useFilmstrip({ player, view, width, source, ratio, onSeek: seek })
  const acts = useRowActs({ looks, list, onSelect, seek })
  const stateOf = useRowStates({ index, looks, selected })
  return (
    <section className={classes.timeline} aria-label={words.timeline}>
      <Group justify="space-between" mb={4} gap="xs">
        <Text size="sm">{texts.watch.inView(count, total, view.from, view.from + view.span - 1)}</Text>
        <Group gap={4}>
          <MarkTime {...{ mark, editor }} videoId={index.videoId} />
          <TimelineFilter {...{ index, looks }} />
          {pictures.button}
          <Zoom zoom={zoom} most={spans.length - 1} onZoom={setZoom} />
        </Group>
      </Group>
      <div className={classes.frame}>
        <TimelineRuler {...{ player, view, width }} onSeek={seek} />
        {pictures.strip}
        <TimeBars {...{ player, view, width }} videoId={index.videoId} from={mark.from} />
        <div
          ref={scroller}
          className={classes.scroller}
          tabIndex={0}
          role="group"
          aria-label={words.rows}
          onPointerDown={(event) => {
            // A click below the last row seeks too, but not one on the names or the scroll bar, which are beside the
            // video.
            if (event.clientX >= strip.current!.getBoundingClientRect().left && !isOnScrollBar(event)) seek(event)
          }}
        >
          <div style={{ height: rows.getTotalSize(), position: 'relative' }} role="list">
            {rows.getVirtualItems().map(({ index: at, start }) => {
              const { group, row } = list![at]!
              return (
                <div
                  key={row?.id ?? group!.key}
                  role="listitem"
                  className={classes.row}
                  data-odd={at % 2 === 1}
                  style={{ transform: `translateY(${start}px)` }}
                >
                  {row ? (
                    <TimelineRow {...row} {...stateOf(row.id)} {...acts} view={view} />
                  ) : (
                    <TimelineHeading group={group!} view={view} onFold={acts.onFold} />
                  )}
                </div>
              )
            })}
          </div>
          {count === 0 && (
            <Text size="sm" c="dimmed" className={classes.none}>
              {total === 0 ? words.none : texts.watch.noneHere}
            </Text>
          )}
        </div>
        <div ref={strip} className={classes.track} aria-hidden>
          <Playhead player={player} view={view} />
        </div>
      </div>
    </section>
  )
}

interface InSight extends Pick<Props, 'index' | 'looks' | 'selected'> {
  list: readonly Row[] | undefined
  scrollTo: (place: number) => void
}

/** Unfolds and scrolls to the row of a track that is selected. */
function useInSight({ index, looks, list, selected, scrollTo }: InSight) {
  const place = selected === undefined ? -1 : (list ?? []).findIndex(({ row }) => row?.id === selected)
  useEffect(() => {
    const key = selected === undefined ? undefined : index.entry(selected)?.key
    if (key !== undefined && looks.snapshot().folded.has(key)) looks.mark('folded', [key], false)
  }, [selected])
  useEffect(() => {
    if (place >= 0) scrollTo(place)
    // Runs only when another track is selected; otherwise a user who then scrolls away would be scrolled back.
  }, [selected, place < 0])
}

function Zoom({ zoom, most, onZoom }: { zoom: number; most: number; onZoom: (zoom: number) => void }) {
  return (
    <>
      <IconButton label={words.zoomOut} icon={IconZoomOut} disabled={zoom === most} onClick={() => onZoom(zoom + 1)} />
      <IconButton label={words.zoomIn} icon={IconZoomIn} disabled={zoom === 0} onClick={() => onZoom(zoom - 1)} />
    </>
  )
}

interface RowActs extends Pick<Props, 'looks' | 'onSelect'> {
  list: readonly Row[] | undefined
  seek: (event: PointerEvent) => void
}

/**
 * Returns the handlers of clicks on rows. A click on a name selects the track; with Ctrl it adds the track to the
 * chosen ones, with Shift it chooses a range.
 */
function useRowActs({ looks, list, onSelect, seek }: RowActs) {
  const onStrip = useCallback(
    (id: string, event: PointerEvent) => {
      onSelect(id)
      seek(event)
      event.stopPropagation()
    },
    [onSelect, seek],
  )
  const last = useRef<string>(undefined)
  const onName = useCallback(
    (id: string, { more, range }: { more: boolean; range: boolean }) => {
      const ids = (list ?? []).flatMap(({ row }) => row?.id ?? [])
      const [a, b] = [ids.indexOf(last.current ?? id), ids.indexOf(id)]
      if (range) looks.mark('chosen', ids.slice(Math.min(a, b), Math.max(a, b) + 1), true)
      else if (more) looks.mark('chosen', [id], !looks.snapshot().chosen.has(id))
      else onSelect(id)
      last.current = id
    },
    [list, looks, onSelect],
  )
  const onMark = useCallback((what: LookMark, id: string, on: boolean) => looks.mark(what, [id], on), [looks])
  const onFold = useCallback((key: string, on: boolean) => looks.mark('folded', [key], on), [looks])
  return { onStrip, onName, onMark, onFold }
}

/** Returns how a row looks: the name and colour of its track, and whether it is selected, chosen, hidden and locked. */
function useRowStates({ index, looks, selected }: Pick<Props, 'index' | 'looks' | 'selected'>) {
  const { chosen, hidden, locked } = useLooks(looks)
  return (id: string) => ({
    name: index.nameOf(id),
    colour: index.colourOf(id),
    isSelected: id === selected,
    isChosen: chosen.has(id),
    isHidden: hidden.has(id),
    isLocked: locked.has(id),
  })
}

function isOnScrollBar({ currentTarget, clientX }: PointerEvent<HTMLElement>): boolean {
  return clientX > currentTarget.getBoundingClientRect().left + currentTarget.clientWidth
}
