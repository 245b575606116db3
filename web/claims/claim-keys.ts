import type { KeyboardEvent } from 'react'
import { asReviewable, type Reviewable } from '../reviews/use-reviews.js'
import type { ClaimActs } from './ClaimMenu.js'
import { canChoose, type ChosenClaims } from './use-chosen-claims.js'
import type { useClaimRows } from './use-claim-rows.js'

type Acts = Pick<ClaimActs, 'onEdit' | 'onAdd' | 'reviews'> & { chosen: ChosenClaims }

/** Handles a key in the focused row of a claim. */
export function onClaimKey(
  event: KeyboardEvent<HTMLDivElement>,
  tree: Pick<ReturnType<typeof useClaimRows>, 'shown' | 'at' | 'closed' | 'toggle' | 'go'>,
  acts: Acts,
): void {
  if (!(event.target instanceof HTMLElement) || event.target.getAttribute('role') !== 'treeitem') return
  const { shown, at, closed, toggle, go } = tree
  const node = shown[at]
  if (!node) return
  const { chosen } = acts
  const may = node.claim.viewerCan
  /** Selects the focused row and the row that the focus moves to. */
  const extend = (to: number) => {
    const ends = [node, shown[to]].flatMap((end) => (end && canChoose(end.claim) ? [end.id] : []))
    chosen.set(ends, true)
    go(to)
  }
  const review = (state: 'ACCEPTED' | 'REJECTED', reviewOne: (item: Reviewable) => void) => {
    if (chosen.items.length > 0) chosen.reviews.ask(state, chosen.items)
    else if (may.review) reviewOne(asReviewable(node.claim))
  }
  const goToParent = () => {
    const parent = shown.findIndex(({ id }) => id === node.parentId)
    go(Math.max(0, parent))
  }
  const steps: Record<string, () => unknown> = {
    ArrowDown: () => (event.shiftKey ? extend(at + 1) : go(at + 1)),
    ArrowUp: () => (event.shiftKey ? extend(at - 1) : go(at - 1)),
    ' ': () => canChoose(node.claim) && chosen.set([node.id], !chosen.has(node.id)),
    a: () => review('ACCEPTED', acts.reviews.accept),
    r: () => review('REJECTED', acts.reviews.reject),
    Delete: () => chosen.deletion.ask(chosen.deletable),
    Escape: () => chosen.none(),
    Enter: () => may.update && acts.onEdit(node.claim),
    Insert: () => may.update && acts.onAdd(node.claim.id),
    Home: () => go(0),
    End: () => go(shown.length - 1),
    ArrowRight: () => (closed.has(node.id) ? toggle(node.id, true) : go(at + 1)),
    ArrowLeft: () => (node.childCount && !closed.has(node.id) ? toggle(node.id, false) : goToParent()),
  }
  const isAll = (event.ctrlKey || event.metaKey) && event.key === 'a' && chosen.offered > 0
  const act = isAll ? chosen.all : event.ctrlKey || event.metaKey || event.altKey ? undefined : steps[event.key]
  if (!act) return
  event.preventDefault()
  act()
}
