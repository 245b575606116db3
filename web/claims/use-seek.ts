import { useEffect, useRef, useState } from 'react'

interface Row {
  id: string
  parentId?: string | null
}

interface Tree {
  /** The rows that were read so far. */
  nodes: readonly Row[]
  /** Those of them that stand below nothing closed. */
  shown: readonly Row[]
  /** Whether no more rows can be read. */
  isWhole: boolean
  readMore: () => void
  closed: ReadonlySet<string>
  open: (ids: readonly string[]) => void
  /** Goes to a row that is shown. */
  go: (index: number) => void
}

/** How to go to a claim of a tree wherever it stands: rows are read until it is there, and what hides it is opened. */
export function useSeek({ nodes, shown, closed, isWhole, readMore, open, go }: Tree): (claimId: string) => void {
  const [sought, seek] = useState<string>()
  /** What had the focus then: whoever has gone elsewhere meanwhile stays there. */
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
