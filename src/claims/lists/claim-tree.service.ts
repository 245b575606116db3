import { abilitiesOf } from '../../access/abilities.js'
import { readableInSummary } from '../../access/rules.js'
import type { Context } from '../../context.js'
import { all, isAny } from '../../database/rows/conditions.js'
import { validation } from '../../lib/errors.js'
import { indexBy } from '../../lib/group-by.js'
import { load } from '../../lib/load.js'
import { listPage, type ListPage, type Order, type PageArguments } from '../../lib/page.js'
import { normalUuid } from '../../lib/uuid.js'
import { matchingClaims, type ClaimListFilter } from './claim-list.service.js'
import {
  countClaimsOfSummaries,
  selectClaimPlaces,
  selectClaims,
  type ClaimPlace,
  type ClaimRow,
} from '../claim-read.sql.js'
import { withOwners } from '../claim.service.js'

/** A claim with its subclaims, which are filled in when the tree is built. */
type InTree<C> = C & { subclaims: InTree<C>[] | null }
export type TreeRow = InTree<ClaimRow>

/** The claims of a summary that the actor may read. */
interface Tree<C> {
  /** All claims of the tree, oldest first. */
  rows: InTree<C>[]
  roots: InTree<C>[]
  /** The claims by id, of all trees that were read together. */
  byId: ReadonlyMap<string, InTree<C>>
}
export type ClaimTree = Tree<ClaimRow>

/**
 * Reads the claims of each summary as trees of rows, for GraphQL: one statement reads the whole trees of all summaries.
 */
export async function claimsOfSummaries(ctx: Context, summaryIds: readonly string[]): Promise<ClaimTree[]> {
  const claims = await selectClaims(ctx.db, await readableClaims(ctx, summaryIds))
  return treesOf(summaryIds, claims.map(withOwners))
}

/** Reads the places of the claims of each summary, without their other columns. */
async function placesOfSummaries(ctx: Context, summaryIds: readonly string[]): Promise<Tree<ClaimPlace>[]> {
  return treesOf(summaryIds, await selectClaimPlaces(ctx.db, await readableClaims(ctx, summaryIds)))
}

const readableClaims = async (ctx: Context, summaryIds: readonly string[]) =>
  all(isAny('c.summary_id', summaryIds, 'uuid'), readableInSummary(await abilitiesOf(ctx)))

/** Builds the tree of each summary from the claims of all of them, oldest first. */
function treesOf<C extends ClaimPlace>(summaryIds: readonly string[], claims: readonly C[]): Tree<C>[] {
  const rows = claims.map((claim): InTree<C> => ({ ...claim, subclaims: null }))
  const byId = indexBy(rows, (row) => row.id)
  const trees = new Map<string, Tree<C>>()
  for (const id of summaryIds) trees.set(normalUuid(id), { rows: [], roots: [], byId })
  for (const row of rows) {
    row.subclaims ??= []
    const tree = trees.get(row.summaryId)
    tree?.rows.push(row)
    // A claim whose parent the actor may not read is shown as a root.
    const parent = row.parentClaimId === null ? undefined : byId.get(row.parentClaimId)
    if (!parent) tree?.roots.push(row)
    else if (parent.subclaims) parent.subclaims.push(row)
    else parent.subclaims = [row]
  }
  return summaryIds.map((id) => trees.get(normalUuid(id)) ?? { rows: [], roots: [], byId })
}

/** Returns the number of claims of each summary that the actor may read; one statement counts for all summaries. */
export async function claimCountsOfSummaries(ctx: Context, summaryIds: readonly string[]): Promise<number[]> {
  const counts = await countClaimsOfSummaries(ctx.db, summaryIds, readableInSummary(await abilitiesOf(ctx)))
  return summaryIds.map((id) => counts.get(normalUuid(id)) ?? 0)
}

type PlaceInTree = InTree<ClaimPlace>

/**
 * A claim's place in the tree: roots have depth 0, and the path is the index of each ancestor and of the claim
 * among its siblings. The path is computed only on request: the paths of a long chain of claims would fill the memory.
 */
export class TreeEdge {
  readonly depth: number
  /** Set for the claims of the page. */
  cursor = ''

  constructor(
    private readonly place: PlaceInTree,
    private readonly above: TreeEdge | null,
    private readonly index: number,
    readonly children: readonly PlaceInTree[],
    readonly matches: boolean,
  ) {
    this.depth = above ? above.depth + 1 : 0
  }

  get claimId(): string {
    return this.place.id
  }

  get parentId(): string | null {
    return this.above ? this.place.parentClaimId : null
  }

  get childCount(): number {
    return this.children.length
  }

