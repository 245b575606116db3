import { holesOf } from '../../database/rows/row-holes.js'
import { locateColumn, textAt } from '../../database/rows/row-printer.js'
import { textOfEach } from '../../database/rows/row-texts.js'
import type { RawRow } from '../../database/driver/wire-client.js'
import { readAs } from '../document-fields.js'
import type { ByteWriter } from '../../lib/byte-writer.js'
import { inTurns } from '../../lib/fairness/turns.js'
import { complete, isPromise } from './complete.js'
import type { RowForm, Hole } from './row-forms.js'
import { brokenBy, placedAt } from './assemble.js'
import { itemsOfRows } from './items.js'
import { placesOfMembers, printMembers, type MemberPlaces, type PrintedMembers } from './document-members.js'
import { objectOf } from './row-object.js'
import { PickedDocuments } from './picked-documents.js'
import type { Pick } from './picks.js'
import type { SelectedField } from '../documents/selection.js'
import { absent, asFieldType, asValueOrItem, eachOf } from './values.js'
import { hasNullableItems, listsOf, nullable, pathsOfAll, present } from './values.js'
import { statesOf, weightAt, weightOfAll, writeValue, whenAll } from './values.js'
import type { PathsOf, Run, Values } from './values.js'

/** The children of each row of a tree; one statement has read all rows of the tree. */
export type Below = ReadonlyMap<RawRow, readonly RawRow[]>

/** Returns rows in the form of a selection: printed from their bytes, with the values of the fields in their holes. */
export function rowValues(
  run: Run,
  rowForm: RowForm,
  rows: readonly RawRow[],
  pathsOf: PathsOf,
  below?: Below,
): Values | Promise<Values> {
  run.context.budget.makeObjects(rows.length)
  if (!rowForm.seen.length) return valuesOfRows(run, rowForm, rows, [], pathsOf, below)
  const objects: object[] = []
  const made = inTurns(run.context.budget, rows.length, (i) => objects.push(objectOf(rowForm, rows[i]!)))
  const goOn = () => valuesOfRows(run, rowForm, rows, objects, pathsOf, below)
  return made ? made.then(goOn) : goOn()
}

function valuesOfRows(
  run: Run,
  rowForm: RowForm,
  rows: readonly RawRow[],
  objects: readonly object[],
  pathsOf: PathsOf,
  below: Below | undefined,
): Values | Promise<Values> {
  let places: MemberPlaces | Promise<MemberPlaces> | undefined
  const fillings = eachOf(run, rowForm.holes, rows.length, (hole) => {
    const paths: PathsOf = (index) => pathsOf(index).map((path) => [...path, hole.field.key])
    if (hole.kind !== 'member') return valuesOfHole(run, hole, rows, objects, pathsOf, paths, below)
    const goOn = (at: MemberPlaces) => valuesOfMember(run, rowForm, hole, rows, at, paths)
    places ??= placesOfMembers(run, rowForm.stored!, rows)
    return isPromise(places) ? places.then(goOn) : goOn(places)
  })
  const whole = (holes: Values[]): Values => ({
    states: brokenBy(holes, rows.length),
    weight: weightOfAll(holes, 1),
    parts: (i, out) => partsOfRow(rowForm, rows[i]!, holes, i, out),
    write(i, out) {
      rowForm.printer.print(rows[i]!, out, holes.length ? (hole) => writeValue(holes[hole]!, i, out) : undefined)
    },
  })
  return whenAll(fillings, whole)
}

function* partsOfRow(rowForm: RowForm, row: RawRow, holes: readonly Values[], index: number, out: ByteWriter) {
  for (const hole of holesOf(rowForm.printer, row, out)) yield [holes[hole]!, index] as const
}

