import type { ByteWriter } from '../lib/byte-writer.js'

/** The claims of a summary that the actor may read. */
export interface ClaimTree {
  /** The number of claims without a parent in the tree. */
  roots: number
  total: number
  /** Writes the claims as a JSON array, subclaims nested in each; returns the number of levels. */
  print(out: ByteWriter): number
  /** Does the same for large trees, pausing so that other work gets its turn. */
  printInTurns(out: ByteWriter): Promise<number>
}

/**
 * How summaries get at the claims inside them. The claims area comes after this one and cannot be imported here, so the
 * composition root injects its implementation. One read serves all the summaries.
 */
export type ClaimTrees<Context> = (
  ctx: Context,
  summaryIds: readonly string[],
) => Promise<(summaryId: string) => ClaimTree>
