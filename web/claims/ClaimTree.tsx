import { Button, Group, Stack, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useCallback, useEffect, useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { ErrorNote } from '../app/ErrorNote.js'
import { Loading } from '../app/Page.js'
import { ClaimTreeDocument, type ClaimTreeQuery } from '../generated/graphql.js'
import { JobProgress } from '../jobs/JobProgress.js'
import { useOpenJob } from '../jobs/open-job.js'
import { graph, keyOf } from '../lib/graph.js'
import { queryClient } from '../lib/query-client.js'
import type { Known } from '../personas/GlossEditor.js'
import { ShareDialog } from '../sharing/ShareDialog.js'
import { texts } from '../texts.js'
import { ClaimEditor } from './ClaimEditor.js'
import { ClaimRow } from './ClaimRow.js'
import { ExtractClaims } from './ExtractClaims.js'
import { RelateClaim } from './RelateClaim.js'
import { useSeek } from './use-seek.js'

type Node = NonNullable<ClaimTreeQuery['summary']>['claimTree']['nodes'][number]

interface Props {
  summaryId: string
  canChange: boolean
  known: Known
}

/** What is being edited: a new claim (below `parentId`, else at the top level) or an existing one. */
type Writing = { parentId?: string; claim?: undefined } | { parentId?: undefined; claim: Node['claim'] }

/** The claims of a summary as a tree of any depth; only the rows in view are rendered. */
export function ClaimTree({ summaryId, canChange, known }: Props) {
  const words = texts.claims
  const [writing, setWriting] = useState<Writing>()
  const [relating, setRelating] = useState<Node['claim']>()
  const [sharing, setSharing] = useState<Node['claim']>()
  const job = useOpenJob({ queue: 'CLAIM_EXTRACTION', summaryId })
  const tree = useInfiniteQuery({
    queryKey: keyOf(ClaimTreeDocument, { summaryId }),
    queryFn: ({ pageParam, signal }) => graph(ClaimTreeDocument, { summaryId, after: pageParam }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ summary }) =>
      summary?.claimTree.pageInfo.hasNextPage ? summary.claimTree.pageInfo.endCursor : null,
  })
  const nodes = useMemo(
    () => tree.data?.pages.flatMap(({ summary }) => summary?.claimTree.nodes ?? []) ?? [],
    [tree.data],
  )
  const { hasNextPage, isFetching, error, fetchNextPage } = tree
  // No automatic loading after an error, nor during a refetch of all pages, which it would cancel.
  const hasMore = hasNextPage && !isFetching && !error
  // The dialog that relates a claim offers all others, so all pages are loaded for it.
  const wantsAll = relating !== undefined && hasMore
  useEffect(() => {
    if (wantsAll) void fetchNextPage()
  }, [wantsAll, fetchNextPage])
  const total = tree.data?.pages[0]?.summary?.claimTree.totalCount ?? 0
  const reload = useCallback(
    () => void queryClient.invalidateQueries({ queryKey: keyOf(ClaimTreeDocument, { summaryId }) }),
    [summaryId],
  )
  const ended = () => {
    reload()
    void job.ask()
  }
  const editor = (what: Writing) => (
    <ClaimEditor
      key={what.claim?.id ?? what.parentId ?? summaryId}
      summaryId={summaryId}
      known={known}
      {...(what.claim && { claim: what.claim })}
      {...(what.parentId && { parentId: what.parentId })}
      // A save may end late, when another claim is already being edited.
      onClose={() => setWriting((now) => (now === what ? undefined : now))}
      onSaved={reload}
    />
  )
  if (error && !tree.data) return <ErrorNote error={error} retry={() => void tree.refetch()} />
  if (tree.isPending) return <Loading />
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <Text size="sm" c="dimmed">
          {words.count(total)}
        </Text>
        {canChange && (
          <Group gap="xs">
            <Button size="xs" variant="default" onClick={() => setWriting({})}>
              {words.add}
            </Button>
            <ExtractClaims summaryId={summaryId} disabled={job.isRunning} onStart={job.begun} />
          </Group>
        )}
      </Group>
      {job.shown && <JobProgress id={job.shown} label={words.extracting} onEnd={ended} onAgain={job.begun} />}
      {canChange && total > 0 && (
        <Text size="xs" c="dimmed">
          {words.keys}
        </Text>
      )}
      <Rows
        nodes={nodes}
        editing={writing?.claim?.id}
        editor={writing?.claim && editor(writing)}
        videoId={tree.data?.pages[0]?.summary?.videoId ?? ''}
        isWhole={!hasNextPage || error !== null}
        onNearEnd={() => {
          if (hasMore) void fetchNextPage()
        }}
        onEdit={(claim) => setWriting({ claim })}
        onAdd={(parentId) => setWriting({ parentId })}
        onRelate={setRelating}
        onShare={setSharing}
        onChange={reload}
      />
      {error && <ErrorNote error={error} retry={() => void tree.refetch()} />}
      {writing && !writing.claim && editor(writing)}
      {sharing && (
        <ShareDialog
          what={{ type: 'CLAIM', id: sharing.id, name: sharing.text }}
          onClose={() => setSharing(undefined)}
        />
      )}
      {relating && (
        <RelateClaim
          claim={relating}
          others={nodes.map(({ claim }) => claim)}
          onClose={() => setRelating(undefined)}
          onSaved={reload}
        />
      )}
    </Stack>
  )
}

interface RowsProps {
  videoId: string
  nodes: readonly Node[]
  /** The id of the claim whose row shows the editor. */
  editing: string | undefined
  editor: ReactNode
  /** Whether no more rows can be loaded. */
  isWhole: boolean
  onNearEnd: () => void
  onEdit: (claim: Node['claim']) => void
  onAdd: (parentId: string) => void
  onRelate: (claim: Node['claim']) => void
  onShare: (claim: Node['claim']) => void
  onChange: () => void
}

function Rows({ nodes, editing, editor, isWhole, onNearEnd, ...acts }: RowsProps) {
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

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    if (!(event.target instanceof HTMLElement) || event.target.getAttribute('role') !== 'treeitem') return
    const node = shown[at]
    if (!node) return
    const steps: Record<string, () => unknown> = {
      ArrowDown: () => go(at + 1),
      ArrowUp: () => go(at - 1),
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
    const act = steps[event.key]
    if (!act) return
    event.preventDefault()
    act()
  }

  if (!shown.length) return <Text c="dimmed">{texts.claims.none}</Text>
  return (
    <div ref={frame} style={{ maxHeight: '65vh', overflow: 'auto' }}>
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
              {...(node.childCount > 0 && { 'aria-expanded': !closed.has(node.id) })}
              tabIndex={index === at ? 0 : -1}
              onFocus={() => setAt(index)}
              style={{ position: 'absolute', left: 0, right: 0, transform: `translateY(${start}px)` }}
            >
              <ClaimRow
                node={node}
                isClosed={closed.has(node.id)}
                editor={node.claim.id === editing ? editor : undefined}
                onToggle={() => toggle(node.id)}
                onGo={seek}
                {...acts}
              />
            </div>
          )
        })}
      </div>
    </div>
  )
}
