import { requireActor } from '../../access/actor.js'
import { type Context, transaction } from '../../context.js'
import { createJob, stopJob } from '../../jobs/job.service.js'
import { noteDeleted } from '../../lib/deleted.js'
import { notFound } from '../../lib/errors.js'
import { newestFirst, type ListOf } from '../../lib/page.js'
import { isUuid, newId, normalUuid } from '../../lib/uuid.js'
import { requireProject } from '../../projects/project.service.js'
import { comparisonOf, requirePersonas } from '../report.service.js'
import { mostKept, type MeasuredArguments, type MeasureInput, type ProjectFigures } from './project-agreement.shape.js'
import {
  countProjectAgreements,
  deleteOldAgreements,
  deleteProjectAgreement as deleteRow,
  insertProjectAgreement,
  lockAgreementsOf,
  selectProjectAgreement,
  selectProjectAgreements,
  selectResults,
  updateJobOfAgreement,
  type ProjectAgreementRow,
} from './project-agreement.sql.js'

/** The job that measures an agreement; project-agreement.job.ts defines its work. */
export const agreementJob = { name: 'agreement', attempts: 3 }

/** Returns an agreement as clients see it, without its figures. */
function shown({ publicId, status, progress, error, ...rest }: ProjectAgreementRow) {
  const isMeasured = rest.completedAt !== null
  const failure = status === null ? 'The job that was to measure it is gone' : status === 'failed' ? error : null
  return {
    ...rest,
    status: isMeasured ? 'completed' : (status ?? 'failed'),
    progress: isMeasured ? 100 : (progress ?? 0),
    error: isMeasured ? null : failure,
    jobId: publicId,
  }
}
export type ProjectAgreementView = ReturnType<typeof shown>

/**
 * Starts the comparison of personas over the videos of a project: a job makes it with the rights that the actor has
 * then. The oldest agreements of the actor for the project go as soon as there are more than 20. Throws
 * VALIDATION_ERROR as `comparisonOf` does, NOT_FOUND for an unknown project, FORBIDDEN unless the actor may read it,
 * and NOT_FOUND for a persona that the actor may not read.
 */
export async function startProjectAgreement(
  ctx: Context,
  project: string,
  input: MeasureInput,
): Promise<ProjectAgreementView> {
  const { userId } = requireActor(ctx)
  const { personaIds, minIou, step, seed, states } = comparisonOf(input)
  const projectId = normalUuid(project)
  await requireProject(ctx, projectId, 'read')
  await requirePersonas(ctx, personaIds)
  const compared: MeasuredArguments = { personaIds, minIou, step, seed, reviewStates: [...states] }
  const id = newId()
  await transaction(ctx, async (tx) => {
    await lockAgreementsOf(tx.db, userId, projectId)
    await insertProjectAgreement(tx.db, {
      id,
      projectId,
      createdBy: userId,
      arguments: JSON.stringify(compared),
      createdAt: tx.now(),
    })
    for (const jobId of await deleteOldAgreements(tx.db, { userId, projectId, kept: mostKept }))
      await stopJob(tx, jobId)
    const job = await createJob(tx, agreementJob, { idPrefix: `agreement-${id}`, payload: { agreementId: id } })
    await updateJobOfAgreement(tx.db, id, job.id)
  })
  return readProjectAgreement(ctx, id)
}

/**
 * Returns an agreement of the actor without its figures. Throws NOT_FOUND otherwise: the figures are made of what the
 * user who started it could read, so no other user reads them.
 */
export async function readProjectAgreement(ctx: Context, id: string): Promise<ProjectAgreementView> {
  const owner = requireActor(ctx)
  const row = isUuid(id) ? await selectProjectAgreement(ctx.db, owner, normalUuid(id)) : undefined
  if (!row) throw notFound('Agreement')
  return shown(row)
}

/** Returns the figures of agreements that the actor has read; null for those that are not measured yet. */
export async function resultsOf(ctx: Context, ids: readonly string[]): Promise<(ProjectFigures | null)[]> {
  const results = await selectResults(ctx.db, ids)
  return ids.map((id) => results.get(id) ?? null)
}

/** Returns an agreement with its figures; throws as readProjectAgreement does. */
export async function getProjectAgreement(
  ctx: Context,
  id: string,
): Promise<ProjectAgreementView & { result: ProjectFigures | null }> {
  const agreement = await readProjectAgreement(ctx, id)
  const [result = null] = await resultsOf(ctx, [agreement.id])
  return { ...agreement, result }
}

/** Returns the list of the actor's agreements of a project, newest first; does not check the project. */
export function agreementsOfProject(ctx: Context, projectId: string): ListOf<ProjectAgreementView> {
  const owner = requireActor(ctx)
  return {
    name: 'agreements',
    filter: { projectId },
    ...newestFirst,
    select: async (page) => (await selectProjectAgreements(ctx.db, owner, projectId, page)).map(shown),
    count: () => countProjectAgreements(ctx.db, owner, projectId),
  }
}

/** Returns the same list. Throws NOT_FOUND for an unknown project, and FORBIDDEN unless the actor may read it. */
export async function listProjectAgreements(ctx: Context, projectId: string): Promise<ListOf<ProjectAgreementView>> {
  const { id } = await requireProject(ctx, projectId, 'read')
  return agreementsOfProject(ctx, id)
}

/** Deletes an agreement, and stops a job that still measures it. Throws as readProjectAgreement does. */
export async function deleteProjectAgreement(ctx: Context, given: string): Promise<void> {
  const { id } = await readProjectAgreement(ctx, given)
  await transaction(ctx, async (tx) => {
    const gone = await deleteRow(tx.db, requireActor(ctx), id)
    if (!gone) throw notFound('Agreement')
    if (gone.jobId) await stopJob(tx, gone.jobId)
  })
  noteDeleted(ctx, 'ProjectAgreement', [id])
}
