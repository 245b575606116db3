import { Button, Checkbox, Table, VisuallyHidden, type CheckboxProps } from '@mantine/core'
import type { ReactNode } from 'react'
import type { More } from '../lib/pages.js'
import { texts } from '../texts.js'
import { Empty } from './Empty.js'
import { ErrorNote } from './ErrorNote.js'
import { Loading } from './Page.js'
import classes from './DataTable.module.css'

interface Props<Row> {
  label: string
  /**
   * The heading of each column, its content for a row, and `'acts'` for what is done with a row: at the right edge, in
   * view however wide the table is, and without a heading that is seen.
   */
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
  more?: More | undefined
  /** The key of the row to scroll to and to focus, such as the row that the address names. */
  sought?: string | undefined
  /** Shown in place of a table without rows. */
  empty?: ReactNode
  /** The selection of rows; if absent, rows cannot be selected. */
  choice?: Choice<Row> | undefined
}

/** A selection of rows, by their keys. */
export interface Choice<Row> {
  /** The keys of all rows that can be selected, also of those that are not shown yet. */
  keys: readonly string[]
  has: (key: string) => boolean
  set: (keys: readonly string[], on: boolean) => void
  nameOf: (row: Row) => string
}

export type Column<Row> = readonly [head: string, cell: (row: Row) => ReactNode, kind?: 'acts']

const words = texts.reviews

/** The colour of the row under the pointer: fainter than controls in the row, such as switches that are off. */
const underPointer = 'light-dark(var(--mantine-color-gray-0), var(--mantine-color-dark-6))'

/** Keeps a field that is focused by the keyboard from being scrolled behind the column that stays in view. */
const besideIt = { scrollPaddingInlineEnd: '9rem' }

const found = {
  tabIndex: -1,
  'aria-current': true,
  bg: 'var(--mantine-primary-color-light)',
  ref(row: HTMLElement | null) {
    row?.scrollIntoView({ block: 'center' })
    row?.focus({ preventScroll: true })
  },
} as const

/**
 * A table that scrolls sideways when it is too wide, with a button that loads the next page. On a phone each row is a
 * block with a line for each column; ARIA roles keep it a table for screen readers, because browsers otherwise drop
 * that meaning.
 */
export function DataTable<Row>({ label, columns, rows, keyOf, more, sought, empty, choice }: Props<Row>) {
  if (!rows.length) return empty ?? <Empty says={texts.states.none} />
  const selectable = new Set(choice?.keys)
  return (
    <>
      {choice && selectable.size > 0 && <ChooseAll choice={choice} hiddenFrom="sm" label={words.selectAll} mb="xs" />}
      <Table.ScrollContainer
        minWidth={columns.length * 110}
        className={classes.frame}
        classNames={{ scrollContainerInner: classes.inner }}
        scrollAreaProps={{
          viewportProps: { tabIndex: 0, ...(columns.some(([, , kind]) => kind) && { style: besideIt }) },
        }}
      >
        <Table
          role="table"
          className={classes.table}
          aria-label={label}
          highlightOnHover
          highlightOnHoverColor={underPointer}
          verticalSpacing={6}
        >
          <Table.Thead role="rowgroup">
            <Table.Tr role="row">
              {choice && (
                <Table.Th role="columnheader" w={40}>
                  <VisuallyHidden hiddenFrom="sm">{words.select}</VisuallyHidden>
                  {selectable.size > 0 && (
                    <ChooseAll choice={choice} visibleFrom="sm" aria-label={words.selectAll} title={words.selectAll} />
                  )}
                </Table.Th>
              )}
              {columns.map(([head, , kind]) => (
                <Table.Th key={head} role="columnheader" {...(kind && { className: classes.acts })}>
                  {kind ? <VisuallyHidden>{head}</VisuallyHidden> : head}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody role="rowgroup">
            {rows.map((row) => (
              <Table.Tr key={keyOf(row)} role="row" {...(keyOf(row) === sought && found)}>
                {choice && (
                  <Table.Td role="cell" data-label={words.select}>
                    <div className={classes.cell}>
                      {selectable.has(keyOf(row)) && <Choose choice={choice} row={row} keyOf={keyOf} />}
                    </div>
                  </Table.Td>
                )}
                {columns.map(([head, cell, kind]) => (
                  <Table.Td key={head} role="cell" data-label={head} {...(kind && { className: classes.acts })}>
                    <div className={kind ? classes.rowActs : classes.cell}>{cell(row)}</div>
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {more && (
        <Button variant="default" size="xs" mt="xs" loading={more.isLoading} onClick={more.load}>
          {texts.states.more}
        </Button>
      )}
    </>
  )
}

/** The box that selects all rows: in the head of the table, and above it on a phone, where the head is not shown. */
function ChooseAll<Row>({ choice, ...props }: { choice: Choice<Row> } & CheckboxProps) {
  const { keys, has, set } = choice
  const count = keys.filter(has).length
  return (
    <Checkbox
      {...props}
      checked={count === keys.length}
      indeterminate={count > 0 && count < keys.length}
      onChange={({ currentTarget }) => set(keys, currentTarget.checked)}
    />
  )
}

function Choose<Row>({ choice, row, keyOf }: { choice: Choice<Row>; row: Row; keyOf: (row: Row) => string }) {
  const key = keyOf(row)
  return (
    <Checkbox
      aria-label={words.selectOf(choice.nameOf(row))}
      checked={choice.has(key)}
      onChange={({ currentTarget }) => choice.set([key], currentTarget.checked)}
    />
  )
}

interface Paged<Row> extends Omit<Props<Row>, 'rows' | 'more'> {
  /** The result of `usePages`. */
  list: { nodes: readonly Row[] | undefined; more: More | undefined; error: Error | null; refetch: () => unknown }
}

/** A table of a list that is loaded page by page, with its loading and error states. */
export function PagedTable<Row>({ list: { nodes, more, error, refetch }, ...table }: Paged<Row>) {
  return (
    <>
      {error && <ErrorNote error={error} retry={() => void refetch()} />}
      {nodes ? <DataTable {...table} rows={nodes} more={more} /> : !error && <Loading />}
    </>
  )
}

interface RowActProps {
  /** The accessible name, which distinguishes the button from the same button of other rows. */
  label: string
  children: string
  onClick: () => void
  /** Whether its action is under way. */
  loading?: boolean
  /** Whether it removes something. */
  removes?: boolean
}

/** A button of a table row that acts on this row; it is faint until the row is pointed at or the button is focused. */
export function RowAct({ label, children, onClick, loading = false, removes = false }: RowActProps) {
  return (
    <Button
      size="compact-sm"
      variant="subtle"
      color={removes ? 'red' : 'gray'}
      flex="none"
      className={classes.act}
      aria-label={label}
      loading={loading}
      onClick={onClick}
    >
      {children}
    </Button>
  )
}
