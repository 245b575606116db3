import { useMemo } from 'react'
import { DataTable } from '../app/DataTable.js'
import { ErrorNote } from '../app/ErrorNote.js'
import { Loading } from '../app/Page.js'
import {
  ProjectProgressDocument,
  ProjectWritingDocument,
  ReviewProgressDocument,
  type ProjectProgressQuery,
  type ProjectWritingQuery,
  type ReviewProgressQuery,
} from '../generated/graphql.js'
import { useGraph } from '../lib/graph.js'
import { emptyList, useAll } from '../lib/pages.js'
import { ReviewShare, sumOf } from '../reviews/ReviewShare.js'
import type { ReviewedKind } from '../reviews/use-several.js'
import { texts } from '../texts.js'
import { reloadProgress, type Project } from './project.js'

type Assignment = NonNullable<ProjectProgressQuery['project']>['videoAssignments']['nodes'][number]
type Written = ProjectWritingQuery['summaries']['nodes'][number]
type Entry = NonNullable<ReviewProgressQuery['project']>['reviewProgress'][number]

/** The assignments and the work of a user in a project, or the work of all. */
interface Work {
  id: string
  name: string
  /** The id of the user; absent for all, and for users who are not known any more. */
  userId?: string
  /** The ids of the videos assigned to the user, and of those the user has summarised. */
  assigned: Set<string>
  summarized: Set<string>
  reviews: Entry[]
}

/** Returns the work of all, and of every user who has an assignment or has made something, sorted by name. */
function workOf(
  assignments: readonly Assignment[],
  written: readonly Written[],
  reviews: readonly Entry[],
): readonly Work[] {
  const words = texts.reviews
  const work = (id: string, name: string): Work => ({
    ...{ id, name, assigned: new Set<string>(), summarized: new Set<string>(), reviews: [] },
  })
  const byPerson = new Map<string, Work>()
  function of(userId: string | null | undefined, name: string | null | undefined): Work {
    const id = userId ?? 'unknown'
    const existing = byPerson.get(id)
    if (existing) return existing
    const one = { ...work(id, name ?? words.somebody), ...(userId && { userId }) }
    byPerson.set(id, one)
    return one
  }
  for (const { assignedUser, videoId } of assignments)
    if (assignedUser) of(assignedUser.id, assignedUser.displayName).assigned.add(videoId)
  for (const { creator, videoId } of written) if (creator) of(creator.id, creator.displayName).summarized.add(videoId)
  for (const entry of reviews) of(entry.userId, entry.displayName).reviews.push(entry)
  const people = [...byPerson.values()].sort((one, other) => one.name.localeCompare(other.name))
  return people.length ? [{ ...work('whole', words.whole), reviews: [...reviews] }, ...people] : []
}

/**
 * A table of the users of a project: how much of what they made is reviewed, and how many of their assigned videos they
 * have summarised.
 */
export function PersonProgress({ project: { id: projectId, name: projectName } }: { project: Project }) {
  const words = texts.projects
  const assignments = useAll(
    ProjectProgressDocument,
    { id: projectId },
    ({ project }) => project?.videoAssignments ?? emptyList,
  )
  const written = useAll(ProjectWritingDocument, { id: projectId }, ({ summaries }) => summaries)
  const reviews = useGraph(ReviewProgressDocument, { projectId })
  const entries = reviews.data?.project?.reviewProgress
  const rows = useMemo(
    () => workOf(assignments.nodes, written.nodes, entries ?? []),
    [assignments.nodes, written.nodes, entries],
  )
  const broken = [assignments, written, reviews].find(({ error }) => error)
  if (broken?.error) return <ErrorNote error={broken.error} retry={() => void broken.refetch()} />
  // Lists that are not completely loaded would give wrong counts.
  if (!assignments.isWhole || !written.isWhole || !reviews.data) return <Loading />
  const tallyOf = (kind: ReviewedKind) => (work: Work) => {
    const tallies = work.reviews.filter((entry) => entry.kind === kind)
    const { open, accepted, rejected } = sumOf(tallies)
    return tallies.length > 0 && texts.reviews.tally(open, accepted, rejected)
  }
  return (
    <DataTable
      label={words.progressByPerson}
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        [words.person, ({ name }) => name],
        [
          texts.reviews.reviewed,
          ({ id, name, userId, reviews: tallies }) => (
            <ReviewShare
              name={id === 'whole' ? projectName : name}
              tallies={tallies}
              of={id === 'whole' ? { projectId } : userId ? { projectId, creatorId: userId } : undefined}
              onNone={reloadProgress}
            />
          ),
        ],
        [
          words.given,
          (work) => {
            const done = [...work.assigned].filter((videoId) => work.summarized.has(videoId))
            return work.assigned.size > 0 && words.ofGiven(done.length, work.assigned.size)
          },
        ],
        [texts.reviews.kinds.ANNOTATION, tallyOf('ANNOTATION')],
        [texts.reviews.kinds.CLAIM, tallyOf('CLAIM')],
        [texts.reviews.kinds.SUMMARY, tallyOf('SUMMARY')],
      ]}
    />
  )
}
