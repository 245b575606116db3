import { abilitiesOf } from '../access/abilities.js'
import { requireActor } from '../access/actor.js'
import { annotationsByIds } from '../annotations/annotation.service.js'
import { claimsByIds } from '../claims/claim.service.js'
import { transaction, type Context } from '../context.js'
import { AppError, validation } from '../lib/errors.js'
import { groupBy } from '../lib/group-by.js'
import { normalUuid } from '../lib/uuid.js'
import { requireProject } from '../projects/project.service.js'
import { summariesByIds } from '../summaries/summary.service.js'
import { reviewedKinds, type ReviewedKind, type ReviewInput, type ReviewProgress } from './review.shape.js'
import { selectProgress, updateReviews, type ProgressRow, type Review } from './review.sql.js'

export interface Reviewed extends Review {
  kind: ReviewedKind
  id: string
}

/**
 * Accepts or rejects annotations, claims and summaries, or opens their review again. If one item is refused, changes
 * none. Runs one statement for each kind, whatever the number of items. Returns the items in the order of the ids, each
 * once. Throws NOT_FOUND naming the ids that do not exist or that the actor may not review, PRECONDITION_FAILED naming
 * the ids whose rows are not at the given version, and CONFLICT if an item is in an archived project.
 */
export function reviewItems(ctx: Context, { ids, state, note = null, versions }: ReviewInput): Promise<Reviewed[]> {
  const { userId } = requireActor(ctx)
  if (note !== null && state === 'open')
    throw validation([{ field: 'note', message: 'is not for the state open, which has none' }])
  if (versions && versions.length !== ids.length)
    throw validation([{ field: 'versions', message: 'must have as many items as ids' }])
  const versionOf = new Map(ids.map((id, at) => [normalUuid(id), versions?.[at] ?? null]))
  const items = { ids: [...versionOf.keys()], versions: [...versionOf.values()] }
  const review: Review =
    state === 'open'
      ? { reviewState: state, reviewedBy: null, reviewedAt: null, reviewNote: null }
      : { reviewState: state, reviewedBy: userId, reviewedAt: ctx.now(), reviewNote: note || null }
  return transaction(ctx, async (tx) => {
    const abilities = await abilitiesOf(tx)
    const kindOf = new Map<string, ReviewedKind>()
    const stale: string[] = []
    for (const kind of reviewedKinds) {
      if (kindOf.size === items.ids.length) break
      for (const row of await updateReviews(tx.db, abilities, kind, items, review)) {
        kindOf.set(row.id, kind)
        if (row.stale) stale.push(row.id)
      }
    }
    const missing = items.ids.filter((id) => !kindOf.has(id))
    if (missing.length) throw refused('NOT_FOUND', 'Not found, or not to be reviewed by the caller', missing)
    if (stale.length) throw refused('PRECONDITION_FAILED', 'Changed since the version that was reviewed', stale)
    return items.ids.map((id) => ({ kind: kindOf.get(id)!, id, ...review }))
  })
}

const mostNamed = 3

/** The refusal of some of the ids: the message names the first of them, and `ids` has all of them. */
function refused(code: 'NOT_FOUND' | 'PRECONDITION_FAILED', why: string, ids: readonly string[]): AppError {
  const more = ids.length > mostNamed ? ` and ${ids.length - mostNamed} more` : ''
  return new AppError(code, `${why}: ${ids.slice(0, mostNamed).join(', ')}${more}`, { extra: { ids } })
}

const readers = { annotation: annotationsByIds, claim: claimsByIds, summary: summariesByIds } as const

/** Reads the reviewed rows, in the same order, with one statement for each kind. */
export async function reviewedRows(ctx: Context, items: readonly Reviewed[]) {
  const byId = new Map<string, { kind: ReviewedKind; row: object }>()
  for (const [kind, some] of groupBy(items, (item) => item.kind)) {
    const ids = some.map(({ id }) => id)
    for (const row of await readers[kind](ctx, ids)) if (row) byId.set(row.id, { kind, row })
  }
  return items.flatMap(({ id }) => byId.get(id) ?? [])
}

/**
 * Returns how far the review of each project is, by the author of its annotations, claims and summaries. Counts only
 * content that the actor may read. Does not check access to the projects, which callers have read before.
 */
export async function progressOfProjects(ctx: Context, projectIds: readonly string[]): Promise<ReviewProgress[][]> {
  const rows = groupBy(await selectProgress(ctx.db, await abilitiesOf(ctx), projectIds), (row) => row.projectId)
  return projectIds.map((id) => (rows.get(normalUuid(id)) ?? []).map(shown))
}

const shown = ({ projectId: _of, videoId: _and, ...row }: ProgressRow): ReviewProgress => row

/** A video in a project. */
export interface VideoInProject {
  projectId: string
  videoId: string
}

/** Returns how far the review of each video in a project is; otherwise like `progressOfProjects`. */
export async function progressOfVideos(ctx: Context, pairs: readonly VideoInProject[]): Promise<ReviewProgress[][]> {
  const [projects, videos] = [pairs.map(({ projectId }) => projectId), pairs.map(({ videoId }) => videoId)]
  const keyOf = (projectId: string, videoId: string | null) => `${normalUuid(projectId)} ${videoId}`
  const found = await selectProgress(ctx.db, await abilitiesOf(ctx), [...new Set(projects)], [...new Set(videos)])
  const rows = groupBy(found, (row) => keyOf(row.projectId, row.videoId))
  return pairs.map(({ projectId, videoId }) => (rows.get(keyOf(projectId, videoId)) ?? []).map(shown))
}

/**
 * Returns how far the review of one project is, or of one video in it; throws NOT_FOUND or FORBIDDEN if the actor may
 * not read the project.
 */
export async function progressOfProject(ctx: Context, projectId: string, videoId?: string): Promise<ReviewProgress[]> {
  await requireProject(ctx, projectId, 'read')
  const [progress] = await (videoId === undefined
    ? progressOfProjects(ctx, [projectId])
    : progressOfVideos(ctx, [{ projectId, videoId }]))
  return progress ?? []
}
