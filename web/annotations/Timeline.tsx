import { Group, Text } from '@mantine/core'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useCallback, useEffect, useMemo, useRef, useState, type PointerEvent, type RefObject } from 'react'
import { IconButton } from '../app/IconButton.js'
import { IconZoomIn, IconZoomOut } from '../app/icons.js'
import { texts } from '../texts.js'
import type { Player } from '../videos/player.js'
import { useFrame } from '../videos/use-player.js'
import classes from './Timeline.module.css'
import { TimelineFilter } from './TimelineFilter.js'
import { TimelineRow, type RowTrack } from './TimelineRow.js'
import { marksOf, spansOf, useView, type View } from './timeline-view.js'
import type { TrackIndex } from './track-index.js'
import type { TrackLooks } from './track-looks.js'
import { windowSize } from './track-store.js'
import { boxOf, type Track } from './track.js'
import { useEntries, useLooks } from './use-tracks.js'

interface Props {
  player: Player
  index: TrackIndex
  looks: TrackLooks
  /** The tracks of the window that contains the current frame. */
  tracks: readonly Track[] | undefined
  selected: string | undefined
  onSelect: (id: string | undefined) => void
}

const rowHeight = 28
const words = texts.tracks

/** The tracks on a part of the video, as rows; a click on a row seeks. Only visible rows are rendered. */
export function Timeline({ player, index, looks, tracks, selected, onSelect }: Props) {
  const scroller = useRef<HTMLDivElement>(null)
  const strip = useRef<HTMLDivElement>(null)
  const spans = useMemo(() => spansOf(player.last + 1), [player])
  const [zoom, setZoom] = useState(() => Math.min(spans.length - 1, spans.indexOf(windowSize)))
  const view = useView(player, spans[zoom < 0 ? spans.length - 1 : zoom]!)
  const { list, total } = useRows({ player, index, looks, tracks, view })
  const rows = useVirtualizer({
    count: list?.length ?? 0,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 8,
  })
  const place = selected === undefined ? -1 : (list ?? []).findIndex(({ id }) => id === selected)
  useEffect(() => {
    if (place >= 0) rows.scrollToIndex(place)
    // Runs only when another track is selected; otherwise a user who then scrolls away would be scrolled back.
  }, [selected, place < 0, rows])

  const seek = useSeek(player, view, strip)
  const acts = useRowActs({ looks, list, onSelect, seek })
  const stateOf = useRowStates({ index, looks, selected })
  return (
    <section className={classes.timeline} aria-label={words.timeline}>
      <Group justify="space-between" mb={4} gap="xs">
        <Text size="sm">{texts.watch.inView(list?.length, total, view.from, view.from + view.span - 1)}</Text>
        <Group gap={4}>
          <TimelineFilter {...{ index, looks }} />
          <Zoom zoom={zoom} most={spans.length - 1} onZoom={setZoom} />
        </Group>
      </Group>
      <div className={classes.frame}>
        <Ruler view={view} onSeek={seek} />
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
              const row = list![at]!
              return (
                <div
                  key={row.id}
                  role="listitem"
                  className={classes.row}
                  style={{ transform: `translateY(${start}px)` }}
                >
                  <TimelineRow {...row} {...stateOf(row.id)} {...acts} view={view} />
                </div>
              )
            })}
          </div>
          {list?.length === 0 && (
            <Text size="sm" c="dimmed" p="xs" className={classes.none}>
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

function Zoom({ zoom, most, onZoom }: { zoom: number; most: number; onZoom: (zoom: number) => void }) {
  return (
    <>
      <IconButton label={words.zoomOut} icon={IconZoomOut} disabled={zoom === most} onClick={() => onZoom(zoom + 1)} />
      <IconButton label={words.zoomIn} icon={IconZoomIn} disabled={zoom === 0} onClick={() => onZoom(zoom - 1)} />
    </>
  )
}

function Ruler({ view, onSeek }: { view: View; onSeek: (event: PointerEvent) => void }) {
  return (
    <div className={classes.ruler} onPointerDown={onSeek} aria-hidden>
      {marksOf(view).map((mark) => (
        <span key={mark} style={{ left: `${((mark - view.from + 0.5) / view.span) * 100}%` }}>
          {mark}
        </span>
      ))}
    </div>
  )
}

/** Seeks to the frame under the pointer, and follows the pointer while it moves. */
function useSeek(player: Player, view: View, strip: RefObject<HTMLElement | null>) {
  return useCallback(
    (event: PointerEvent) => {
      if (event.button !== 0) return
      const { left, width } = strip.current!.getBoundingClientRect()
      const go = ({ clientX }: { clientX: number }) => {
        const share = Math.max(0, Math.min(0.999999, (clientX - left) / width))
        player.show(view.from + Math.floor(share * view.span))
      }
      const end = () => {
        removeEventListener('pointermove', go)
        for (const name of ['pointerup', 'pointercancel']) removeEventListener(name, end)
      }
      addEventListener('pointermove', go)
      for (const name of ['pointerup', 'pointercancel']) addEventListener(name, end)
      go(event)
    },
    [player, view, strip],
  )
}

interface RowActs extends Pick<Props, 'looks' | 'onSelect'> {
  list: readonly RowTrack[] | undefined
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
      const ids = (list ?? []).map((one) => one.id)
      const [a, b] = [ids.indexOf(last.current ?? id), ids.indexOf(id)]
      if (range) looks.mark('chosen', ids.slice(Math.min(a, b), Math.max(a, b) + 1), true)
      else if (more) looks.mark('chosen', [id], !looks.snapshot().chosen.has(id))
      else onSelect(id)
      last.current = id
    },
    [list, looks, onSelect],
  )
  const onMark = useCallback(
    (what: 'hidden' | 'locked' | 'chosen', id: string, on: boolean) => looks.mark(what, [id], on),
    [looks],
  )
  return { onStrip, onName, onMark }
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

/**
 * Returns the tracks in view that pass the filter, oldest first, and the number of tracks of the video; undefined while
 * they are being loaded. Within a window they come from the store, which includes changes that are not saved yet.
 */
function useRows({ player, index, looks, tracks, view }: Omit<Props, 'selected' | 'onSelect'> & { view: View }) {
  const entries = useEntries(index)
  const { filter } = useLooks(looks)
  const frame = useFrameIf(player, filter.onFrame)
  return useMemo(() => {
    const { from, span } = view
    const isWide = span > windowSize
    const inView = isWide
      ? entries
          ?.filter(({ firstFrame, lastFrame }) => firstFrame < from + span && lastFrame >= from)
          .map(({ id, firstFrame, lastFrame }): RowTrack => ({
            id,
            track: undefined,
            first: firstFrame,
            last: lastFrame,
          }))
      : tracks?.map((track): RowTrack => ({ id: track.id, track, first: track.first, last: track.last }))
    const boxes = filter.onFrame ? new Map(tracks?.map((track) => [track.id, track])) : undefined
    const isOnFrame = (id: string) => {
      const track = boxes?.get(id)
      return track !== undefined && frame !== undefined && boxOf(track, frame)?.visible === true
    }
    const list = inView?.filter(({ id }) => {
      const entry = index.entry(id)
      return (!entry || looks.passes(entry)) && (!boxes || isOnFrame(id))
    })
    return { list, total: isWide ? entries?.length : inView?.length }
    // `looks.passes` depends on the filter, and `entries` on the content of the index.
  }, [entries, tracks, view, filter, frame, index, looks])
}

/**
 * Returns the current frame if it matters; otherwise undefined, so that the component does not render again with every
 * frame.
 */
function useFrameIf(player: Player, matters: boolean): number | undefined {
  const frame = useFrame(player, matters)
  return matters ? frame : undefined
}

/** Marks the current frame. Moved without React, because it moves with every frame. */
function Playhead({ player, view }: { player: Player; view: View }) {
  const line = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const move = () => {
      const share = (player.snapshot().frame - view.from + 0.5) / view.span
      line.current!.style.left = `${Math.max(0, Math.min(1, share)) * 100}%`
    }
    move()
    return player.subscribe(move)
  }, [player, view])
  return <div ref={line} className={classes.playhead} />
}
