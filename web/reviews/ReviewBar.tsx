import { Button, Group, Kbd } from '@mantine/core'
import { texts } from '../texts.js'
import { useSingleKeys } from '../app/letters.js'
import { usePageKeys } from '../app/page-keys.js'
import { ReviewChip, type Review } from './ReviewChip.js'
import { useReviews, type Reviewable } from './use-reviews.js'

interface Props {
  item: Reviewable
  review: Review
  /** Whether the keys A and R review this item anywhere on the page. */
  keys?: boolean
  /** Called after a review, and when the item turns out to have been changed. */
  onDone: () => void
}

/** The state of a review, with the buttons that change it if the user may review. */
export function ReviewBar({ item, review, keys = false, onDone }: Props) {
  const words = texts.reviews
  const reviews = useReviews(onDone)
  const may = review.viewerCan.review
  const [hasLetters] = useSingleKeys()
  const hasKeys = keys && may && hasLetters
  usePageKeys(
    hasKeys
      ? [
          ['a', () => reviews.accept(item)],
          ['r', () => reviews.reject(item)],
        ]
      : [],
  )
  return (
    <Group gap="xs" role="group" aria-label={words.title}>
      <ReviewChip review={review} />
      {may && (
        <Group gap={6}>
          {review.reviewState !== 'ACCEPTED' && (
            <Button
              size="compact-xs"
              variant="light"
              color="teal"
              disabled={reviews.busy}
              rightSection={hasKeys && <Kbd size="xs">A</Kbd>}
              onClick={() => reviews.accept(item)}
            >
              {words.accept}
            </Button>
          )}
          {review.reviewState !== 'REJECTED' && (
            <Button
              size="compact-xs"
              variant="light"
              color="red"
              disabled={reviews.busy}
              rightSection={hasKeys && <Kbd size="xs">R</Kbd>}
              onClick={() => reviews.reject(item)}
            >
              {words.reject}
            </Button>
          )}
          {review.reviewState !== 'OPEN' && (
            <Button size="compact-xs" variant="default" disabled={reviews.busy} onClick={() => reviews.open(item)}>
              {words.open}
            </Button>
          )}
        </Group>
      )}
      {reviews.dialog}
    </Group>
  )
}
