import { ActionIcon, Button, Group, Menu, Stack, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'
import { ErrorNote } from '../app/ErrorNote.js'
import { IconDots } from '../app/icons.js'
import { showDone } from '../lib/notices.js'
import { Loading } from '../app/Page.js'
import { MoveClaimDocument, ReadingDocument, ReviewsOfClaimsDocument, type ReviewState } from '../generated/graphql.js'
import { JobProgress } from '../jobs/JobProgress.js'
import { useOpenJob } from '../jobs/open-job.js'
import { useAct, useGraph } from '../lib/graph.js'
import { readAgain } from '../lib/query-client.js'
import type { Known } from '../personas/GlossEditor.js'
import { countsOf, ReviewFilter } from '../reviews/ReviewFilter.js'
import { SeveralBar } from '../reviews/SeveralBar.js'
import { useReviews } from '../reviews/use-reviews.js'
import { ShareDialog } from '../sharing/ShareDialog.js'
import { texts } from '../texts.js'
import { ClaimEditor } from './ClaimEditor.js'
import { ClaimRows } from './ClaimRows.js'
import { ExtractClaims } from './ExtractClaims.js'
import { FilterClaims } from './FilterClaims.js'
import { MoveClaim } from './MoveClaim.js'
import { RelateClaim } from './RelateClaim.js'
import { useChosenClaims } from './use-chosen-claims.js'
import { isFiltered, useClaimTree, usualFilter, type ClaimNode } from './use-claim-tree.js'

type Claim = ClaimNode['claim']

interface Props {
  summaryId: string
  canChange: boolean
  /** Whether the user may delete all claims. */
  canEmpty: boolean
  known: Known
  /** The claim that gets the focus, such as the one that the address names. */
  sought?: string | undefined
}

/** What is being edited: a new claim (below `parentId`, else at the top level) or an existing one. */
type Writing = { parentId?: string; claim?: undefined } | { parentId?: undefined; claim: Claim }

/** The claims of a summary as a tree of any depth, which is searched, filtered and sorted. */
export function ClaimTree({ summaryId, canChange, canEmpty, known, sought }: Props) {
  const words = texts.claims
  const [filter, setFilter] = useState(usualFilter)
  const [writing, setWriting] = useState<Writing>()
  const [relating, setRelating] = useState<Claim>()
  const [sharing, setSharing] = useState<Claim>()
  const [moving, setMoving] = useState<Claim>()
  const goNext = useRef<(state: ReviewState) => void>(undefined)
  const counts = useGraph(ReviewsOfClaimsDocument, { summaryId })
  const job = useOpenJob({ queue: 'CLAIM_EXTRACTION', summaryId })
  const [asked] = useDebouncedValue(filter, 250)
  const tree = useClaimTree(summaryId, asked)
  const { nodes, reload, error, hasMore, fetchNextPage } = tree
  const reviews = useReviews(reload)
  const chosen = useChosenClaims({
    ...{ summaryId, nodes, state: filter.reviewState },
    reload() {
      reload()
      readAgain(ReadingDocument)
    },
  })
  const mayReview = nodes.some(({ claim }) => claim.viewerCan.review)
  // The dialogs that name another claim offer all, so all pages are loaded for them.
  const wantsAll = (relating !== undefined || moving !== undefined) && hasMore
  useEffect(() => {
    if (wantsAll) void fetchNextPage()
  }, [wantsAll, fetchNextPage])
  const ended = () => {
    reload()
    void job.ask()
  }
  const move = useAct(MoveClaimDocument, {
    onSuccess(_moved, { id, parentClaimId }) {
      const textOf = (claimId: string) => nodes.find((node) => node.id === claimId)?.claim.text ?? ''
      showDone(words.moved(textOf(String(id)), parentClaimId ? textOf(String(parentClaimId)) : undefined))
      reload()
    },
  })
  const moveTo = ({ id }: Claim, parentClaimId: string | null) => move.mutate({ id, parentClaimId })
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
        <Text size="sm" c="dimmed" role="status">
          {isFiltered(asked) ? words.filter.found(tree.total, tree.all) : words.count(tree.all)}
        </Text>
        <Group gap="xs">
          {canChange && (
            <>
              <Button size="xs" variant="default" onClick={() => setWriting({})}>
                {words.add}
              </Button>
              <ExtractClaims summaryId={summaryId} present={tree.all} disabled={job.isRunning} onStart={job.begun} />
            </>
          )}
          {canEmpty && tree.all > 0 && (
            <Menu position="bottom-end" withinPortal>
              <Menu.Target>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={words.more}
                  loading={chosen.deletion.busy !== undefined}
                >
                  <IconDots size={16} />
                </ActionIcon>
              </Menu.Target>
              <Menu.Dropdown>
                <Menu.Item color="red" onClick={() => chosen.deletion.askAll(tree.all)}>
                  {words.deletion.actAll}
                </Menu.Item>
              </Menu.Dropdown>
            </Menu>
          )}
        </Group>
      </Group>
      {job.shown && <JobProgress id={job.shown} label={words.extracting} onEnd={ended} onAgain={job.begun} />}
      {(tree.all > 0 || isFiltered(filter)) && <FilterClaims filter={filter} onChange={setFilter} />}
      {tree.all > 0 && (
        <ReviewFilter
          counts={countsOf(counts.data)}
          value={filter.reviewState}
          onChange={(reviewState) => setFilter({ ...filter, reviewState })}
          onNext={(state) => goNext.current?.(state)}
        />
      )}
      {(canChange || chosen.offered > 0) && tree.all > 0 && (
        <Text size="xs" c="dimmed">
          {[canChange && words.keys, mayReview && texts.reviews.keys, chosen.offered > 0 && texts.reviews.severalKeys]
            .filter(Boolean)
            .join(' ')}
        </Text>
      )}
      {chosen.offered > 0 && (
        <Group gap={6}>
          {chosen.count === 0 ? (
            <Button size="compact-xs" variant="subtle" onClick={() => chosen.all()}>
              {texts.reviews.selectAll}
            </Button>
          ) : (
            <SeveralBar
              kind="CLAIM"
              items={chosen.items}
              count={chosen.count}
              reviews={chosen.reviews}
              onClear={() => chosen.none()}
            >
              {chosen.deletable.length > 0 && (
                <Button
                  size="compact-xs"
                  variant="light"
                  color="red"
                  disabled={chosen.deletion.busy !== undefined}
                  onClick={() => chosen.deletion.ask(chosen.deletable)}
                >
                  {words.deletion.act(chosen.deletable.length)}
                </Button>
              )}
            </SeveralBar>
          )}
        </Group>
      )}
      {chosen.deletion.busy !== undefined && (
        <Text size="sm" role="status">
          {chosen.deletion.busy}
        </Text>
      )}
      <ClaimRows
        nodes={nodes}
        none={isFiltered(asked) ? words.filter.none : words.none}
        sought={sought}
        editing={writing?.claim?.id}
        editor={writing?.claim && editor(writing)}
        videoId={tree.videoId}
        known={known}
        isWhole={!tree.hasNextPage || error !== null}
        onNearEnd={() => {
          if (hasMore) void fetchNextPage()
        }}
        onEdit={(claim) => setWriting({ claim })}
        onAdd={(parentId) => setWriting({ parentId })}
        onRelate={setRelating}
        onShare={setSharing}
        onMove={moveTo}
        onChooseParent={setMoving}
        reviews={reviews}
        chosen={chosen}
        goNext={goNext}
        onChange={reload}
      />
      {error && <ErrorNote error={error} retry={() => void tree.refetch()} />}
      {writing && !writing.claim && editor(writing)}
      {reviews.dialog}
      {chosen.deletion.dialog}
      {sharing && (
        <ShareDialog
          what={{ type: 'CLAIM', id: sharing.id, name: sharing.text }}
          onClose={() => setSharing(undefined)}
        />
      )}
      {moving && <MoveClaim claim={moving} nodes={nodes} onMove={moveTo} onClose={() => setMoving(undefined)} />}
      {relating && (
        <RelateClaim
          claim={relating}
          others={nodes.map(({ claim }) => claim)}
          known={known}
          onClose={() => setRelating(undefined)}
          onSaved={reload}
        />
      )}
    </Stack>
  )
}
