import { useMemo } from 'react'
import { DataTable } from '../app/DataTable.js'
import { ErrorNote } from '../app/ErrorNote.js'
import { Loading } from '../app/Page.js'
import { ReviewProgressDocument, type ReviewProgressQuery } from '../generated/graphql.js'
import type { ReviewedKind } from './use-several.js'
import { useGraph } from '../lib/graph.js'
import { texts } from '../texts.js'

type Entry = NonNullable<ReviewProgressQuery['project']>['reviewProgress'][number]
type Tally = Pick<Entry, 'open' | 'accepted' | 'rejected'>

interface Row {
  id: string
  name: string
  of: Partial<Record<ReviewedKind, Tally>>
}

const plus = (one: Tally | undefined, other: Tally): Tally => ({
  open: (one?.open ?? 0) + other.open,
  accepted: (one?.accepted ?? 0) + other.accepted,
  rejected: (one?.rejected ?? 0) + other.rejected,
})

/** Returns a row for the whole project, and one for each person. */
function rowsOf(entries: readonly Entry[]): Row[] {
  const words = texts.reviews
  const whole: Row = { id: 'whole', name: words.whole, of: {} }
  const people = new Map<string, Row>()
  for (const { userId, displayName, kind, ...tally } of entries) {
    const id = userId ?? 'unknown'
    const row = people.get(id) ?? { id, name: displayName ?? words.somebody, of: {} }
    people.set(id, row)
    for (const one of [whole, row]) one.of[kind as ReviewedKind] = plus(one.of[kind as ReviewedKind], tally)
  }
  return people.size ? [whole, ...people.values()] : []
}

/** The progress of the review of a project: the numbers of open, accepted and rejected items, by person and kind. */
export function ReviewProgress({ projectId }: { projectId: string }) {
  const words = texts.reviews
  const { data, error, refetch } = useGraph(ReviewProgressDocument, { projectId })
  const rows = useMemo(() => rowsOf(data?.project?.reviewProgress ?? []), [data])
  if (error && !data) return <ErrorNote error={error} retry={() => void refetch()} />
  if (!data) return <Loading />
  const cell =
    (kind: ReviewedKind) =>
    ({ of }: Row) =>
      of[kind] && words.tally(of[kind].open, of[kind].accepted, of[kind].rejected)
  return (
    <DataTable
      label={words.progress}
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        [words.author, ({ name }) => name],
        [words.kinds.ANNOTATION, cell('ANNOTATION')],
        [words.kinds.CLAIM, cell('CLAIM')],
        [words.kinds.SUMMARY, cell('SUMMARY')],
      ]}
    />
  )
}
