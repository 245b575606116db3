import { Button, Checkbox, Group, Stack, Text, Title, VisuallyHidden } from '@mantine/core'
import { ActsMenu } from '../app/ActsMenu.js'
import type { ReviewsOfClaimsQuery, ReviewState } from '../generated/graphql.js'
import { JobProgress } from '../jobs/JobProgress.js'
import type { useOpenJob } from '../jobs/open-job.js'
import { countsOf, ReviewFilter } from '../reviews/ReviewFilter.js'
import { SeveralBar } from '../reviews/SeveralBar.js'
import { texts } from '../texts.js'
import { ExtractClaims } from './ExtractClaims.js'
import { FilterClaims } from './FilterClaims.js'
import type { ChosenClaims } from './use-chosen-claims.js'
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

/** What stands above the tree of claims: their number, acts on all or several of them, and the filter. */
export function ClaimTreeBar({ tree, filter, chosen, ...props }: Props) {
  const { job } = props
  const ended = () => {
    tree.reload()
    void job.ask()
  }
  return (
    <Stack gap={6}>
      <Group gap="xs" mih={30} wrap="nowrap">
        {chosen.offered > 0 && <SelectAll chosen={chosen} />}
        <Group gap="xs" flex={1} miw={0}>
          {chosen.count > 0 ? <ChosenActs chosen={chosen} /> : <Head {...{ tree, chosen, ...props }} />}
        </Group>
      </Group>
      {job.shown && <JobProgress id={job.shown} label={texts.claims.extracting} onEnd={ended} onAgain={job.begun} />}
      {(tree.all > 0 || isFiltered(filter)) && (
        <FilterClaims filter={filter} onChange={props.onFilter}>
          <ReviewFilter
            counts={countsOf(props.counts)}
            value={filter.reviewState}
            onChange={(reviewState) => props.onFilter({ ...filter, reviewState })}
            onNext={props.onNext}
          />
        </FilterClaims>
      )}
      {chosen.deletion.busy !== undefined && (
        <Text size="sm" role="status">
          {chosen.deletion.busy}
        </Text>
      )}
    </Stack>
  )
}

type HeadProps = Omit<Props, 'filter' | 'counts' | 'onFilter' | 'onNext'>

/** The heading with the number of claims, and the acts on all of them. */
function Head({ summaryId, canChange, canEmpty, tree, job, applied, chosen: { deletion }, onAdd }: HeadProps) {
  const words = texts.claims
  return (
    <>
      <Title order={2} size="h5">
        {texts.reading.claims}
      </Title>
      <Text size="sm" c="dimmed" role="status" flex={1}>
        {isFiltered(applied) ? words.filter.found(tree.total, tree.all) : words.count(tree.all)}
      </Text>
      {canChange && (
        <Group gap={6}>
          <ExtractClaims summaryId={summaryId} present={tree.all} disabled={job.isRunning} onStart={job.begun} />
          <Button size="xs" onClick={onAdd}>
            {words.add}
          </Button>
        </Group>
      )}
      <ActsMenu
        label={words.more}
        size={30}
        loading={deletion.busy !== undefined}
        acts={[
          canEmpty &&
            tree.all > 0 && { label: words.deletion.actAll, onClick: () => deletion.askAll(tree.all), removes: true },
        ]}
      />
    </>
  )
}

/** Selects all claims that are loaded, or none. */
function SelectAll({ chosen }: { chosen: ChosenClaims }) {
  const isAll = chosen.count === chosen.offered
  return (
    <Checkbox
      size="xs"
      radius="sm"
      mx={4}
      aria-label={texts.reviews.selectAll}
      checked={isAll}
      indeterminate={chosen.count > 0 && !isAll}
      onChange={({ currentTarget }) => (currentTarget.checked ? chosen.all() : chosen.none())}
    />
  )
}

/** Reviews or deletes the selected claims. */
function ChosenActs({ chosen }: { chosen: ChosenClaims }) {
  return (
    <>
      <VisuallyHidden component="h2">{texts.reading.claims}</VisuallyHidden>
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
            {texts.claims.deletion.act(chosen.deletable.length)}
          </Button>
        )}
      </SeveralBar>
    </>
  )
}
