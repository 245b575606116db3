import type { Services } from '../../context.js'
import { selectRowEstimates } from './list-size.sql.js'

/** The average number of items of lists without page arguments, by `Type.field`; absent if it is unknown. */
export type ListSizes = Readonly<Record<string, number>>

/** The table of a list's items, and the table of the rows that own such a list. */
const tablesOf: Record<string, readonly [items: string, owners: string]> = {
  // The claims of a summary are one tree that is read at once.
  'Summary.claims': ['claims', 'video_summaries'],
  'Claim.outgoing': ['claim_relations', 'claims'],
  'Claim.incoming': ['claim_relations', 'claims'],
  'Video.summaries': ['video_summaries', 'videos'],
  'Persona.summaries': ['video_summaries', 'personas'],
  'Video.assignments': ['project_video_assignments', 'videos'],
  'Group.members': ['group_memberships', 'user_groups'],
  'Project.members': ['project_memberships', 'projects'],
  'Ontology.types': ['ontology_types', 'ontologies'],
}
/** `subclaims` returns parts of what `claims` has counted already. */
const fixed: ListSizes = { 'Claim.subclaims': 1 }

/**
 * The largest assumed size of a list, even if the average is higher: the objects that a page really contains are
 * counted while it is read.
 */
const mostAssumed = 50
const everyMs = 60_000

/**
 * Returns the average sizes of lists, from the estimates of PostgreSQL, which are read anew every minute. Fixed guesses
 * (10 relations of every claim, 50 claims in every summary) refused ordinary pages: 20 summaries that really held 4
 * objects were priced at 72,020. Before the first estimates, each list counts as one item.
 */
export function openListSizes({ db, log }: Pick<Services, 'db' | 'log'>): { now(): ListSizes; close(): void } {
  let sizes: ListSizes = { ...ofRows(new Map()), ...fixed }
  const tables = [...new Set(Object.values(tablesOf).flat())]
  const read = () =>
    selectRowEstimates(db, tables)
      .then((rows) => void (sizes = { ...ofRows(rows), ...fixed }))
      .catch((error: unknown) => log.debug({ err: error }, 'sizes of lists'))
  void read()
  const timer = setInterval(() => void read(), everyMs).unref()
  return { now: () => sizes, close: () => clearInterval(timer) }
}

function ofRows(rows: ReadonlyMap<string, number>): ListSizes {
  return Object.fromEntries(
    Object.entries(tablesOf).map(([field, [items, owners]]) => {
      const average = (rows.get(items) ?? 0) / Math.max(1, rows.get(owners) ?? 0)
      return [field, Math.min(mostAssumed, Math.max(1, Math.ceil(average)))]
    }),
  )
}