function valuesOfMember(
  run: Run,
  rowForm: RowForm,
  { field, form }: Hole & { kind: 'member' },
  rows: readonly RawRow[],
  places: MemberPlaces,
  paths: PathsOf,
): Values | Promise<Values> {
  const { stored } = rowForm
  const parsed = (row: RawRow) =>
    (objectOf({ ...rowForm, seen: stored!.seen }, row) as Record<string, unknown>)[field.name]
  const joined = ({ values, toParse }: PrintedMembers) => withParsed(run, field, rows, parsed, values, toParse, paths)
  const printed = printMembers(run, form, stored!, rows, places)
  return isPromise(printed) ? printed.then(joined) : joined(printed)
}

function valuesOfHole(
  run: Run,
  hole: Exclude<Hole, { kind: 'member' }>,
  rows: readonly RawRow[],
  objects: readonly object[],
  pathsOf: PathsOf,
  paths: PathsOf,
  below: Below | undefined,
): Values | Promise<Values> {
  switch (hole.kind) {
    case 'related':
      return run.ofKeys(hole.field, hole.relation, textOfEach(rows, hole.from), paths)
    case 'below':
      return rowsBelow(run, hole.field, hole.rowForm, rows, paths, below ?? new Map())
    case 'picked':
      return picked(run, hole.field, hole.column, hole.pick, rows, paths)
    case 'parsed': {
      const documents = objects.map((object) =>
        readAs(hole.field.definition, (object as Record<string, unknown>)[hole.field.name]),
      )
      return complete(run, hole.field.definition.type, documents, hole.field, paths)
    }
    case 'items':
      return rowsOfItems(run, hole, rows, paths)
    case 'resolved':
      return run.ofField(hole.field, objects, pathsOf)
  }
}

function rowsOfItems(
  run: Run,
  hole: Hole & { kind: 'items' },
  rows: readonly RawRow[],
  paths: PathsOf,
): Values | Promise<Values> {
  const items = itemsOfRows(run, hole, rows)
  const joined = (lists: (RawRow[] | null)[]) => listsOfRows(run, hole.field, hole.rowForm, lists, paths)
  return isPromise(items) ? items.then(joined) : joined(items)
}

/** Completes the list of children of each row. */
function rowsBelow(
  run: Run,
  field: SelectedField,
  rowForm: RowForm,
  rows: readonly RawRow[],
  paths: PathsOf,
  below: Below,
): Values | Promise<Values> {
  return listsOfRows(
    run,
    field,
    rowForm,
    rows.map((row) => below.get(row) ?? []),
    paths,
    below,
  )
}

/** Completes lists of rows, one list or null per object. A broken row breaks its list, unless items may be null. */
export function listsOfRows(
  run: Run,
  field: SelectedField,
  rowForm: RowForm,
  lists: readonly (readonly RawRow[] | null)[],
  paths: PathsOf,
  below?: Below,
): Values | Promise<Values> {
  const starts = new Int32Array(lists.length + 1)
  const owners: number[] = []
  const rows: RawRow[] = []
  let states: Uint8Array | null = null
  lists.forEach((list, owner) => {
    if (list === null) {
      states ??= statesOf(lists.length)
      states[owner] = absent
    }
    for (const row of list ?? []) {
      rows.push(row)
      owners.push(owner)
    }
    starts[owner + 1] = rows.length
  })
  const pathsOfRow: PathsOf = (index) => {
    const owner = owners[index] ?? 0
    return paths(owner).map((path) => [...path, index - starts[owner]!])
  }
  const joined = (values: Values): Values => {
    if (hasNullableItems(field)) nullable(values)
    else
      for (let i = 0; values.states !== null && i < rows.length; i++) {
        if (values.states[i] === present) continue
        states ??= statesOf(lists.length)
        states[owners[i] ?? 0] = values.states[i]!
      }
    return asFieldType(run, field, listsOf(values, starts, states), paths)
  }
  if (!rows.length) return asFieldType(run, field, listsOf(noValues, starts, states), paths)
  const values = rowValues(run, rowForm, rows, pathsOfRow, below)
  return isPromise(values) ? values.then(joined) : joined(values)
}

const noValues: Values = { states: null, write: () => undefined }

