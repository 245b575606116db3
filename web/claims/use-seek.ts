import { useEffect, useRef, useState } from 'react'

interface Row {
  id: string
  parentId?: string | null
}

interface Tree {
  /** The rows that are loaded so far. */
  nodes: readonly Row[]
  /** The loaded rows that are not below a closed row. */
  shown: readonly Row[]
  /** Whether no more rows can be loaded. */
  isWhole: boolean
  readMore: () => void
  closed: ReadonlySet<string>
  open: (ids: readonly string[]) => void
  /** Moves the focus to a row of `shown`. */
  go: (index: number) => void
}

/**
 * Returns a function that moves the focus to a claim anywhere in a tree. It loads rows until the claim is loaded, and
 * opens the rows above it.
 */
export function useSeek({ nodes, shown, closed, isWhole, readMore, open, go }: Tree): (claimId: string) => void {
  const [sought, seek] = useState<string>()
  /** The element that had the focus at the start; if the user moves the focus, the search ends. */
  const from = useRef<Element | null>(null)
  useEffect(() => {
    if (sought === undefined) return
    const now = document.activeElement
    if (now && now !== from.current && now !== document.body) {
      seek(undefined)
      return
    }
    const index = shown.findIndex(({ id }) => id === sought)
    const parents = new Map(nodes.map(({ id, parentId }) => [id, parentId]))
    if (index >= 0) {
      seek(undefined)
      go(index)
    } else if (parents.has(sought)) {
      const above: string[] = []
      for (let id = parents.get(sought); id; id = parents.get(id)) above.push(id)
      const hiding = above.filter((id) => closed.has(id))
      if (hiding.length) open(hiding)
      else seek(undefined)
    } else if (isWhole) seek(undefined)
    else readMore()
  })
  return (claimId) => {
    from.current = document.activeElement
    seek(claimId)
  }
}
