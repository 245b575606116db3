import { Button, Group, Stack, Text } from '@mantine/core'
import { useMergedRef, useResizeObserver } from '@mantine/hooks'
import { useMemo, useState } from 'react'
import { Empty } from '../app/Empty.js'
import { IconButton } from '../app/IconButton.js'
import { IconFit, IconNext, IconPrevious, IconZoomIn, IconZoomOut } from '../app/icons.js'
import { Section } from '../app/Section.js'
import type { Things } from '../personas/thing.js'
import { texts } from '../texts.js'
import { axisOf, type Unit } from './time-axis.js'
import { lineOf, placed, type LineItem, type LineObject, type PlacedItem } from './time-line.js'
import classes from './TimeLine.module.css'
import { usePeriod } from './use-period.js'

const words = texts.world.line
/** The height of a row, the least distance between marks of the axis, and the room for their texts, in pixels. */
const [rowHeight, apart, room] = [30, 100, 75]
/** The objects without a moment that are shown at first, and with each press of the button below them. */
const mostShown = 100

const wholeDate = { day: 'numeric', month: 'short', year: 'numeric' } as const
const toMinutes = { hour: '2-digit', minute: '2-digit' } as const
/** The formats of marks within a day. */
const ofDay: Partial<Record<Unit, Intl.DateTimeFormatOptions>> = {
  second: { ...toMinutes, second: '2-digit' },
  minute: toMinutes,
  hour: toMinutes,
}

/** Returns the format of a mark; years before the first one have their era. */
function formatOf(unit: Unit, date: Date): Intl.DateTimeFormatOptions {
  if (unit === 'day') return { day: 'numeric', month: 'short' }
  if (unit === 'month') return { month: 'short' }
  return ofDay[unit] ?? { year: 'numeric', ...(date.getFullYear() < 1 && { era: 'short' }) }
}

interface Props {
  lists: Things['lists']
  onOpen: (object: LineObject) => void
}

/** The times of a world on an axis, with the events that start or end at them; a press leads to the object. */
export function TimeLine({ lists, onOpen }: Props) {
  const { items, others } = useMemo(() => lineOf(lists), [lists])
  if (!items.length && !others.length) return <Empty says={words.none} />
  return (
    <Stack>
      {items.length > 0 && <Line {...{ items, onOpen }} />}
      {others.length > 0 && <Others {...{ others, onOpen }} />}
    </Stack>
  )
}

function Line({ items, onOpen }: { items: readonly LineItem[]; onOpen: Props['onOpen'] }) {
  const [frame, setFrame] = useState<HTMLDivElement | null>(null)
  const [measured, { width }] = useResizeObserver<HTMLDivElement>()
  const ref = useMergedRef(setFrame, measured)
  const { period, onKeyDown, onPointerDown, ...view } = usePeriod(items, frame)
  const shown = placed(items, period, width)
  const marks = axisOf(period, Math.max(2, Math.floor(width / apart)))
  const rows = Math.max(3, ...shown.map(({ row }) => row + 1))
  const inPeriod = items.filter(({ from, to }) => to >= period.from && from <= period.from + period.span).length
  return (
    <section aria-label={words.title}>
      <Group justify="space-between" mb="xs" gap="xs">
        <Text size="sm" role="status">
          {words.count(inPeriod, items.length, inPeriod - shown.length)}
        </Text>
        <Group gap={4}>
          <IconButton label={words.earlier} icon={IconPrevious} disabled={view.isWhole} onClick={view.earlier} />
          <IconButton label={words.later} icon={IconNext} disabled={view.isWhole} onClick={view.later} />
          <IconButton label={words.wider} icon={IconZoomOut} disabled={view.isWhole} onClick={view.wider} />
          <IconButton label={words.closer} icon={IconZoomIn} disabled={view.isLeast} onClick={view.closer} />
          <IconButton label={words.all} icon={IconFit} disabled={view.isWhole} onClick={view.all} />
        </Group>
      </Group>
      <div
        ref={ref}
        className={classes.line}
        role="group"
        aria-label={words.keys}
        tabIndex={0}
        onKeyDown={onKeyDown}
        onPointerDown={onPointerDown}
      >
        {marks.map(({ at, date, unit, isNew }) => (
          <div key={date.getTime()} className={classes.mark} style={{ left: `${at * 100}%` }} aria-hidden>
            {(1 - at) * width >= room && (
              <>
                <b>{isNew && words.date(date, unit in ofDay ? wholeDate : { year: 'numeric' })}</b>
                {words.date(date, formatOf(unit, date))}
              </>
            )}
          </div>
        ))}
        <ul className={classes.rows} style={{ height: rows * rowHeight }}>
          {shown.map((item) => (
            <Item key={`${item.list} ${item.key}`} item={item} onOpen={onOpen} />
          ))}
        </ul>
      </div>
    </section>
  )
}

function Item({ item, onOpen }: { item: PlacedItem; onOpen: Props['onOpen'] }) {
  const { list, name, from, to, row, left, width, bar, nameIs } = item
  const [begin = '', end = ''] = [from, to].map((ms) => texts.things.moment(new Date(ms).toISOString()))
  const label = words.item(texts.world.kindsOfObjects[list], name, begin, end)
  const beside = { on: {}, after: { paddingLeft: bar.width + 6 }, before: { paddingRight: bar.width + 6 } }[nameIs]
  return (
    <li style={{ left, width, top: row * rowHeight }}>
      <button
        type="button"
        data-list={list}
        data-from={from}
        data-to={to}
        data-name={nameIs}
        title={label}
        aria-label={label}
        style={beside}
        onClick={() => onOpen(item)}
      >
        <span className={classes.bar} style={bar} />
        <span className={classes.name}>{name}</span>
      </button>
    </li>
  )
}

/** The times without a moment, and the events of such times. */
function Others({ others, onOpen }: { others: readonly LineObject[]; onOpen: Props['onOpen'] }) {
  const [count, setCount] = useState(mostShown)
  return (
    <Section title={words.others}>
      <ul className={classes.others}>
        {others.slice(0, count).map((one) => (
          <li key={`${one.list} ${one.key}`}>
            <Button size="compact-sm" variant="default" onClick={() => onOpen(one)}>
              {words.other(texts.world.kindsOfObjects[one.list], one.name)}
            </Button>
          </li>
        ))}
      </ul>
      {others.length > count && (
        <Button variant="default" size="xs" onClick={() => setCount(count + mostShown)}>
          {texts.states.more}
        </Button>
      )}
    </Section>
  )
}
