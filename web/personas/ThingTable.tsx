import { useState, type ReactNode } from 'react'
import { DataTable, RowAct, type Column } from '../app/DataTable.js'
import { texts } from '../texts.js'
import { Coloured } from './Coloured.js'
import { Gloss } from './Gloss.js'
import { namesOf, type List, type Thing } from './thing.js'

const words = texts.things

/** The selected documents of all lists. */
export interface ChosenThings {
  has: (key: string) => boolean
  set: (keys: readonly string[], on: boolean) => void
  /** The acts on the selected documents; empty while none are selected. */
  bar: ReactNode
}

/** A document with the name of its list. */
export interface Listed {
  list: string
  thing: Thing
}

interface Props {
  label: string
  rows: readonly Listed[]
  columns: readonly Column<Listed>[]
  /** The document to scroll to and to focus. */
  sought?: Listed | undefined
  /** The selection of documents; if absent, documents cannot be selected. */
  chosen?: ChosenThings | undefined
  /** Shown in place of a table without rows. */
  empty?: ReactNode
  /** The acts on a document; absent where the user may change none. */
  acts?: { edit: (list: string, thing: Thing) => void; remove: (list: string, thing: Thing) => void } | undefined
}

/** Documents of the same key can be in several lists. */
const keyOf = ({ list, thing }: Listed) => `${list} ${thing.key}`

/** A table of documents, of which a hundred are shown at first. */
export function ThingTable({ label, rows, columns, sought, chosen, empty, acts }: Props) {
  const soughtKey = sought && keyOf(sought)
  const { shown, more } = useFirst(rows, soughtKey)
  const thingKey = (key: string) => key.slice(key.indexOf(' ') + 1)
  return (
    <>
      {chosen?.bar}
      <DataTable<Listed>
        label={label}
        more={more}
        empty={empty}
        rows={shown}
        keyOf={keyOf}
        sought={soughtKey}
        choice={
          chosen && {
            keys: rows.map(keyOf),
            has: (key) => chosen.has(thingKey(key)),
            set: (keys, on) => chosen.set(keys.map(thingKey), on),
            nameOf: ({ thing }) => thing.name,
          }
        }
        columns={acts ? [...columns, changeColumn(acts)] : columns}
      />
    </>
  )
}

/** The documents that a table shows at first, and with each press of the button below it. */
export const mostShown = 100

/** Returns the first documents, as many as are shown so far or up to the one that is sought. */
function useFirst(rows: readonly Listed[], sought: string | undefined) {
  const [count, setCount] = useState(mostShown)
  const shown = rows.slice(0, Math.max(count, rows.findIndex((row) => keyOf(row) === sought) + 1))
  const load = () => setCount(shown.length + mostShown)
  return { shown, more: shown.length < rows.length ? { isLoading: false, load } : undefined }
}

/** Returns the documents whose names contain the text. */
export function foundIn(rows: readonly Listed[], text: string): readonly Listed[] {
  const sought = text.trim().toLowerCase()
  return sought ? rows.filter(({ thing }) => thing.name.toLowerCase().includes(sought)) : rows
}

/** Returns the columns of every list: the name and the rich text of a document. */
export const columnsOfAll = (
  nameLabel: string = words.name,
  parts: List['parts'] = {},
): [Column<Listed>, Column<Listed>] => [
  [nameLabel, ({ thing }) => <Coloured name={thing.name} colour={colourIn(parts, thing.document)} />],
  [words.gloss, ({ thing }) => <Gloss items={thing.gloss} />],
]

/** Returns the columns of one list, with one for each of its parts. */
export const columnsOf = ({ nameLabel, parts }: List): Column<Listed>[] => [
  ...columnsOfAll(nameLabel, parts),
  ...shownParts(parts).map((part): Column<Listed> => [
    part.label,
    ({ thing }) => namesOf(part, part.read(thing.document)),
  ]),
]

/** Returns the parts that tables show. */
export const shownParts = (parts: List['parts']) => Object.values(parts ?? {}).filter(({ isAside }) => !isAside)

/** Returns the colour of a document, if it has one. */
const colourIn = (parts: List['parts'], document: Thing['document']) =>
  Object.values(parts ?? {})
    .find(({ form }) => form === 'colour')
    ?.read(document)[0]

const changeColumn = ({ edit, remove }: NonNullable<Props['acts']>): Column<Listed> => [
  words.change,
  ({ list, thing }) => (
    <>
      <RowAct label={words.editOf(thing.name)} onClick={() => edit(list, thing)}>
        {words.edit}
      </RowAct>
      <RowAct removes label={words.removeOf(thing.name)} onClick={() => remove(list, thing)}>
        {words.remove}
      </RowAct>
    </>
  ),
  'acts',
]
