import { useState } from 'react'
import { DataTable, RowAct, type Choice, type Column } from '../../app/DataTable.js'
import { Empty } from '../../app/Empty.js'
import { toggled } from '../../lib/toggled.js'
import { texts } from '../../texts.js'
import { Shown } from './Shown.js'

interface Row {
  name: string
  role: string
}

const rows: readonly Row[] = [
  { name: 'Ann', role: texts.groups.roles.GROUP_OWNER },
  { name: 'Ben', role: texts.groups.roles.GROUP_MEMBER },
]
const nothing = () => undefined

const columns: readonly Column<Row>[] = [
  [texts.projects.person, ({ name }) => name],
  [texts.projects.role, ({ role }) => role],
  [
    texts.team.actions,
    ({ name }) => (
      <>
        <RowAct label={texts.things.editOf(name)} onClick={nothing}>
          {texts.things.edit}
        </RowAct>
        <RowAct removes label={texts.things.removeOf(name)} onClick={nothing}>
          {texts.things.remove}
        </RowAct>
      </>
    ),
    'acts',
  ],
]

/** Tables with and without rows, and what an empty list says. */
export function Lists() {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(['Ben']))
  const choice: Choice<Row> = {
    keys: rows.map(({ name }) => name),
    has: (key) => chosen.has(key),
    set: (keys, on) => setChosen(toggled(chosen, keys, on)),
    nameOf: ({ name }) => name,
  }
  const table = { keyOf: ({ name }: Row) => name, columns, label: texts.projects.members }
  return (
    <>
      <Shown name="DataTable" isWide>
        <DataTable {...table} rows={rows} choice={choice} more={{ isLoading: false, load: nothing }} sought="Ann" />
      </Shown>
      <Shown name="DataTable empty" isWide>
        <DataTable {...table} rows={[]} />
      </Shown>
      <Shown name="Empty" isWide>
        <Empty says={texts.groups.none} step={{ label: texts.groups.make, onClick: nothing }} />
      </Shown>
    </>
  )
}
