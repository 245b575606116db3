import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useMemo, useRef, useState, type RefObject } from 'react'
import type { ReviewState } from '../generated/graphql.js'
import type { ClaimNode } from './use-claim-tree.js'
import { useSeek } from './use-seek.js'

export interface ClaimTreeRows {
  nodes: readonly ClaimNode[]
  /** The id of the claim whose row shows the editor. */
  editing: string | undefined
  /** A claim to focus once its row is rendered, such as the one that the address names. */
  sought: string | undefined
  /** Whether no more rows can be loaded. */
  isWhole: boolean
  onNearEnd: () => void
  /** Receives the function that moves the focus to the next claim in a state of review. */
  goNext: RefObject<((state: ReviewState) => void) | undefined>
}

/** Returns the rows of a tree of claims: which are rendered, which has the focus, and which are closed. */
export function useClaimRows({ nodes, editing, sought, isWhole, onNearEnd, goNext }: ClaimTreeRows) {
  const { shown, closed, toggle, open } = useClosedRows(nodes)
  /** The row that has or last had the focus: the id of its claim, and its index in case the claim is deleted. */
  const [held, hold] = useState({ id: '', index: 0 })
  const frame = useRef<HTMLDivElement>(null)
  /** The index of the row to focus once it is rendered. */
  const wanted = useRef<number>(undefined)
  // Found by id, because other users may add and delete claims above the row.
  const rowIndex = shown.findIndex(({ id }) => id === held.id)
  const at = rowIndex < 0 ? Math.max(0, Math.min(held.index, shown.length - 1)) : rowIndex
  const setAt = (index: number) => hold({ id: shown[index]?.id ?? '', index })
  const virtual = useVirtualizer({
    count: shown.length,
    getScrollElement: () => frame.current,
    estimateSize: () => 29,
    overscan: 6,
    getItemKey: (i) => shown[i]?.id ?? i,
  })
  const rows = virtual.getVirtualItems()
  const last = rows.at(-1)?.index ?? 0
  useEffect(() => {
    if (last >= shown.length - 20) onNearEnd()
  }, [last, shown.length, onNearEnd])

  // When the editor of a row closes, the focus returns to the row.
  const edited = useRef(editing)
  useEffect(() => {
    if (edited.current && !editing) wanted.current = at
    edited.current = editing
  }, [editing, at])
  useEffect(() => {
    const row = frame.current?.querySelector<HTMLElement>(`[data-index="${wanted.current}"]`)
    if (!row) return
    wanted.current = undefined
    row.focus({ preventScroll: true })
  })

  function go(to: number) {
    const i = Math.max(0, Math.min(shown.length - 1, to))
    setAt(i)
    virtual.scrollToIndex(i)
    wanted.current = i
  }

  const seek = useSeek({ nodes, shown, closed, isWhole, readMore: onNearEnd, open, go })
  goNext.current = (state) => {
    const from = nodes.findIndex(({ id }) => id === shown[at]?.id)
    const next = [...nodes.slice(from + 1), ...nodes.slice(0, from + 1)].find(
      ({ claim }) => claim.reviewState === state,
    )
    if (next) seek(next.id)
    else if (!isWhole) onNearEnd()
  }
  useEffect(() => {
    if (sought) seek(sought)
  }, [sought])
  return { frame, virtual, rows, shown, closed, toggle, at, setAt, go, seek }
}

/** Returns the rows that are not below a closed row, and the means to close and open rows. */
function useClosedRows(nodes: readonly ClaimNode[]) {
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  // Rows are in depth-first order: those below a closed row are hidden up to the next row at its level or above.
  const shown = useMemo(() => {
    let hiddenBelow = Infinity
    return nodes.filter(({ id, depth }) => {
      if (depth > hiddenBelow) return false
      hiddenBelow = closed.has(id) ? depth : Infinity
      return true
    })
  }, [nodes, closed])

  function toggle(id: string, isOpen?: boolean) {
    const next = new Set(closed)
    if (isOpen ?? closed.has(id)) next.delete(id)
    else next.add(id)
    setClosed(next)
  }

  const open = (ids: readonly string[]) => setClosed(new Set([...closed].filter((id) => !ids.includes(id))))
  return { shown, closed, toggle, open }
}
