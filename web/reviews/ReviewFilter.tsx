import { Button, Group } from '@mantine/core'
import type { ReviewState } from '../generated/graphql.js'
import { texts } from '../texts.js'

/** The number of items in each state of review. */
export interface Counts {
  open: number
  accepted: number
  rejected: number
}

/** Returns the numbers of lists that were requested only for their `totalCount`. */
export const countsOf = (lists: Record<keyof Counts, { totalCount: number }> | undefined): Counts | undefined =>
  lists && { open: lists.open.totalCount, accepted: lists.accepted.totalCount, rejected: lists.rejected.totalCount }

const states: readonly [ReviewState, keyof Counts][] = [
  ['OPEN', 'open'],
  ['ACCEPTED', 'accepted'],
  ['REJECTED', 'rejected'],
]

interface Props {
  counts: Counts | undefined
  value: ReviewState | undefined
  onChange: (state: ReviewState | undefined) => void
  /** Goes to the next item in the chosen state, or the next open item. */
  onNext?: (state: ReviewState) => void
}

/** Chips with the number of items in each state, which can be chosen as a filter, and a button to the next item. */
export function ReviewFilter({ counts, value, onChange, onNext }: Props) {
  const words = texts.reviews
  if (!counts) return null
  const wanted = value ?? 'OPEN'
  const left = counts[states.find(([state]) => state === wanted)![1]]
  return (
    <Group gap={6} role="group" aria-label={words.filter}>
      {states.map(([state, name]) => (
        <Button
          key={state}
          size="compact-xs"
          radius="xl"
          variant={value === state ? 'filled' : 'default'}
          aria-pressed={value === state}
          onClick={() => onChange(value === state ? undefined : state)}
        >
          {words.counted(words.states[state], counts[name])}
        </Button>
      ))}
      {onNext && (
        <Button size="compact-xs" variant="subtle" disabled={left === 0} onClick={() => onNext(wanted)}>
          {words.next[wanted]}
        </Button>
      )}
    </Group>
  )
}