  get path(): number[] {
    const path = new Array<number>(this.depth + 1)
    for (let at: TreeEdge | null = this; at; at = at.above) path[at.depth] = at.index
    return path
  }
}

interface TreeArguments extends PageArguments {
  /** The number of levels; all levels if null or absent. */
  depth?: number | null
}

/**
 * Returns one page of a summary's tree as a flat list, parents before children, down to `depth` levels: the claims that
 * pass the filter and those above them, siblings in the order of `orderBy`. Reads only the places of the claims. Throws
 * VALIDATION_ERROR for fewer than one level and for the cursor of a claim that is no longer in the tree.
 */
export async function pageOfTree(
  ctx: Context,
  summaryId: string,
  { depth: levels = null, orderBy, ...args }: TreeArguments,
  filter: ClaimListFilter,
): Promise<Omit<ListPage<TreeEdge>, 'edges' | 'nodes'> & { edges: TreeEdge[] }> {
  if (levels !== null && levels < 1) throw validation([{ field: 'depth', message: 'must be at least 1' }])
  const tree = await load(ctx, placesOfSummaries, summaryId)
  const isFiltered = Object.keys(filter).length > 0
  const matching = isFiltered ? await load(ctx, matchingClaims, { place: summaryId, asked: { filter } }) : undefined
  const flat = flatten(tree, levels ?? Infinity, matching, orderBy)
  const at = (field: 'after' | 'before', [id]: readonly unknown[]) => {
    const place = flat.findIndex(({ claimId }) => claimId === id)
    // Continuing from an unknown place would repeat or skip claims.
    if (place < 0) throw validation([{ field, message: 'is of a claim that is not in the tree any more' }])
    return place
  }
  const page = await listPage(args, {
    name: 'claimTree',
    ...(orderBy && { sort: { field: orderBy.field, direction: orderBy.direction } }),
    filter: { summaryId, levels, ...filter },
    kinds: ['uuid'],
    keyOf: ({ claimId }: TreeEdge) => [claimId],
    select: async (page) => {
      const from = page.after ? at('after', page.after) + 1 : 0
      const to = page.before ? at('before', page.before) : flat.length
      const within = flat.slice(from, to)
      return page.backward ? within.slice(-page.limit - 1).reverse() : within.slice(0, page.limit + 1)
    },
    count: async () => flat.length,
  })
  return { ...page, edges: page.edges.map(({ cursor, node: edge }) => Object.assign(edge, { cursor })) }
}

/** Flattens the tree depth first, without recursion. */
function flatten(
  tree: Tree<ClaimPlace>,
  levels: number,
  matching: ReadonlySet<string> | undefined,
  order: PageArguments['orderBy'],
): TreeEdge[] {
  const kept = matching && withAncestors(tree, matching)
  const listed = (claims: readonly PlaceInTree[]) => {
    const some = kept ? claims.filter(({ id }) => kept.has(id)) : claims
    return order ? [...some].sort(comparedBy(order)) : some
  }
  const edgeOf = (claim: PlaceInTree, above: TreeEdge | null, index: number) =>
    new TreeEdge(claim, above, index, listed(claim.subclaims ?? []), matching?.has(claim.id) ?? true)
  const edges: TreeEdge[] = []
  const open = listed(tree.roots)
    .map((claim, index) => edgeOf(claim, null, index))
    .reverse()
  for (let next = open.pop(); next; next = open.pop()) {
    edges.push(next)
    if (next.depth + 1 >= levels) continue
    const { children } = next
    for (let index = children.length - 1; index >= 0; index--) open.push(edgeOf(children[index]!, next, index))
  }
  return edges
}

/** Returns the ids of the matching claims and of all claims above them, as far as they are in the tree. */
function withAncestors({ rows, byId }: Tree<ClaimPlace>, matching: ReadonlySet<string>): ReadonlySet<string> {
  const kept = new Set<string>()
  for (const { id } of rows)
    if (matching.has(id))
      for (let at = byId.get(id); at && !kept.has(at.id); at = byId.get(at.parentClaimId ?? '')) kept.add(at.id)
  return kept
}

/**
 * Returns a comparison of claims in the order of lists: claims without a value come last in either direction, and ids
 * break ties.
 */
function comparedBy({ field, direction }: Order) {
  const sign = direction === 'asc' ? 1 : -1
  const valueOf = (claim: ClaimPlace) => claim[field as 'createdAt' | 'updatedAt' | 'confidence']
  return (one: ClaimPlace, other: ClaimPlace): number => {
    const [a, b] = [valueOf(one), valueOf(other)]
    if (a !== b) return a === null ? 1 : b === null ? -1 : a < b ? -sign : sign
    return one.id < other.id ? -sign : sign
  }
}
