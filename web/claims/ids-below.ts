import type { ClaimNode } from './use-claim-tree.js'

/**
 * Returns the ids of a claim and of everything below it, none of which can be its parent. `nodes` must list parents
 * before their subclaims.
 */
export function idsBelow(nodes: readonly ClaimNode[], id: string): ReadonlySet<string> {
  const ids = new Set([id])
  for (const node of nodes) if (node.parentId && ids.has(node.parentId)) ids.add(node.id)
  return ids
}