/** Completes one row for each object; `indexes` has the index of the object's row in `rows`, or -1 for null. */
export function rowsAt(
  run: Run,
  field: SelectedField,
  rowForm: RowForm,
  rows: readonly RawRow[],
  indexes: Int32Array,
  paths: PathsOf,
): Values | Promise<Values> {
  const pathsOfRow: PathsOf = (row) => {
    const places = [...indexes.keys()].filter((place) => indexes[place] === row)
    return pathsOfAll(places, paths)
  }
  const joined = (values: Values): Values => {
    let states: Uint8Array | null = null
    for (let i = 0; i < indexes.length; i++) {
      const row = indexes[i]!
      const state = row < 0 ? absent : (values.states?.[row] ?? present)
      if (state === present) continue
      states ??= statesOf(indexes.length)
      states[i] = state
    }
    const spread: Values = { states, ...placedAt(values, indexes), write: (i, out) => values.write(indexes[i]!, out) }
    return asValueOrItem(run, field, spread, paths)
  }
  if (!rows.length) return joined(noValues)
  const values = rowValues(run, rowForm, rows, pathsOfRow)
  return isPromise(values) ? values.then(joined) : joined(values)
}

/**
 * Picks the selection from a stored document of each row. A document with a value that does not match its type is
 * parsed and completed like a resolver's value.
 */
function picked(
  run: Run,
  field: SelectedField,
  column: number,
  pick: Pick,
  rows: readonly RawRow[],
  paths: PathsOf,
): Values | Promise<Values> {
  const { budget } = run.context
  const documents = new PickedDocuments(pick, rows.length, budget)
  const counts = new Int32Array(rows.length)
  const toParse: number[] = []
  let states: Uint8Array | null = null
  const pickOne = (i: number) => {
    const row = rows[i]!
    const { start, end } = locateColumn(row, column)
    const count = documents.add(i, row, start, end)
    counts[i] = count
    if (end < 0) {
      states ??= statesOf(rows.length)
      states[i] = absent
    } else if (count < 0) toParse.push(i)
    else budget.makeObjects(count)
  }
  const done = () => {
    const plain: Values = { states, weight: (i) => counts[i]!, write: (i, into) => documents.write(i, rows[i]!, into) }
    const parsed = (row: RawRow) => readAs(field.definition, JSON.parse(textAt(row, column) ?? 'null'))
    return withParsed(run, field, rows, parsed, plain, toParse, paths)
  }
  const waits = inTurns(budget, rows.length, pickOne)
  return waits ? waits.then(done) : done()
}

/** Returns values printed from bytes (`plain`), except for the rows `toParse`, whose documents are parsed instead. */
function withParsed(
  run: Run,
  field: SelectedField,
  rows: readonly RawRow[],
  parsed: (row: RawRow) => unknown,
  plain: Values,
  toParse: readonly number[],
  paths: PathsOf,
): Values | Promise<Values> {
  if (!toParse.length) return asFieldType(run, field, plain, paths)
  let { states } = plain
  const both = (values: Values): Values => {
    const at = new Map(toParse.map((row, i) => [row, i]))
    toParse.forEach((row, i) => {
      if (!values.states || values.states[i] === present) return
      states ??= statesOf(rows.length)
      states[row] = values.states[i]!
    })
    const write: Values['write'] = (i, into) => {
      const index = at.get(i)
      if (index === undefined) plain.write(i, into)
      else values.write(index, into)
    }
    const weight = (i: number) => {
      const index = at.get(i)
      return index === undefined ? weightAt(plain, i) : weightAt(values, index)
    }
    return asFieldType(run, field, { states, weight, write }, paths)
  }
  const documents: unknown[] = []
  const goOn = () => {
    const completed = complete(run, field.definition.type, documents, field, (i) => paths(toParse[i] ?? 0))
    return isPromise(completed) ? completed.then(both) : both(completed)
  }
  const waits = inTurns(run.context.budget, toParse.length, (i) => documents.push(parsed(rows[toParse[i]!]!)))
  return waits ? waits.then(goOn) : goOn()
}
