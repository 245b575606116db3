import { abilitiesOf } from '../access/abilities.js'
import { candidates, type Narrowed } from '../access/candidates.js'
import { readableInSummary } from '../access/rules.js'
import type { Context } from '../context.js'
import { all, is } from '../database/rows/conditions.js'
import { validation } from '../lib/errors.js'
import { load } from '../lib/load.js'
import { listPage, newestFirst, type ListPage, type PageArguments } from '../lib/page.js'
import { claimsOfSummaries, type ClaimTree } from './claim.service.js'
import { matching, type ClaimFilter } from './claim-read.sql.js'
import { allClaims, countClaims, countReadableClaims, selectClaimPage, type Claim, type ClaimRow } from './claim.sql.js'

export interface PageFilter extends ClaimFilter {
  summaryId?: string
}

/** Whether the filter lets every claim through. */
const isOfAll = (filter: PageFilter) => Object.values(filter).every((one) => one === undefined || one === null)

/** Returns one page of the claims that the actor may read, as a flat list, oldest first. */
export async function pageOfClaims(ctx: Context, args: PageArguments, filter: PageFilter): Promise<ListPage<ClaimRow>> {
  const abilities = await abilitiesOf(ctx)
  const where = all(is('c.summary_id', filter.summaryId), readableInSummary(abilities), matching(filter))
  // One summary has few enough claims to check each of them.
  const among = (cut: Narrowed) =>
    filter.summaryId
      ? allClaims
      : candidates<Claim>(abilities, 'claim', 'c', { ...cut, where: all(cut.where, matching(filter)) })
  return listPage(args, {
    name: 'claims',
    filter,
    ...newestFirst,
    select: (page) => selectClaimPage(ctx.db, where, page, among),
    count: () =>
      isOfAll(filter) && !abilities.isAdmin
        ? countReadableClaims(ctx.db, abilities)
        : countClaims(ctx.db, where, among({ where: all() })),
  })
}

/**
 * A claim and its place in the tree: roots have depth 0, and the path is the index of each ancestor and of the claim
 * among its siblings.
 */
export interface TreeItem {
  id: string
  parentId: string | null
  depth: number
  readonly path: number[]
  childCount: number
  claim: ClaimRow
}

/**
 * A claim with its place in the tree. The path is computed only when it is asked for: the paths of a long chain of
 * claims would fill the memory.
 */
class Placed implements TreeItem {
  readonly depth: number

  constructor(
    readonly claim: ClaimTree['roots'][number],
    private readonly above: Placed | null,
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
    for (let at: Placed | null = this; at; at = at.above) path[at.depth] = at.index
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
  const items: Placed[] = []
  const open = tree.roots.map((claim, index) => new Placed(claim, null, index)).reverse()
  for (let next = open.pop(); next; next = open.pop()) {
    items.push(next)
    if (next.depth + 1 >= levels) continue
    const children = next.claim.subclaims ?? []
    for (let index = children.length - 1; index >= 0; index--) {
      const child = children[index]
      if (child) open.push(new Placed(child, next, index))
    }
  }
  return items
}
