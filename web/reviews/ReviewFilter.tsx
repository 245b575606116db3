import { Button, Group } from '@mantine/core'
import type { ReviewState } from '../generated/graphql.js'
import { texts } from '../texts.js'

/** How many are in each state of review. */
export interface Counts {
  open: number
  accepted: number
  rejected: number
}

/** The numbers of lists that were asked for their numbers alone. */
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
  /** Goes to the next one in the chosen state, or the next open one. */
  onNext?: (state: ReviewState) => void
}

/** Chips with the number in each state, of which one filters, and a button to the next one. */
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
