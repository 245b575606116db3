import { Text } from '@mantine/core'
import { useVirtualizer } from '@tanstack/react-virtual'
import {
  useEffect,
  useMemo,
  useRef,
  useState,
  type DragEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
} from 'react'
import type { Known } from '../personas/GlossEditor.js'
import type { ReviewState } from '../generated/graphql.js'
import { asReviewable, type Reviewable, type Reviews } from '../reviews/use-reviews.js'
import { texts } from '../texts.js'
import { ClaimRow } from './ClaimRow.js'
import { canChoose, type ChosenClaims } from './use-chosen-claims.js'
import { idsBelow } from './ids-below.js'
import type { ClaimNode } from './use-claim-tree.js'
import { useSeek } from './use-seek.js'
import classes from './ClaimRows.module.css'

interface Props {
  videoId: string
  nodes: readonly ClaimNode[]
  /** What is said where there are none. */
  none: string
  known: Known
  /** The id of the claim whose row shows the editor. */
  editing: string | undefined
  editor: ReactNode
  /** A claim that gets the focus once its row is there, such as the one that the address names. */
  sought: string | undefined
  /** Whether no more rows can be loaded. */
  isWhole: boolean
  onNearEnd: () => void
  onEdit: (claim: ClaimNode['claim']) => void
  onAdd: (parentId: string) => void
  onRelate: (claim: ClaimNode['claim']) => void
  onShare: (claim: ClaimNode['claim']) => void
  /** Moves a claim below another one; null for the top level. */
  onMove: (claim: ClaimNode['claim'], parentId: string | null) => void
  onChooseParent: (claim: ClaimNode['claim']) => void
  reviews: Reviews
  chosen: ChosenClaims
  /** Receives what moves the focus to the next claim in a state of review. */
  goNext: RefObject<((state: ReviewState) => void) | undefined>
  onChange: () => void
}

