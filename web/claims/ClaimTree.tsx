import { Button, Group, Stack, Text } from '@mantine/core'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { ErrorNote } from '../app/ErrorNote.js'
import { Loading } from '../app/Page.js'
import { ClaimTreeDocument, ReviewsOfClaimsDocument, type ReviewState } from '../generated/graphql.js'
import { JobProgress } from '../jobs/JobProgress.js'
import { useOpenJob } from '../jobs/open-job.js'
import { graph, keyOf, useGraph } from '../lib/graph.js'
import { readAgain } from '../lib/query-client.js'
import type { Known } from '../personas/GlossEditor.js'
import { ReviewFilter } from '../reviews/ReviewFilter.js'
import { useReviews } from '../reviews/use-reviews.js'
import { ShareDialog } from '../sharing/ShareDialog.js'
import { texts } from '../texts.js'
import { ClaimEditor } from './ClaimEditor.js'
import { ClaimRows, type Node } from './ClaimRows.js'
import { ExtractClaims } from './ExtractClaims.js'
import { RelateClaim } from './RelateClaim.js'

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
  const [reviewState, setReviewState] = useState<ReviewState>()
  const goNext = useRef<(state: ReviewState) => void>(undefined)
  const job = useOpenJob({ queue: 'CLAIM_EXTRACTION', summaryId })
  const shown = reviewState ? { reviewState } : {}
  const counts = useGraph(ReviewsOfClaimsDocument, { summaryId })
  const tree = useInfiniteQuery({
    queryKey: keyOf(ClaimTreeDocument, { summaryId, ...shown }),
    queryFn: ({ pageParam, signal }) => graph(ClaimTreeDocument, { summaryId, ...shown, after: pageParam }, { signal }),
    placeholderData: keepPreviousData,
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
  const reload = useCallback(() => readAgain(ClaimTreeDocument, ReviewsOfClaimsDocument), [])
  const reviews = useReviews(reload)
  const mayReview = nodes.some(({ claim }) => claim.viewerCan.review)
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
      {(total > 0 || reviewState) && (
        <ReviewFilter
          counts={counts.data}
          value={reviewState}
          onChange={setReviewState}
          onNext={(state) => goNext.current?.(state)}
        />
      )}
      {(canChange || mayReview) && total > 0 && (
        <Text size="xs" c="dimmed">
          {[canChange && words.keys, mayReview && texts.reviews.keys].filter(Boolean).join(' ')}
        </Text>
      )}
      <ClaimRows
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
        reviews={reviews}
        goNext={goNext}
        onChange={reload}
      />
      {error && <ErrorNote error={error} retry={() => void tree.refetch()} />}
      {writing && !writing.claim && editor(writing)}
      {reviews.dialog}
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
