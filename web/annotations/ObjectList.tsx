import { Button, Group, NativeSelect, Text, TextInput } from '@mantine/core'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useMemo, useRef } from 'react'
import { IconSearch } from '../app/icons.js'
import { choicesOf } from '../lib/choices.js'
import { toggled } from '../lib/toggled.js'
import { texts } from '../texts.js'
import type { Player } from '../videos/player.js'
import classes from './ObjectList.module.css'
import { ObjectRow } from './ObjectRow.js'
import { countsOf, found, type ObjectOrder, type ObjectSearch } from './object-list.js'
import type { TrackEntry, TrackIndex } from './track-index.js'
import { conditionsOf, type TrackLooks } from './track-looks.js'
import { useEntries, useLooks } from './use-tracks.js'

const words = texts.objects

interface Props {
  player: Player
  index: TrackIndex
  looks: TrackLooks
  search: ObjectSearch
  onSearch: (search: ObjectSearch) => void
  /** The id of the selected track. */
  selected: string | undefined
  onSelect: (id: string) => void
}

/**
 * All tracks of the video that pass the filter, which can be searched and sorted. A click on a name selects the track
 * and goes to its first frame.
 */
export function ObjectList({ player, index, looks, search, onSearch, selected, onSelect }: Props) {
  const entries = useEntries(index)
  const { filter, hidden } = useLooks(looks)
  const list = useMemo(
    () =>
      found(
        (entries ?? []).filter((entry) => looks.passes(entry)),
        index,
        search,
      ),
    // `looks.passes` depends on the filter, and `entries` on the content of the index.
    [entries, index, looks, filter, search],
  )
  const go = ({ id, firstFrame }: TrackEntry) => {
    player.show(firstFrame)
    onSelect(id)
  }
  const isRestricted = conditionsOf(filter) > 0
  return (
    <section className={classes.objects} aria-label={words.title}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (list[0]) go(list[0])
        }}
      >
        <Group gap="xs" wrap="nowrap">
          <TextInput
            flex={1}
            size="xs"
            type="search"
            aria-label={words.find}
            placeholder={words.example}
            leftSection={<IconSearch size={14} />}
            value={search.text}
            onChange={({ currentTarget }) => onSearch({ ...search, text: currentTarget.value })}
          />
          <NativeSelect
            size="xs"
            w={130}
            aria-label={words.order}
            data={choicesOf(words.orders)}
            value={search.order}
            onChange={({ currentTarget }) => onSearch({ ...search, order: currentTarget.value as ObjectOrder })}
          />
        </Group>
      </form>
      <Types {...{ index, looks }} entries={entries ?? []} />
      <Group gap="xs" justify="space-between">
        <Text size="xs" c="dimmed" role="status">
          {entries && words.count(list.length, entries.length)}
        </Text>
        <Group gap={4}>
          {isRestricted && (
            <Button size="compact-xs" variant="subtle" onClick={() => looks.clearFilter()}>
              {texts.watch.clearFilter}
            </Button>
          )}
          <ShowAgain {...{ looks }} count={hidden.size} />
        </Group>
      </Group>
      <Rows {...{ index, looks, list, selected }} onGo={go} />
    </section>
  )
}

/** Ends the isolation of a track, or shows all hidden tracks. */
function ShowAgain({ looks, count }: { looks: TrackLooks; count: number }) {
  const { hidden, isolated } = useLooks(looks)
  if (count === 0) return null
  return (
    <Button
      size="compact-xs"
      variant="subtle"
      onClick={() => (isolated ? looks.isolate(undefined) : looks.mark('hidden', [...hidden], false))}
    >
      {isolated ? words.endIsolation : texts.watch.showHidden(count)}
    </Button>
  )
}

/** The number of tracks of each type and object; a click restricts lists and picture to it. */
function Types({ index, looks, entries }: Pick<Props, 'index' | 'looks'> & { entries: readonly TrackEntry[] }) {
  const { filter } = useLooks(looks)
  const counts = useMemo(() => countsOf(entries), [entries])
  if (counts.length === 0) return null
  return (
    <div className={classes.types} role="group" aria-label={words.types}>
      {counts.map(({ entry, count }) => {
        const isOn = filter.keys.includes(entry.key)
        return (
          <button
            key={entry.key}
            type="button"
            className={classes.type}
            aria-pressed={isOn}
            onClick={() => looks.setFilter({ keys: [...toggled(new Set(filter.keys), [entry.key], !isOn)] })}
          >
            <span className={classes.mark} style={{ background: index.colourFor(entry) }} aria-hidden />
            {words.counted(index.labelOf(entry), count)}
          </button>
        )
      })}
    </div>
  )
}

const rowHeight = 30

interface RowsProps extends Pick<Props, 'index' | 'looks' | 'selected'> {
  list: readonly TrackEntry[]
  onGo: (entry: TrackEntry) => void
}

/** The tracks as rows, of which only those in sight are rendered. */
function Rows({ index, looks, list, selected, onGo }: RowsProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const { hidden, locked, isolated } = useLooks(looks)
  const rows = useVirtualizer({
    count: list.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 8,
  })
  const place = selected === undefined ? -1 : list.findIndex(({ id }) => id === selected)
  useEffect(() => {
    if (place >= 0) rows.scrollToIndex(place)
    // Runs only when another track is selected, so that the user can scroll away.
  }, [selected, rows])
  return (
    <div ref={scroller} className={classes.scroller} tabIndex={0} role="group" aria-label={words.list}>
      <div style={{ height: rows.getTotalSize(), position: 'relative' }} role="list">
        {rows.getVirtualItems().map(({ index: at, start }) => {
          const entry = list[at]!
          const { id } = entry
          return (
            <div key={id} role="listitem" className={classes.row} style={{ transform: `translateY(${start}px)` }}>
              <ObjectRow
                entry={entry}
                name={index.nameOf(id)}
                colour={index.colourOf(id)}
                isSelected={id === selected}
                isHidden={hidden.has(id)}
                isLocked={locked.has(id)}
                isIsolated={isolated?.id === id}
                {...{ looks, onGo }}
              />
            </div>
          )
        })}
      </div>
    </div>
  )
}
