import { abilitiesOf } from '../access/abilities.js'
import { readableInSummary } from '../access/rules.js'
import type { Context } from '../context.js'
import { all, isAny } from '../database/rows/conditions.js'
import { validation } from '../lib/errors.js'
import { indexBy } from '../lib/group-by.js'
import { load } from '../lib/load.js'
import { listPage, type ListPage, type PageArguments } from '../lib/page.js'
import { normalUuid } from '../lib/uuid.js'
import { countClaimsOfSummaries, selectClaims, type ClaimRow } from './claim-read.sql.js'
import { withOwners } from './claim.service.js'

/** A claim with its subclaims, which are filled in when the tree is built. */
export type TreeRow = ClaimRow & { subclaims: TreeRow[] | null }

/** The claims of a summary that the actor may read. */
export interface ClaimTree {
  /** All claims of the tree, oldest first. */
  rows: TreeRow[]
  roots: TreeRow[]
  /** The claims by id, of all trees that were read together. */
  known: ReadonlyMap<string, TreeRow>
}

/**
 * Reads the claims of each summary as trees of rows, for GraphQL: one statement reads the whole trees of all summaries.
 */
export async function claimsOfSummaries(ctx: Context, summaryIds: readonly string[]): Promise<ClaimTree[]> {
  const abilities = await abilitiesOf(ctx)
  const where = all(isAny('c.summary_id', summaryIds, 'uuid'), readableInSummary(abilities))
  const rows = (await selectClaims(ctx.db, where)).map((row): TreeRow => ({ ...withOwners(row), subclaims: null }))
  const known = indexBy(rows, (row) => row.id)
  const trees = new Map<string, ClaimTree>()
  for (const id of summaryIds) trees.set(normalUuid(id), { rows: [], roots: [], known })
  for (const row of rows) {
    row.subclaims ??= []
    const tree = trees.get(row.summaryId)
    tree?.rows.push(row)
    // A claim whose parent the actor may not read is shown as a root.
    const parent = row.parentClaimId === null ? undefined : known.get(row.parentClaimId)
    if (!parent) tree?.roots.push(row)
    else if (parent.subclaims) parent.subclaims.push(row)
    else parent.subclaims = [row]
  }
  return summaryIds.map((id) => trees.get(normalUuid(id)) ?? { rows: [], roots: [], known })
}

/** Returns how many claims of each summary the actor may read; one statement counts for all summaries. */
export async function claimCountsOfSummaries(ctx: Context, summaryIds: readonly string[]): Promise<number[]> {
  const counts = await countClaimsOfSummaries(ctx.db, summaryIds, readableInSummary(await abilitiesOf(ctx)))
  return summaryIds.map((id) => counts.get(normalUuid(id)) ?? 0)
}

/**
 * A claim and its place in the tree: roots have depth 0, and the path is the index of each ancestor and of the claim
 * among its siblings. The path is computed only when it is asked for: the paths of a long chain of claims would fill
 * the memory.
 */
class TreeItem {
  readonly depth: number

  constructor(
    readonly claim: ClaimTree['roots'][number],
    private readonly above: TreeItem | null,
    private readonly index: number,
  ) {
    this.depth = above ? above.depth + 1 : 0
  }

  get id(): string {
    return this.claim.id
  }

  get parentId(): string | null {
    return this.above ? this.claim.parentClaimId : null
  }

  get childCount(): number {
    return this.claim.subclaims?.length ?? 0
  }

  get path(): number[] {
    const path = new Array<number>(this.depth + 1)
    for (let at: TreeItem | null = this; at; at = at.above) path[at.depth] = at.index
    return path
  }
}

/**
 * Returns one page of a summary's tree as a flat list, parents before children, down to `levels` levels. Throws
 * VALIDATION_ERROR for fewer than one level and for the cursor of a claim that is no longer in the tree.
 */
export async function pageOfTree(
  ctx: Context,
  summaryId: string,
  args: PageArguments,
  levels: number | null,
): Promise<ListPage<TreeItem>> {
  if (levels !== null && levels < 1) throw validation([{ field: 'depth', message: 'must be at least 1' }])
  const items = flatten(await load(ctx, claimsOfSummaries, summaryId), levels ?? Infinity)
  const at = (field: 'after' | 'before', [id]: readonly unknown[]) => {
    const place = items.findIndex((item) => item.id === id)
    // Continuing from an unknown place would show claims twice, or none.
    if (place < 0) throw validation([{ field, message: 'is of a claim that is not in the tree any more' }])
    return place
  }
  return listPage(args, {
    name: 'claimTree',
    filter: { summaryId, levels },
    kinds: ['uuid'],
    keyOf: (item: TreeItem) => [item.id],
    select: async (page) => {
      const from = page.after ? at('after', page.after) + 1 : 0
      const to = page.before ? at('before', page.before) : items.length
      const within = items.slice(from, to)
      return page.backward ? within.slice(-page.limit - 1).reverse() : within.slice(0, page.limit + 1)
    },
    count: async () => items.length,
  })
}

/** Flattens the tree depth first, without recursion. */
function flatten(tree: ClaimTree, levels: number): TreeItem[] {
  const items: TreeItem[] = []
  const open = tree.roots.map((claim, index) => new TreeItem(claim, null, index)).reverse()
  for (let next = open.pop(); next; next = open.pop()) {
    items.push(next)
    if (next.depth + 1 >= levels) continue
    const children = next.claim.subclaims ?? []
    for (let index = children.length - 1; index >= 0; index--) {
      const child = children[index]
      if (child) open.push(new TreeItem(child, next, index))
    }
  }
  return items
}
