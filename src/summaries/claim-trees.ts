import type { ByteWriter } from '../lib/byte-writer.js'

/** The claims of a summary that the actor may read. */
export interface ClaimTree {
  /** Claims that stand below no other. */
  roots: number
  total: number
  /** Writes them as a JSON array, those below in each; how many levels there were. */
  print(out: ByteWriter): number
  /** The same in turns with other work, for trees of many claims. */
  printInTurns(out: ByteWriter): Promise<number>
}

/**
 * What summaries ask of the claims inside them: the area of claims comes after this one, so the composition root hands
 * its answer in. One read for all the summaries.
 */
export type ClaimTrees<Context> = (
  ctx: Context,
  summaryIds: readonly string[],
) => Promise<(summaryId: string) => ClaimTree>
