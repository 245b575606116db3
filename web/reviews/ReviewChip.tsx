import { Badge, Group, Text } from '@mantine/core'
import type { ClaimReviewPartsFragment, ReviewState } from '../generated/graphql.js'
import { texts } from '../texts.js'

/** The review of an annotation, a claim or a summary. */
export type Review = Omit<ClaimReviewPartsFragment, 'id' | '__typename'>

export const colours: Record<ReviewState, string> = { OPEN: 'gray', ACCEPTED: 'teal', REJECTED: 'red' }

/** The state of a review as a chip, with who reviewed, when and why. */
export function ReviewChip({ review: { reviewState, reviewer, reviewedAt, reviewNote } }: { review: Review }) {
  const words = texts.reviews
  return (
    <Group gap={6}>
      <Badge variant="light" color={colours[reviewState]} tt="none">
        {words.states[reviewState]}
      </Badge>
      {reviewState !== 'OPEN' && (
        <Text size="xs" c="dimmed" component="span">
          {words.by(reviewer?.displayName ?? words.somebody, reviewedAt ? texts.moment(reviewedAt) : undefined)}
        </Text>
      )}
      {reviewNote && (
        <Text size="xs" component="span" style={{ overflowWrap: 'anywhere' }}>
          {words.noted(reviewNote)}
        </Text>
      )}
    </Group>
  )
}
