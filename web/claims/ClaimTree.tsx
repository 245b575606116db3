import { Stack } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'
import { ErrorNote } from '../app/ErrorNote.js'
import { Loading } from '../app/Page.js'
import { MoveClaimDocument, ReadingDocument, ReviewsOfClaimsDocument, type ReviewState } from '../generated/graphql.js'
import { useOpenJob } from '../jobs/open-job.js'
import { useAct, useGraph } from '../lib/graph.js'
import { showDone } from '../lib/notices.js'
import { readAgain } from '../lib/query-client.js'
import type { Targets } from '../personas/GlossEditor.js'
import { useReviews } from '../reviews/use-reviews.js'
import { ShareDialog } from '../sharing/ShareDialog.js'
import { texts } from '../texts.js'
import { ClaimEditor } from './ClaimEditor.js'
import { ClaimRows } from './ClaimRows.js'
import { ClaimTreeBar } from './ClaimTreeBar.js'
import { MoveClaim } from './MoveClaim.js'
import { RelateClaim } from './RelateClaim.js'
import { useChosenClaims } from './use-chosen-claims.js'
import { isFiltered, useClaimTree, usualFilter, type ClaimNode } from './use-claim-tree.js'
import classes from './ClaimRows.module.css'

type Claim = ClaimNode['claim']

/** An open dialog about a claim. */
interface ClaimDialog {
  kind: 'relate' | 'share' | 'move'
  claim: Claim
}

interface Props {
  summaryId: string
  canChange: boolean
  /** Whether the user may delete all claims. */
  canEmpty: boolean
  targets: Targets
  /** The claim that receives the focus, such as the one that the address names. */
  sought?: string | undefined
}

/** What is being edited: a new claim (below `parentId`, or at the top level without it) or an existing one. */
type Writing = { parentId?: string; claim?: undefined } | { parentId?: undefined; claim: Claim }

/** The claims of a summary as a tree of any depth, which can be searched, filtered and sorted. */
export function ClaimTree({ summaryId, canChange, canEmpty, targets, sought }: Props) {
  const words = texts.claims
  const [filter, setFilter] = useState(usualFilter)
  const [writing, setWriting] = useState<Writing>()
  const [dialog, setDialog] = useState<ClaimDialog>()
  const goNext = useRef<(state: ReviewState) => void>(undefined)
  const { data: counts } = useGraph(ReviewsOfClaimsDocument, { summaryId })
  const job = useOpenJob({ queue: 'CLAIM_EXTRACTION', summaryId })
  const [applied] = useDebouncedValue(filter, 250)
  const tree = useClaimTree(summaryId, applied)
  const { nodes, reload, error, hasMore, fetchNextPage } = tree
  const reviews = useReviews(reload)
  const chosen = useChosenClaims({
    ...{ summaryId, nodes, state: filter.reviewState },
    reload() {
      reload()
      readAgain(ReadingDocument)
    },
  })
  // The dialogs that refer to another claim offer all claims, so all pages are loaded for them.
  const wantsAll = dialog !== undefined && dialog.kind !== 'share' && hasMore
  useEffect(() => {
    if (wantsAll) void fetchNextPage()
  }, [wantsAll, fetchNextPage])
  const moveTo = useMoving(nodes, reload)
  const editor = (what: Writing) => (
    <ClaimEditor
      key={what.claim?.id ?? what.parentId ?? summaryId}
      summaryId={summaryId}
      targets={targets}
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
    <Stack gap={6} className={classes.tree!}>
      <ClaimTreeBar
        {...{ summaryId, canChange, canEmpty, tree, job, counts, filter, applied, chosen }}
        onFilter={setFilter}
        onAdd={() => setWriting({})}
        onNext={(state) => goNext.current?.(state)}
      />
      <ClaimRows
        nodes={nodes}
        none={isFiltered(applied) ? words.filter.none : words.none}
        sought={sought}
        editing={writing?.claim?.id}
        editor={writing?.claim && editor(writing)}
        videoId={tree.videoId}
        targets={targets}
        isWhole={!tree.hasNextPage || error !== null}
        onNearEnd={() => {
          if (hasMore) void fetchNextPage()
        }}
        onEdit={(claim) => setWriting({ claim })}
        onAdd={(parentId) => setWriting({ parentId })}
        onRelate={(claim) => setDialog({ kind: 'relate', claim })}
        onShare={(claim) => setDialog({ kind: 'share', claim })}
        onMove={moveTo}
        onChooseParent={(claim) => setDialog({ kind: 'move', claim })}
        reviews={reviews}
        chosen={chosen}
        goNext={goNext}
        onChange={reload}
      />
      {error && <ErrorNote error={error} retry={() => void tree.refetch()} />}
      {writing && !writing.claim && editor(writing)}
      {reviews.dialog}
      {chosen.deletion.dialog}
      <Dialogs {...{ dialog, nodes, targets }} onMove={moveTo} onSaved={reload} onClose={() => setDialog(undefined)} />
    </Stack>
  )
}

/** Returns a function that moves a claim below another one; null for the top level. */
function useMoving(nodes: readonly ClaimNode[], reload: () => void) {
  const move = useAct(MoveClaimDocument, {
    onSuccess(_moved, { id, parentClaimId }) {
      const textOf = (claimId: string) => nodes.find((node) => node.id === claimId)?.claim.text ?? ''
      showDone(texts.claims.moved(textOf(String(id)), parentClaimId ? textOf(String(parentClaimId)) : undefined))
      reload()
    },
  })
  return ({ id }: Claim, parentClaimId: string | null) => move.mutate({ id, parentClaimId })
}

interface DialogsProps {
  dialog: ClaimDialog | undefined
  nodes: readonly ClaimNode[]
  targets: Targets
  onMove: (claim: Claim, parentId: string | null) => void
  onSaved: () => void
  onClose: () => void
}

function Dialogs({ dialog, nodes, targets, onMove, onSaved, onClose }: DialogsProps) {
  if (!dialog) return null
  const { kind, claim } = dialog
  if (kind === 'share')
    return <ShareDialog what={{ type: 'CLAIM', id: claim.id, name: claim.text }} onClose={onClose} />
  if (kind === 'move') return <MoveClaim claim={claim} nodes={nodes} onMove={onMove} onClose={onClose} />
  const others = nodes.map((node) => node.claim)
  return <RelateClaim {...{ claim, others, targets, onClose, onSaved }} />
}
