import { abilitiesOf } from '../access/abilities.js'
import type { ReviewState } from '../access/review.shape.js'
import type { Context } from '../context.js'
import { printList } from '../database/rows/record-read.js'
import { keyOfRows } from '../database/rows/row-part.js'
import { holesOf } from '../database/rows/row-holes.js'
import { printValue } from '../database/rows/print-value.js'
import { locateColumn, RowPrinter, textAt } from '../database/rows/row-printer.js'
import type { RawRow } from '../database/driver/wire-client.js'
import { ByteWriter } from '../lib/byte-writer.js'
import type { Chunks } from '../lib/bytes.js'
import { notFound } from '../lib/errors.js'
import { indexBy } from '../lib/group-by.js'
import { wholeList } from '../lib/page.js'
import type { PrintedList } from '../lib/printed-list.js'
import type { ClaimTree } from './claim-trees.js'
import {
  columnsBeforeKey,
  place,
  selectClaimFacts,
  selectSummaryRows,
  summaryMembers,
  type SummaryTarget,
} from './summary-read.sql.js'

const printer = new RowPrinter(summaryMembers)

/** The properties of a summary's claims: the version of their format, and the time of their last change. */
export interface ClaimFacts {
  claimsVersion: string | null
  claimsExtractedAt: string | null
}

/**
 * Returns the properties derived from the claims of each summary, one entry per id (RF-29). Does not check access,
 * because callers have already read the summaries.
 */
export async function claimFactsOfSummaries(ctx: Context, ids: readonly string[]): Promise<ClaimFacts[]> {
  const facts = indexBy(await selectClaimFacts(ctx.db, ids), (row) => row.id)
  return ids.map((id) => facts.get(id) ?? { claimsVersion: null, claimsExtractedAt: null })
}

export interface PrintedSummary {
  version: number
  /** The summary as the REST routes answer it: JSON in UTF-8 bytes. */
  text: Chunks
}

export type { SummaryTarget } from './summary-read.sql.js'

type Print = (row: RawRow, out: ByteWriter) => void | Promise<void>

/** Larger trees are printed in turns with other work. */
const manyClaims = 500

/**
 * Returns how summaries are printed. The tree of claims inside each summary is built on every read, so that a change of
 * a claim never rewrites its summary (RF-29).
 */
async function printing(ctx: Context, rows: readonly RawRow[]): Promise<Print> {
  const ids = rows.map((row) => textAt(row, place.id) ?? '')
  const treeOf = ids.length ? await ctx.claimTrees(ctx, ids) : null
  return (row, out) => {
    const tree = treeOf!(textAt(row, place.id) ?? '')
    if (tree.total > manyClaims) return printInTurns(row, tree, out)
    printer.print(row, out, (hole) => fill[hole]!(row, tree, out))
  }
}

async function printInTurns(row: RawRow, tree: ClaimTree, out: ByteWriter): Promise<void> {
  for (const hole of holesOf(printer, row, out)) {
    if (hole > 0) {
      fill[hole]!(row, tree, out)
      continue
    }
    out.ascii(beforeClaims)
    printBehindClaims(row, tree, await tree.printInTurns(out), out)
  }
}

/**
 * Returns the list of the summaries of a video that the caller may read, optionally only those in a state of review,
 * newest first (SU-08).
 */
export async function printedSummaries(
  ctx: Context,
  videoId: string,
  reviewState?: ReviewState,
): Promise<PrintedList<RawRow>> {
  const abilities = await abilitiesOf(ctx)
  const target = { videoId, ...(reviewState && { reviewState }) }
  return {
    name: 'summaries',
    filter: target,
    ...keyOfRows(columnsBeforeKey),
    select: (page) => selectSummaryRows(ctx, { abilities, target, written: false, page }),
    print: async (rows) => printList(ctx.budget, rows, await printing(ctx, rows)),
  }
}

/**
 * Returns one summary. Throws NOT_FOUND for an unknown summary and for one that the caller may not read, unless they
 * have just written it (`written`).
 */
export async function printSummary(ctx: Context, target: SummaryTarget, written = false): Promise<PrintedSummary> {
  const rows = await selectSummaryRows(ctx, { abilities: await abilitiesOf(ctx), target, written, page: wholeList })
  const [row] = rows
  if (!row) throw notFound('Summary')
  const out = new ByteWriter(undefined, ctx.budget)
  await (
    await printing(ctx, rows)
  )(row, out)
  return { version: Number(textAt(row, place.version)), text: out.answer() }
}

function printClaims(row: RawRow, tree: ClaimTree, out: ByteWriter): void {
  if (!tree.total) return out.ascii('null')
  out.ascii(beforeClaims)
  printBehindClaims(row, tree, tree.print(out), out)
}

const beforeClaims = '{"version":"1.0","claims":'

function printBehindClaims(row: RawRow, tree: ClaimTree, depth: number, out: ByteWriter): void {
  printCounts(tree, depth, out, () => printExtractedAt(row, tree, out))
}

function printCounts(tree: ClaimTree, depth: number, out: ByteWriter, printTime: () => void): void {
  out.ascii(',"metadata":{"extractedAt":')
  printTime()
  const below = tree.total - tree.roots
  out.ascii(`,"totalClaims":${tree.roots},"totalSubclaims":${below},"maxDepth":${depth}}}`)
}

function printClaimsVersion(row: RawRow, { total }: ClaimTree, out: ByteWriter): void {
  out.text(JSON.stringify(textAt(row, place.claimsVersion) ?? (total ? '1.0' : null)))
}

function printExtractedAt(row: RawRow, _tree: ClaimTree, out: ByteWriter): void {
  const { start, end } = locateColumn(row, place.claimsExtractedAt)
  printValue(out, row, start, end, 'time')
}

/** Prints the text of a summary as rich text: plain text becomes one item, empty text an empty list (RF-15, RF-27). */
function printGloss(row: RawRow, _tree: ClaimTree, out: ByteWriter): void {
  const summary = textAt(row, place.summary)?.trim() ?? ''
  if (summary === '""') out.ascii('[]')
  else out.text(summary.startsWith('"') ? `[{"type":"text","content":${summary}}]` : summary)
}

/** The printers of the members that are not plain columns (the holes of `summaryMembers`), in their order. */
const fill = [printClaims, printClaimsVersion, printExtractedAt, printGloss]
