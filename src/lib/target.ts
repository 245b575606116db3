import type { Clock } from './fairness/turns.js'
import { readDistinct } from './read-distinct.js'

/** A reference to a row, by its GraphQL type and its id. */
export class RowReference {
  constructor(
    readonly type: string,
    readonly id: string,
  ) {}
}

/** The target of a reference: a row that is still to be read, an object, or null if the target does not exist. */
export type Target = RowReference | object | null

/** Reads rows by their ids, one entry per id; undefined for a row that the actor may not read. */
type Reader<C> = (ctx: C, ids: readonly string[]) => Promise<readonly (object | undefined)[]>

/**
 * Reads the rows among targets by the readers of their types, each row once. Returns one entry per target: the row with
 * its `__typename`, the object, or null.
 */
export async function readTargets<C extends { budget: Clock }>(
  ctx: C,
  targets: readonly Target[],
  readers: Readonly<Record<string, Reader<C>>>,
): Promise<(object | null)[]> {
  const found: (object | null)[] = [...targets]
  for (const [type, byIds] of Object.entries(readers)) {
    const isOfType = (target: Target): target is RowReference => target instanceof RowReference && target.type === type
    const ids = targets.filter(isOfType).map(({ id }) => id)
    const rows = await readDistinct(ctx.budget, ids, String, async (some) => {
      const read = await byIds(ctx, some)
      return read.map((row) => (row ? { ...row, __typename: type } : null))
    })
    let next = 0
    targets.forEach((target, at) => {
      if (isOfType(target)) found[at] = rows[next++] ?? null
    })
  }
  return found
}
