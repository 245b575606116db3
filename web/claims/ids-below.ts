import type { ClaimNode } from './use-claim-tree.js'

/** The ids of a claim and of everything below it, which are no parents for it; nodes come parents first. */
export function idsBelow(nodes: readonly ClaimNode[], id: string): ReadonlySet<string> {
  const ids = new Set([id])
  for (const node of nodes) if (node.parentId && ids.has(node.parentId)) ids.add(node.id)
  return ids
}
