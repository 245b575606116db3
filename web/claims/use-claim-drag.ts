import { useMemo, useState, type DragEvent } from 'react'
import { idsBelow } from './ids-below.js'
import type { ClaimNode } from './use-claim-tree.js'

/** The key that means the top level among the ids of claims. */
const topLevel = 'top level'

/** Returns the handlers that drag a claim to another parent, where null is the top level. */
export function useClaimDrag(
  nodes: readonly ClaimNode[],
  onMove: (claim: ClaimNode['claim'], parentId: string | null) => void,
) {
  /** The claim that is being dragged; it cannot be dropped on itself or its own subclaims. */
  const [dragged, drag] = useState<ClaimNode>()
  const [over, setOver] = useState<string>()
  const below = useMemo(() => (dragged ? idsBelow(nodes, dragged.id) : new Set<string>()), [nodes, dragged])
  /** Returns the attributes of an element on which the claim can be dropped. */
  const dropOn = (parentId: string | null) => ({
    'data-over': over === (parentId ?? topLevel),
    onDragOver: (event: DragEvent) => {
      if (!dragged || (parentId !== null && below.has(parentId))) return
      event.preventDefault()
      setOver(parentId ?? topLevel)
    },
    onDragLeave: () => setOver(undefined),
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      setOver(undefined)
      drag(undefined)
      if (dragged && (dragged.parentId ?? null) !== parentId) onMove(dragged.claim, parentId)
    },
  })
  return { dragged, drag, dropOn }
}
