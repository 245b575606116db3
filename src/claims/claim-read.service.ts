import { abilitiesOf } from '../access/abilities.js'
import type { Context } from '../context.js'
import { requireCan } from '../access/require.js'
import { keyOfRows } from '../database/rows/row-part.js'
import type { PrintedList } from '../lib/printed-list.js'
import type { RawRow } from '../database/driver/wire-client.js'
import { roomFor, type WrittenRow } from '../database/rows/record-read.js'
import { forestOf, isRoot, printForest, printForestInTurns, withAncestors } from '../database/rows/row-tree.js'
import { inPages } from '../lib/fairness/budget.js'
import { ByteWriter } from '../lib/byte-writer.js'
import { withoutEnds, type Chunks } from '../lib/bytes.js'
import { notFound } from '../lib/errors.js'
import { normalUuid } from '../lib/uuid.js'
import type { ClaimTrees } from '../summaries/claim-trees.js'
import { columnsBeforeKey, selectPartOfTrees } from './claim-part.sql.js'
import {
  claimPrinter,
  claimTree,
  idOf,
  printed,
  selectBranch,
  selectClaimsOfSummary,
  selectTreesOfSummaries,
  versionOf,
  type ClaimFilter,
} from './claim-read.sql.js'

export interface ListOptions extends ClaimFilter {
  includeSubclaims?: boolean
}

/** The name of the last member of a printed claim: the array of its subclaims. */
const below = 'subclaims'

/**
 * Returns the list of the claims of a summary, whose rows are the roots and are printed with the claims below them.
 * Claims that match the filter are kept with their ancestors, other branches are pruned (C-03); without subclaims only
 * the matching roots are listed (C-04). Reading it throws NOT_FOUND when the actor may not read the summary.
 */
export async function printedClaims(
  ctx: Context,
  summaryId: string,
  options: ListOptions = {},
): Promise<PrintedList<RawRow>> {
  const { includeSubclaims = true, ...filter } = options
  const abilities = await abilitiesOf(ctx)
  let kept: readonly RawRow[] = []
  let forest = forestOf(kept, claimTree)
  return {
    name: 'claimsOfSummary',
    filter: { summaryId, includeSubclaims, ...filter },
    ...keyOfRows(columnsBeforeKey),
    async select(page) {
      if (page.limit === Infinity) kept = await wholeTrees(ctx, { abilities, summaryId, filter }, includeSubclaims)
      else {
        await requireCan(ctx, 'read', 'summary', [summaryId])
        kept = await selectPartOfTrees(ctx, { abilities, summaryId, filter, page, isDeep: includeSubclaims })
      }
      forest = forestOf(kept, claimTree)
      return forest.roots
    },
    async print(roots) {
      const out = new ByteWriter(roomFor(kept), ctx.budget)
      await printForestInTurns(ctx.budget, { ...forest, roots }, claimPrinter, below, out)
      return out.answer()
    },
  }
}

async function wholeTrees(ctx: Context, of: Parameters<typeof selectClaimsOfSummary>[1], includeSubclaims: boolean) {
  const claims = await selectClaimsOfSummary(ctx, of)
  if (!claims) throw notFound('Summary')
  const { rows, matching } = claims
  if (!includeSubclaims) return matching.filter((row) => isRoot(row, claimTree))
  return matching.length < rows.length ? withAncestors(rows, matching, claimTree) : rows
}

export interface PrintedClaim {
  text: Chunks
  version: number
}

/**
 * Returns one claim with its subclaims as JSON in UTF-8 bytes. Throws NOT_FOUND when the actor may not read it or, with
 * `inSummary`, when it belongs to another summary.
 */
export async function printClaim(ctx: Context, claimId: string, inSummary?: string): Promise<PrintedClaim> {
  ctx.budget.hint = inPages('claims')
  const claims = await selectBranch(ctx, { abilities: await abilitiesOf(ctx), claimId, inSummary })
  const claim = claimIn(claims, claimId)
  const out = new ByteWriter(undefined, ctx.budget)
  // A claim that the actor may not read hides everything below it, as in GraphQL.
  const forest = { ...forestOf(claims, claimTree), roots: [claim] }
  await printForestInTurns(ctx.budget, forest, claimPrinter, below, out)
  return { text: withoutEnds(out.answer()), version: versionOf(claim) }
}

/** Returns the row of the claim. Throws NOT_FOUND if it is not among the rows. */
function claimIn(rows: readonly RawRow[], claimId: string): RawRow {
  const claim = rows.find((row) => idOf(row) === normalUuid(claimId))
  if (!claim) throw notFound('Claim')
  return claim
}

/** Returns a claim from the row that the statement returned that wrote it. */
export const writtenClaim = (row: RawRow): WrittenRow => ({ columns: printed, row })

/** Returns the claim in the form of one that was just written. Throws NOT_FOUND when the actor may not read it. */
export async function claimAsItIs(ctx: Context, claimId: string): Promise<WrittenRow & { isParent: boolean }> {
  const rows = await selectBranch(ctx, { abilities: await abilitiesOf(ctx), claimId, inSummary: undefined })
  return { ...writtenClaim(claimIn(rows, claimId)), isParent: rows.length > 1 }
}

/** Prints a claim that has no subclaims from the row that was written. */
export function printAlone({ row }: WrittenRow): PrintedClaim {
  const out = new ByteWriter(roomFor([row]))
  claimPrinter.print(row, out)
  out.at -= 1
  out.ascii(`,"${below}":[]}`)
  return { text: out.answer(), version: versionOf(row) }
}

/** Returns the printers of the claims inside summaries (see summaries/claim-trees.ts). */
export const claimTrees: ClaimTrees<Context> = async (ctx, summaryIds) => {
  ctx.budget.hint = inPages('claims', 'summaryId: …')
  const claims = await selectTreesOfSummaries(ctx, { abilities: await abilitiesOf(ctx), summaryIds })
  return (summaryId) => {
    const forest = forestOf(claims.get(summaryId) ?? [], claimTree)
    return {
      roots: forest.roots.length,
      total: forest.total,
      print: (out) => printForest(forest, claimPrinter, below, out),
      printInTurns: (out) => printForestInTurns(ctx.budget, forest, claimPrinter, below, out),
    }
  }
}
