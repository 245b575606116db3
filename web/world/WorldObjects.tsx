import { NavLink, SegmentedControl, Select, Stack, TextInput } from '@mantine/core'
import { useMemo, useState } from 'react'
import type { Column } from '../app/DataTable.js'
import { Empty } from '../app/Empty.js'
import { IconSearch } from '../app/icons.js'
import { tabCount } from '../app/tab-count.js'
import { namesOf, type List } from '../personas/thing.js'
import {
  columnsOf,
  columnsOfAll,
  foundIn,
  shownParts,
  ThingTable,
  type ChosenThings,
  type Listed,
} from '../personas/ThingTable.js'
import { useThingActs, type Changing } from '../personas/use-thing-acts.js'
import { texts } from '../texts.js'
import { MakeObject } from './MakeObject.js'
import { orders, sortedBy, type Order } from './object-order.js'
import { TimeLine } from './TimeLine.js'
import { useWorldAddress } from './use-world-address.js'
import classes from './WorldObjects.module.css'

const words = texts.world
/** The option for the objects of all kinds; selects have no empty values. */
const every = 'all'

interface Props extends Changing {
  /** The selection of objects; if absent, objects cannot be selected. */
  chosen?: ChosenThings | undefined
}

/** The objects of a world in one list, of all kinds or of one, or its times on a line. */
export function WorldObjects(props: Props) {
  const { isLine, showLine, goTo } = useWorldAddress(Object.keys(props.lists))
  return (
    <>
      <SegmentedControl
        aria-label={words.view}
        data={[
          { value: 'list', label: words.list },
          { value: 'line', label: words.line.title },
        ]}
        value={isLine ? 'line' : 'list'}
        onChange={(value) => showLine(value === 'line')}
        style={{ alignSelf: 'flex-start' }}
      />
      {isLine ? <TimeLine lists={props.things.lists} onOpen={goTo} /> : <ObjectList {...props} />}
    </>
  )
}

function ObjectList(props: Props) {
  const { things, lists, canChange, chosen } = props
  const acts = useThingActs(props)
  const { kind, sought, show } = useWorldAddress(Object.keys(lists))
  const [find, setFind] = useState('')
  const [order, setOrder] = useState<Order>('added')
  const all = useMemo(
    () => Object.entries(things.lists).flatMap(([list, of]) => of.map((thing): Listed => ({ list, thing }))),
    [things],
  )
  const ofKind = useMemo(() => (kind ? all.filter(({ list }) => list === kind) : all), [all, kind])
  const rows = useMemo(() => sortedBy(order, foundIn(ofKind, find)), [ofKind, find, order])
  const make = (list: string) => acts.edit(list)
  return (
    <div className={classes.world}>
      <Kinds {...{ things, lists, kind }} onShow={show} />
      <Stack miw={0}>
        <div className={classes.tools}>
          <TextInput
            label={texts.things.find}
            leftSection={<IconSearch size={16} aria-hidden />}
            value={find}
            onChange={({ currentTarget }) => setFind(currentTarget.value)}
          />
          <Select
            label={words.order}
            data={orders.map((value) => ({ value, label: words.orders[value] }))}
            value={order}
            allowDeselect={false}
            onChange={(value) => setOrder(value as Order)}
          />
          {canChange && (!kind || ofKind.length > 0) && (
            <MakeObject {...{ kind, lists }} makes={props.makes} onMake={make} />
          )}
        </div>
        <ThingTable
          key={kind ?? every}
          label={kind ? lists[kind]!.label : words.everything}
          rows={rows}
          sought={sought === null ? undefined : ofKind.find(({ thing }) => thing.key === sought)}
          chosen={chosen}
          columns={kind ? columnsOf(lists[kind]!) : columnsOfKinds(lists)}
          empty={find && ofKind.length ? undefined : <None {...{ ...props, kind }} onMake={make} />}
          acts={canChange ? acts : undefined}
        />
      </Stack>
      {acts.dialogs}
    </div>
  )
}

interface KindsProps extends Pick<Props, 'things' | 'lists'> {
  kind: string | undefined
  onShow: (kind: string | undefined) => void
}

/** The kinds of objects with their numbers: a list beside the objects, and a field above them on a narrow screen. */
function Kinds({ things, lists, kind, onShow }: KindsProps) {
  const countOf = (list: string) => things.lists[list]?.length ?? 0
  const total = Object.keys(lists).reduce((sum, list) => sum + countOf(list), 0)
  const kinds = [
    { value: every, label: words.everything, count: total },
    ...Object.entries(lists).map(([value, { label }]) => ({ value, label, count: countOf(value) })),
  ]
  const shown = kind ?? every
  const show = (value: string | null) => onShow(value === every || value === null ? undefined : value)
  return (
    <>
      <nav className={classes.kinds} aria-label={words.kinds}>
        {kinds.map(({ value, label, count }) => (
          <NavLink
            key={value}
            component="button"
            type="button"
            label={label}
            px={8}
            py={6}
            rightSection={tabCount(count)}
            active={value === shown}
            aria-current={value === shown}
            onClick={() => show(value)}
          />
        ))}
      </nav>
      <Select
        className={classes.field!}
        label={words.kind}
        data={kinds.map(({ value, label, count }) => ({ value, label: words.kindWith(label, count) }))}
        value={shown}
        allowDeselect={false}
        onChange={show}
      />
    </>
  )
}

interface NoneProps extends Props {
  kind: string | undefined
  onMake: (list: string) => void
}

/** The content of an empty list, with the next step: an object of its kind. */
function None({ lists, makes, kind, canChange, onMake }: NoneProps) {
  const list = kind ?? Object.keys(lists)[0]!
  const says = kind ? texts.team.nothingIn(lists[kind]!.label) : words.nothing
  return <Empty says={says} step={canChange ? { label: makes[list]!, onClick: () => onMake(list) } : undefined} />
}

/** Returns the columns of the objects of all kinds: what only some kinds have is put together in one. */
const columnsOfKinds = (lists: Readonly<Record<string, List>>): Column<Listed>[] => {
  const [name, gloss] = columnsOfAll()
  return [
    name,
    [words.kind, ({ list }) => words.kindsOfObjects[list as keyof typeof words.kindsOfObjects]],
    gloss,
    [words.details, ({ list, thing }) => detailsOf(lists[list], thing)],
  ]
}

const detailsOf = (list: List | undefined, { document }: Listed['thing']) =>
  shownParts(list?.parts)
    .map((part) => namesOf(part, part.read(document)))
    .filter(Boolean)
    .join(' · ')
