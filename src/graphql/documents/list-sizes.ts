import type { Services } from '../../context.js'
import { countRows, selectRowEstimates } from './list-size.sql.js'

/** What is known of the sizes of lists. */
export interface ListSizes {
  /** The average number of items of lists without page arguments, by `Type.field`; absent if it is unknown. */
  averages: Readonly<Record<string, number>>
  /** The number of stored rows by the type of their objects; absent if it is unknown or bounds nothing. */
  stored: Readonly<Record<string, number>>
}

/** The sizes before anything has been counted. */
export const unknownSizes: ListSizes = { averages: {}, stored: {} }

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
const fixed = { 'Claim.subclaims': 1 }

/** The tables of types whose objects are each below one other object in lists. */
const tableOfType: Readonly<Record<string, string>> = {
  AgreementDecision: 'agreement_decisions',
  Annotation: 'annotations',
  Claim: 'claims',
  ClaimRelation: 'claim_relations',
  Group: 'user_groups',
  GroupMember: 'group_memberships',
  OntologyType: 'ontology_types',
  Persona: 'personas',
  Project: 'projects',
  ProjectMember: 'project_memberships',
  Summary: 'video_summaries',
  TypeCorrespondence: 'type_correspondences',
  Video: 'videos',
  VideoAssignment: 'project_video_assignments',
  ...Object.fromEntries(
    [
      ...['Entity', 'Event', 'TimeObject', 'WorldRelation'],
      ...['EntityCollection', 'EventCollection', 'TimeCollection'],
    ].map((type) => [type, 'world_objects']),
  ),
}

/**
 * The largest assumed size of a list, even if the average is higher: the objects that a page really contains are
 * counted while it is read.
 */
const mostAssumed = 50
const everyMs = 60_000
/** The time for which counted rows are used again, so that costly operations cannot keep the database counting. */
const countedMs = 2000

/** Counts of rows stop there: more rows than an operation may return bound nothing. */
const mostCounted = 50_000

export interface OpenListSizes {
  /** The averages, without counts of rows. */
  now(): ListSizes
  /** The averages with the rows that were stored at most two seconds ago; without them if they cannot be counted. */
  counted(): Promise<ListSizes>
  close(): void
}

/**
 * Returns the average sizes of lists, from the estimates of PostgreSQL, which are read anew every minute. Fixed guesses
 * (10 relations of every claim, 50 claims in every summary) refused ordinary pages: 20 summaries that really held 4
 * objects were priced at 72,020. Before the first estimates, each list counts as one item.
 */
export function openListSizes({ db, log }: Pick<Services, 'db' | 'log'>): OpenListSizes {
  const sizesOf = (rows: ReadonlyMap<string, number>) => ({ averages: { ...averagesOf(rows), ...fixed }, stored: {} })
  let sizes: ListSizes = sizesOf(new Map())
  const tables = [...new Set(Object.values(tablesOf).flat())]
  const read = () =>
    selectRowEstimates(db, tables)
      .then((rows) => void (sizes = sizesOf(rows)))
      .catch((error: unknown) => log.debug({ err: error }, 'sizes of lists'))
  void read()
  const timer = setInterval(() => void read(), everyMs).unref()
  let counting: { since: number; sizes: Promise<ListSizes> } | undefined
  const count = async () => {
    const rows = await countRows(db, [...new Set(Object.values(tableOfType))], mostCounted)
    const stored = Object.entries(tableOfType).flatMap(([type, table]) => {
      const found = rows.get(table) ?? mostCounted
      return found < mostCounted ? [[type, found] as const] : []
    })
    return { ...sizes, stored: Object.fromEntries(stored) }
  }
  return {
    now: () => sizes,
    counted() {
      if (counting && performance.now() - counting.since < countedMs) return counting.sizes
      const counted = count().catch((error: unknown) => {
        log.debug({ err: error }, 'counts of rows')
        return sizes
      })
      counting = { since: performance.now(), sizes: counted }
      return counted
    },
    close: () => clearInterval(timer),
  }
}

function averagesOf(rows: ReadonlyMap<string, number>): Record<string, number> {
  return Object.fromEntries(
    Object.entries(tablesOf).map(([field, [items, owners]]) => {
      const average = (rows.get(items) ?? 0) / Math.max(1, rows.get(owners) ?? 0)
      return [field, Math.min(mostAssumed, Math.max(1, Math.ceil(average)))]
    }),
  )
}
