import { ActionIcon, Button, Group, Menu, Text } from '@mantine/core'
import { IconDots } from '../app/icons.js'
import type { ReviewsOfClaimsQuery, ReviewState } from '../generated/graphql.js'
import { JobProgress } from '../jobs/JobProgress.js'
import type { useOpenJob } from '../jobs/open-job.js'
import { countsOf, ReviewFilter } from '../reviews/ReviewFilter.js'
import { SeveralBar } from '../reviews/SeveralBar.js'
import { texts } from '../texts.js'
import { ExtractClaims } from './ExtractClaims.js'
import { FilterClaims } from './FilterClaims.js'
import type { ChosenClaims } from './use-chosen-claims.js'
import type { ClaimDeletion } from './use-claim-deletion.js'
import { isFiltered, type ClaimFilter, type useClaimTree } from './use-claim-tree.js'

interface Props {
  summaryId: string
  canChange: boolean
  /** Whether the user may delete all claims. */
  canEmpty: boolean
  tree: ReturnType<typeof useClaimTree>
  /** The job that extracts claims. */
  job: ReturnType<typeof useOpenJob>
  /** The number of claims in each state of review. */
  counts: ReviewsOfClaimsQuery | undefined
  filter: ClaimFilter
  /** The filter of the claims that are loaded; it follows `filter` once the user pauses. */
  applied: ClaimFilter
  onFilter: (filter: ClaimFilter) => void
  chosen: ChosenClaims
  onAdd: () => void
  /** Moves the focus to the next claim in a state of review. */
  onNext: (state: ReviewState) => void
}

/** The bar above the tree of claims: their number, acts on all or several of them, and the filter. */
export function ClaimTreeBar({ summaryId, canChange, canEmpty, tree, filter, applied, chosen, ...props }: Props) {
  const words = texts.claims
  const { job } = props
  const ended = () => {
    tree.reload()
    void job.ask()
  }
  return (
    <>
      <Group justify="space-between">
        <Text size="sm" c="dimmed" role="status">
          {isFiltered(applied) ? words.filter.found(tree.total, tree.all) : words.count(tree.all)}
        </Text>
        <Group gap="xs">
          {canChange && (
            <>
              <Button size="xs" variant="default" onClick={props.onAdd}>
                {words.add}
              </Button>
              <ExtractClaims summaryId={summaryId} present={tree.all} disabled={job.isRunning} onStart={job.begun} />
            </>
          )}
          {canEmpty && tree.all > 0 && <EmptyMenu count={tree.all} {...chosen.deletion} />}
        </Group>
      </Group>
      {job.shown && <JobProgress id={job.shown} label={words.extracting} onEnd={ended} onAgain={job.begun} />}
      {(tree.all > 0 || isFiltered(filter)) && <FilterClaims filter={filter} onChange={props.onFilter} />}
      {tree.all > 0 && (
        <ReviewFilter
          counts={countsOf(props.counts)}
          value={filter.reviewState}
          onChange={(reviewState) => props.onFilter({ ...filter, reviewState })}
          onNext={props.onNext}
        />
      )}
      {chosen.offered > 0 && <Selection chosen={chosen} />}
      {chosen.deletion.busy !== undefined && (
        <Text size="sm" role="status">
          {chosen.deletion.busy}
        </Text>
      )}
    </>
  )
}

/** Deletes all claims of the summary. */
function EmptyMenu({ count, busy, askAll }: Pick<ClaimDeletion, 'busy' | 'askAll'> & { count: number }) {
  const words = texts.claims
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={words.more} loading={busy !== undefined}>
          <IconDots size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item color="red" onClick={() => askAll(count)}>
          {words.deletion.actAll}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

/** Selects claims, and reviews or deletes the selected ones. */
function Selection({ chosen }: { chosen: ChosenClaims }) {
  const words = texts.claims.deletion
  return (
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
              {words.act(chosen.deletable.length)}
            </Button>
          )}
        </SeveralBar>
      )}
    </Group>
  )
}
