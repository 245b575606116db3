import { sql, type SqlBool } from 'kysely'
import type { Database } from '../database/driver/client.js'
import { equal } from '../database/rows/equal.js'
import { keyset, newestKey } from '../database/rows/keyset.js'
import type { Page } from '../lib/page.js'
import { jobColumns } from './job.sql.js'

export interface JobFilter {
  queue?: string | null
  status?: string | null
  videoId?: string | null
  personaId?: string | null
  summaryId?: string | null
  /** Selects the jobs of all users. Callers that set it have checked that the user is an administrator. */
  everyones?: boolean | null
}

/**
 * The owner of listed jobs: the user and, for an administrator, the system. With `onlyProjects`, only jobs that are
 * limited to some of these projects.
 */
export interface JobOwner {
  userId: string
  isAdmin: boolean
  onlyProjects?: readonly string[]
}

function filtered(db: Database, { userId, isAdmin, onlyProjects }: JobOwner, { everyones, ...filter }: JobFilter) {
  const columns = {
    queue: 'j.queue',
    status: 'j.status',
    videoId: 'j.video_id',
    personaId: 'j.persona_id',
    summaryId: 'j.summary_id',
  }
  return db
    .selectFrom('jobs as j')
    .where((eb) =>
      everyones ? eb.lit(true) : eb.or([eb('userId', '=', userId), ...(isAdmin ? [eb('userId', 'is', null)] : [])]),
    )
    .where(onlyProjects ? sql<SqlBool>`coalesce(project_ids <@ ${onlyProjects}::uuid[], false)` : sql<SqlBool>`true`)
    .where(equal(filter, columns))
}

/** Returns a page of an owner's jobs that match the filter, newest first. */
export function selectJobPage(db: Database, owner: JobOwner, filter: JobFilter, page: Page) {
  const { where, orderBy, limit } = keyset(page, newestKey('j'), 'desc')
  return filtered(db, owner, filter).select(jobColumns).where(where).orderBy(orderBy).limit(limit).execute()
}

export async function countJobs(db: Database, owner: JobOwner, filter: JobFilter): Promise<number> {
  const { count } = await filtered(db, owner, filter)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}
