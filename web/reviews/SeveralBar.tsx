import { Button, Group, Kbd, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useSingleKeys } from '../app/letters.js'
import { usePageKeys } from '../app/page-keys.js'
import { bounds } from '../generated/bounds.js'
import type { ReviewState } from '../generated/graphql.js'
import type { ReviewedKind } from './use-several.js'
import { texts } from '../texts.js'
import type { SeveralReviews } from './use-several.js'
import type { Reviewable } from './use-reviews.js'

interface Props {
  kind: ReviewedKind
  items: readonly Reviewable[]
  /** The number of selected items, if it differs from the number that can be reviewed. */
  count?: number
  reviews: SeveralReviews
  /** Whether the keys A and R review the items anywhere on the page. */
  keys?: boolean
  /** Clears the selection; if absent, the bar has no button for it and does not show the number of selected items. */
  onClear?: () => void
  /** Further acts on the selected items. */
  children?: ReactNode
}

const looks: readonly [ReviewState, 'accept' | 'reject' | 'open', string | undefined, string | undefined][] = [
  ['ACCEPTED', 'accept', 'teal', 'A'],
  ['REJECTED', 'reject', 'red', 'R'],
  ['OPEN', 'open', undefined, undefined],
]

/** Reviews the items that are selected in a list. */
export function SeveralBar({ kind, items, count = items.length, reviews, keys = false, onClear, children }: Props) {
  const words = texts.reviews
  const [hasLetters] = useSingleKeys()
  const hasKeys = keys && hasLetters && items.length > 0
  const review = (state: ReviewState) => () => reviews.ask(state, items)
  usePageKeys(
    hasKeys
      ? [
          ['a', review('ACCEPTED')],
          ['r', review('REJECTED')],
        ]
      : [],
  )
  const isTooLong = items.length > bounds.reviewedItems.max
  return (
    <Group gap={6} role="group" aria-label={words.title}>
      {onClear && (
        <Text size="sm" role="status">
          {words.selected(words.several[kind](count))}
        </Text>
      )}
      {(items.length > 0 ? looks : []).map(([state, act, color, key]) => (
        <Button
          key={state}
          size="compact-xs"
          variant={color ? 'light' : 'default'}
          {...(color && { color })}
          disabled={reviews.busy || isTooLong}
          rightSection={hasKeys && key && <Kbd size="xs">{key}</Kbd>}
          onClick={() => reviews.ask(state, items)}
        >
          {words[act]}
        </Button>
      ))}
      {children}
      {onClear && (
        <Button size="compact-xs" variant="subtle" onClick={onClear}>
          {words.selectNone}
        </Button>
      )}
      {isTooLong && (
        <Text size="xs" c="dimmed">
          {words.tooMany}
        </Text>
      )}
      {reviews.dialog}
    </Group>
  )
}
