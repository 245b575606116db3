import { sql, type Insertable, type SqlBool } from 'kysely'
import type { Actor } from '../../access/actor.js'
import type { Database } from '../../database/driver/client.js'
import { all, isAny, type Condition } from '../../database/rows/conditions.js'
import { keyset, newestKey } from '../../database/rows/keyset.js'
import type { ProjectAgreements } from '../../database/schema.js'
import type { Page } from '../../lib/page.js'
import type { ProjectFigures } from './project-agreement.shape.js'

const columns = [
  'm.id',
  'm.projectId',
  'm.createdBy',
  'm.arguments',
  'm.position',
  'm.createdAt',
  'm.completedAt',
  'j.publicId',
  'j.status',
  'j.progress',
  'j.error',
] as const

/** Returns a query for agreements with the state of their jobs. */
const withJobs = (db: Database) => db.selectFrom('projectAgreements as m').leftJoin('jobs as j', 'j.id', 'm.jobId')

/** The user who measured agreements; for an actor who is limited to projects only those of these projects. */
export type AgreementOwner = Pick<Actor, 'userId' | 'onlyProjects'>

function measuredBy({ userId, onlyProjects }: AgreementOwner): Condition {
  return all(sql<SqlBool>`m.created_by = ${userId}`, onlyProjects && isAny('m.project_id', onlyProjects, 'uuid'))
}

export type ProjectAgreementRow = NonNullable<Awaited<ReturnType<typeof selectProjectAgreement>>>

export function selectProjectAgreement(db: Database, owner: AgreementOwner, id: string) {
  return withJobs(db).select(columns).where(measuredBy(owner)).where('m.id', '=', id).executeTakeFirst()
}

/** Selects a user's agreements of a project, newest first. */
export function selectProjectAgreements(db: Database, owner: AgreementOwner, projectId: string, page: Page) {
  const { where, orderBy, limit } = keyset(page, newestKey('m'), 'desc')
  return withJobs(db)
    .select(columns)
    .where(measuredBy(owner))
    .where('m.projectId', '=', projectId)
    .where(where)
    .orderBy(orderBy)
    .limit(limit)
    .execute()
}

export async function countProjectAgreements(db: Database, owner: AgreementOwner, projectId: string): Promise<number> {
  const { count } = await db
    .selectFrom('projectAgreements as m')
    .where(measuredBy(owner))
    .where('m.projectId', '=', projectId)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Selects the figures of agreements, without checking access. */
export async function selectResults(db: Database, ids: readonly string[]): Promise<Map<string, ProjectFigures | null>> {
  const rows = await db.selectFrom('projectAgreements').select(['id', 'result']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, result }) => [id, result as ProjectFigures | null]))
}

/** Takes an advisory lock until the transaction ends, so that a user starts one agreement of a project at a time. */
export async function lockAgreementsOf(db: Database, userId: string, projectId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`agreements ${userId} ${projectId}`}, 0))`.execute(db)
}

export async function insertProjectAgreement(db: Database, row: Insertable<ProjectAgreements>): Promise<void> {
  await db.insertInto('projectAgreements').values(row).execute()
}

export async function updateJobOfAgreement(db: Database, id: string, jobId: string): Promise<void> {
  await db.updateTable('projectAgreements').set({ jobId }).where('id', '=', id).execute()
}

interface Measured {
  position: string
  /** The figures as JSON text. */
  result: string
  completedAt: Date
}

/** Records the figures; returns false if the agreement has been deleted, or has figures already. */
export async function updateMeasured(db: Database, id: string, measured: Measured): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('projectAgreements')
    .set(measured)
    .where('id', '=', id)
    .where('result', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Deletes an agreement of a user; returns its job, or undefined if it does not exist. */
export function deleteProjectAgreement(db: Database, owner: AgreementOwner, id: string) {
  return db
    .deleteFrom('projectAgreements as m')
    .where(measuredBy(owner))
    .where('m.id', '=', id)
    .returning('m.jobId')
    .executeTakeFirst()
}

/** Deletes a user's agreements of a project but the newest; returns the jobs of the deleted ones. */
export async function deleteOldAgreements(
  db: Database,
  { userId, projectId, kept }: { userId: string; projectId: string; kept: number },
): Promise<string[]> {
  const rows = await db
    .deleteFrom('projectAgreements')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('projectAgreements')
        .select('id')
        .where('createdBy', '=', userId)
        .where('projectId', '=', projectId)
        .orderBy('createdAt', 'desc')
        .orderBy('id', 'desc')
        .offset(kept),
    )
    .returning('jobId')
    .execute()
  return rows.flatMap(({ jobId }) => (jobId === null ? [] : [jobId]))
}