/** The claims of a tree as rows, of which only those in view are rendered; by keys, or dragged to another parent. */
export function ClaimRows({
  nodes,
  none,
  sought,
  editing,
  editor,
  isWhole,
  onNearEnd,
  onMove,
  goNext,
  ...acts
}: Props) {
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  /** The row that has or last had the focus: the id of its claim, and its index in case the claim is gone. */
  const [held, hold] = useState({ id: '', index: 0 })
  const frame = useRef<HTMLDivElement>(null)
  /** The index of the row to focus once it is rendered. */
  const wanted = useRef<number>(undefined)
  // Rows are in depth-first order: those below a closed row are hidden until one at its level or above comes.
  const shown = useMemo(() => {
    let hiddenBelow = Infinity
    return nodes.filter(({ id, depth }) => {
      if (depth > hiddenBelow) return false
      hiddenBelow = closed.has(id) ? depth : Infinity
      return true
    })
  }, [nodes, closed])
  // Found by id: other users may add and delete claims above the row.
  const found = shown.findIndex(({ id }) => id === held.id)
  const at = found < 0 ? Math.max(0, Math.min(held.index, shown.length - 1)) : found
  const setAt = (index: number) => hold({ id: shown[index]?.id ?? '', index })
  const virtual = useVirtualizer({
    count: shown.length,
    getScrollElement: () => frame.current,
    estimateSize: () => 64,
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

  function toggle(id: string, open?: boolean) {
    const next = new Set(closed)
    if (open ?? closed.has(id)) next.delete(id)
    else next.add(id)
    setClosed(next)
  }

  function go(to: number) {
    const i = Math.max(0, Math.min(shown.length - 1, to))
    setAt(i)
    virtual.scrollToIndex(i)
    wanted.current = i
  }

  const open = (ids: readonly string[]) => setClosed(new Set([...closed].filter((id) => !ids.includes(id))))
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

  /** The claim that is being dragged; it cannot go below itself, nor below its own subclaims. */
  const [dragged, drag] = useState<ClaimNode>()
  const [over, setOver] = useState<string>()
  const below = useMemo(() => (dragged ? idsBelow(nodes, dragged.id) : new Set<string>()), [nodes, dragged])
  const dropOn = (parentId: string | null) => ({
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

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    if (!(event.target instanceof HTMLElement) || event.target.getAttribute('role') !== 'treeitem') return
    const node = shown[at]
    if (!node) return
    const { chosen } = acts
    const may = node.claim.viewerCan
    /** Selects the row that has the focus and the one to which it moves. */
    const extend = (to: number) => {
      const ends = [node, shown[to]].flatMap((one) => (one && canChoose(one.claim) ? [one.id] : []))
      chosen.set(ends, true)
      go(to)
    }
    const review = (state: 'ACCEPTED' | 'REJECTED', one: (item: Reviewable) => void) => {
      if (chosen.items.length > 0) chosen.reviews.ask(state, chosen.items)
      else if (may.review) one(asReviewable(node.claim))
    }
    const steps: Record<string, () => unknown> = {
      ArrowDown: () => (event.shiftKey ? extend(at + 1) : go(at + 1)),
      ArrowUp: () => (event.shiftKey ? extend(at - 1) : go(at - 1)),
      ' ': () => canChoose(node.claim) && chosen.set([node.id], !chosen.has(node.id)),
      a: () => review('ACCEPTED', acts.reviews.accept),
      r: () => review('REJECTED', acts.reviews.reject),
      Delete: () => chosen.deletion.ask(chosen.deletable),
      Escape: () => chosen.none(),
      Enter: () => node.claim.viewerCan.update && acts.onEdit(node.claim),
      Insert: () => node.claim.viewerCan.update && acts.onAdd(node.claim.id),
      Home: () => go(0),
      End: () => go(shown.length - 1),
      ArrowRight: () => (closed.has(node.id) ? toggle(node.id, true) : go(at + 1)),
      ArrowLeft: () =>
        node.childCount && !closed.has(node.id)
          ? toggle(node.id, false)
          : go(
              Math.max(
                0,
                shown.findIndex(({ id }) => id === node.parentId),
              ),
            ),
    }
    const isAll = (event.ctrlKey || event.metaKey) && event.key === 'a' && chosen.offered > 0
    const act = isAll ? chosen.all : event.ctrlKey || event.metaKey || event.altKey ? undefined : steps[event.key]
    if (!act) return
    event.preventDefault()
    act()
  }

  if (!shown.length) return <Text c="dimmed">{none}</Text>
  return (
    <div ref={frame} style={{ maxHeight: '65vh', overflow: 'auto' }}>
      {dragged?.parentId && (
        <Text size="sm" ta="center" p={6} className={classes.top} data-over={over === topLevel} {...dropOn(null)}>
          {texts.claims.dropOnTop}
        </Text>
      )}
      <div
        role="tree"
        aria-label={texts.reading.claims}
        onKeyDown={onKeyDown}
        style={{ height: virtual.getTotalSize(), position: 'relative' }}
      >
        {rows.map(({ index, start, key }) => {
          const node = shown[index]
          if (!node) return null
          return (
            <div
              key={key}
              ref={virtual.measureElement}
              data-index={index}
              role="treeitem"
              aria-level={node.depth + 1}
              aria-setsize={-1}
              aria-selected={index === at}
              {...(canChoose(node.claim) && { 'aria-checked': acts.chosen.has(node.id) })}
              {...(node.childCount > 0 && { 'aria-expanded': !closed.has(node.id) })}
              tabIndex={index === at ? 0 : -1}
              onFocus={() => setAt(index)}
              className={classes.row}
              data-over={over === node.id}
              {...dropOn(node.id)}
              style={{ position: 'absolute', left: 0, right: 0, transform: `translateY(${start}px)` }}
            >
              <ClaimRow
                node={node}
                isClosed={closed.has(node.id)}
                editor={node.claim.id === editing ? editor : undefined}
                onToggle={() => toggle(node.id)}
                onGo={seek}
                onDrag={(isDragged) => drag(isDragged ? node : undefined)}
                {...acts}
              />
            </div>
          )
        })}
      </div>
    </div>
  )
}

/** Stands for the top level among the ids of claims. */
const topLevel = 'top level'
