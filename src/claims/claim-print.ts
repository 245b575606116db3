import { abilitiesOf } from '../access/abilities.js'
import type { Context } from '../context.js'
import type { PrintedField, PrintedJson, PrintField } from '../graphql/printed-fields.js'
import type { SelectedField } from '../graphql/printed-selection.js'
import type { Piece } from '../lib/bytes.js'
import { groupBy } from '../lib/group-by.js'
import { load } from '../lib/load.js'
import { nestClaims, type ClaimNesting, type ClaimText } from './claim-text.js'
import type { Summary } from '../summaries/summary.type.js'
import { noParent, partsOf, selectParts, type Part, type Parts, type SelectParts } from './claim-print.sql.js'

/**
 * Selections whose statement stays prepared on every connection, and which a request that makes them twice reads once.
 * Others are planned each time.
 */
const keptSelections = 40
const kept = new Map<string, PrintField>()

/** `Summary.claims` with any number of levels of `subclaims`, where each level selects the same columns. */
export const printedClaims: PrintedField = {
  type: 'Summary',
  field: 'claims',
  plan(selected) {
    const key = JSON.stringify(selected)
    const known = kept.get(key)
    if (known) return known
    const name = kept.size < keptSelections ? `printed-claims-${kept.size}` : null
    const made = planOf(selected, name)
    if (made && name) kept.set(key, made)
    return made
  },
}

interface Form {
  first: readonly SelectedField[]
  /** Those that follow the subclaims. */
  rest: readonly SelectedField[]
  nesting: ClaimNesting
}

/** Null when levels select different things, or nothing before the subclaims. */
function formOf(selected: readonly SelectedField[]): Form | null {
  const at = selected.findIndex(({ name }) => name === 'subclaims')
  const below = selected[at]
  if (!below) return { first: selected, rest: [], nesting: { before: '', levels: 1 } }
  const [first, rest] = [selected.slice(0, at), selected.slice(at + 1)]
  const inner = formOf(below.selected ?? [])
  if (
    !inner ||
    !first.length ||
    JSON.stringify([...inner.first, ...inner.rest]) !== JSON.stringify([...first, ...rest])
  )
    return null
  const before = `,${JSON.stringify(below.key)}:`
  // The last level has no subclaims that could stand at another place, or under another name.
  const alike = inner.nesting.levels === 1 || (inner.first.length === first.length && inner.nesting.before === before)
  return alike ? { first, rest, nesting: { before, levels: inner.nesting.levels + 1 } } : null
}

function planOf(selected: readonly SelectedField[], name: string | null): PrintField | null {
  const form = formOf(selected)
  const [first, rest] = [form && partsOf(form.first, 'before'), form && partsOf(form.rest, 'behind')]
  if (!form || !first || !rest) return null
  const plan = {
    select: selectParts(name, {
      parts: [...first.parts, ...rest.parts],
      creators: [...first.creators, ...rest.creators],
    }),
    first,
    rest,
    nesting: form.nesting,
  }
  const batch = (ctx: Context, summaryIds: readonly string[]) => printedTrees(ctx, plan, summaryIds)
  return (ctx, summary: Summary) => load(ctx, batch, summary.id)
}

interface Plan {
  select: SelectParts
  first: Parts
  rest: Parts
  nesting: ClaimNesting
}

async function printedTrees(
  ctx: Context,
  { select, first, rest, nesting }: Plan,
  summaryIds: readonly string[],
): Promise<PrintedJson[]> {
  const values = await select(ctx, { abilities: await abilitiesOf(ctx), summaryIds })
  const rows = values.map((row): ClaimText<Piece[]> & { summaryId: string } => {
    const ids = row[0]?.toString('latin1') ?? ''
    const text: Piece[] = []
    const behind: Piece[] = []
    const people = ids.length > 108 ? first.creators.length + rest.creators.length : 0
    const objects =
      people + printMembers(first.parts, row, 1, text) + printMembers(rest.parts, row, 1 + first.parts.length, behind)
    return {
      summaryId: ids.slice(0, 36),
      id: ids.slice(36, 72),
      parentId: ids.startsWith(noParent, 72) ? null : ids.slice(72, 108),
      text,
      objects,
      ...(behind.length > 0 && { rest: [',', ...behind] }),
    }
  })
  const bySummary = groupBy(rows, (row) => row.summaryId)
  return summaryIds.map((id) => {
    const { pieces, objects } = nestClaims(bySummary.get(id) ?? [], nesting)
    return { pieces: pieces.flat(), objects }
  })
}

/** Writes the parts whose values start at `from`; how many objects are in their lists. */
function printMembers(parts: readonly Part[], row: readonly (Buffer | null)[], from: number, into: Piece[]): number {
  let objects = 0
  for (let i = 0; i < parts.length; i++) {
    const [list, value] = [parts[i]?.list, row[from + i] ?? 'null']
    if (i > 0) into.push(',')
    if (list) into.push(`"${list.key}":`)
    if (value === 'null' || !list) {
      into.push(value)
      continue
    }
    // Every byte as a character: what JSON itself consists of is ASCII, everything else passes through.
    const items = JSON.parse(value.toString('latin1')) as Record<string, unknown>[]
    objects += items.length
    into.push(Buffer.from(JSON.stringify(items.map((item) => picked(item, list))), 'latin1'))
  }
  return objects
}

function picked(
  item: Record<string, unknown>,
  { typename, fields }: NonNullable<Part['list']>,
): Record<string, unknown> {
  const object: Record<string, unknown> = {}
  for (const { key, name } of fields) object[key] = name === '__typename' ? typename : (item[name] ?? null)
  return object
}
