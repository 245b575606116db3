import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { texts } from '../texts.js'
import { onClaimKey } from './claim-keys.js'
import type { ClaimActs } from './ClaimMenu.js'
import { ClaimRow } from './ClaimRow.js'
import { canChoose, type ChosenClaims } from './use-chosen-claims.js'
import { useClaimDrag } from './use-claim-drag.js'
import { useClaimRows, type ClaimTreeRows } from './use-claim-rows.js'
import type { ClaimNode } from './use-claim-tree.js'
import classes from './ClaimRows.module.css'

interface Props extends ClaimTreeRows, ClaimActs {
  videoId: string
  /** Shown in place of an empty tree. */
  none: string
  editor: ReactNode
  chosen: ChosenClaims
  /** Moves a claim below another one; null for the top level. */
  onMove: (claim: ClaimNode['claim'], parentId: string | null) => void
}

/** The claims of a tree as rows, of which only those in view are rendered, with keyboard control and drag and drop. */
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
  const tree = useClaimRows({ nodes, editing, sought, isWhole, onNearEnd, goNext })
  const { virtual, shown, closed, at } = tree
  const { dragged, drag, dropOn } = useClaimDrag(nodes, onMove)
  if (!shown.length) return <Text c="dimmed">{none}</Text>
  return (
    <div ref={tree.frame} className={classes.frame}>
      {dragged?.parentId && (
        <Text size="sm" ta="center" p={6} className={classes.top} {...dropOn(null)}>
          {texts.claims.dropOnTop}
        </Text>
      )}
      <div
        role="tree"
        aria-label={texts.reading.claims}
        onKeyDown={(event) => onClaimKey(event, tree, acts)}
        style={{ height: virtual.getTotalSize(), position: 'relative' }}
      >
        {tree.rows.map(({ index, start, key }) => {
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
              onFocus={() => tree.setAt(index)}
              className={classes.row}
              {...dropOn(node.id)}
              style={{ position: 'absolute', left: 0, right: 0, transform: `translateY(${start}px)` }}
            >
              <ClaimRow
                node={node}
                isClosed={closed.has(node.id)}
                editor={node.claim.id === editing ? editor : undefined}
                onToggle={() => tree.toggle(node.id)}
                onGo={tree.seek}
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
