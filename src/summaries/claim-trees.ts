import type { ByteWriter } from '../lib/byte-writer.js'

/** The claims of a summary that the actor may read. */
export interface ClaimTree {
  /** The number of claims without a parent in the tree. */
  roots: number
  total: number
  /** Writes the claims as a JSON array, with subclaims nested in each; returns the number of levels. */
  print(out: ByteWriter): number
  /** Does the same for large trees, with pauses for other work. */
  printInTurns(out: ByteWriter): Promise<number>
}

/**
 * Provides summaries with the claims inside them. The claims area comes after this one and cannot be imported here, so
 * the composition root injects its implementation. One read serves all the summaries.
 */
export type ClaimTrees<Context> = (
  ctx: Context,
  summaryIds: readonly string[],
) => Promise<(summaryId: string) => ClaimTree>
