import { useMemo } from 'react'
import { DataTable } from '../app/DataTable.js'
import { ErrorNote } from '../app/ErrorNote.js'
import { Loading } from '../app/Page.js'
import {
  ProjectProgressDocument,
  ProjectWritingDocument,
  type ProjectProgressQuery,
  type ProjectWritingQuery,
} from '../generated/graphql.js'
import { emptyList, useAll } from '../lib/pages.js'
import { texts } from '../texts.js'

type Assignment = NonNullable<ProjectProgressQuery['project']>['videoAssignments']['nodes'][number]
type Written = ProjectWritingQuery['summaries']['nodes'][number]

/** The assignments and the work of a user in a project. */
interface Work {
  id: string
  name: string
  /** The ids of the videos assigned to the user, and of those the user has summarised. */
  assigned: Set<string>
  summarized: Set<string>
  summaries: number
  claims: number
}

/** Returns the work of every user who has an assignment or has written a summary, sorted by name. */
function workOf(assignments: readonly Assignment[], written: readonly Written[]): Work[] {
  const byPerson = new Map<string, Work>()
  function of({ id, displayName: name }: NonNullable<Assignment['assignedUser']>): Work {
    const existing = byPerson.get(id)
    if (existing) return existing
    const work = { id, name, assigned: new Set<string>(), summarized: new Set<string>(), summaries: 0, claims: 0 }
    byPerson.set(id, work)
    return work
  }
  for (const { assignedUser, videoId } of assignments) if (assignedUser) of(assignedUser).assigned.add(videoId)
  for (const { creator, videoId, claimCount } of written) {
    if (!creator) continue
    const work = of(creator)
    work.summarized.add(videoId)
    work.summaries++
    work.claims += claimCount
  }
  return [...byPerson.values()].sort((one, other) => one.name.localeCompare(other.name))
}

/**
 * A table of the users of a project: how many of their assigned videos they have summarised, and how much they have
 * written.
 */
export function PersonProgress({ projectId }: { projectId: string }) {
  const words = texts.projects
  const assignments = useAll(
    ProjectProgressDocument,
    { id: projectId },
    ({ project }) => project?.videoAssignments ?? emptyList,
  )
  const written = useAll(ProjectWritingDocument, { id: projectId }, ({ summaries }) => summaries)
  const rows = useMemo(() => workOf(assignments.nodes, written.nodes), [assignments.nodes, written.nodes])
  const broken = [assignments, written].find(({ error }) => error)
  if (broken?.error) return <ErrorNote error={broken.error} retry={() => void broken.refetch()} />
  // Lists that are not completely loaded would give wrong counts.
  if (!assignments.isWhole || !written.isWhole) return <Loading />
  return (
    <DataTable
      label={words.progressByPerson}
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        [words.person, ({ name }) => name],
        [
          words.given,
          (work) => {
            const done = [...work.assigned].filter((videoId) => work.summarized.has(videoId))
            return work.assigned.size > 0 && words.ofGiven(done.length, work.assigned.size)
          },
        ],
        [words.summaries, ({ summaries }) => summaries],
        [words.claimsInSummaries, ({ claims }) => claims],
      ]}
    />
  )
}
