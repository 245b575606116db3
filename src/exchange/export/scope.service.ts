import { among } from '../../access/measure.js'
import { abilitiesOf } from '../../access/abilities.js'
import { requireActor } from '../../access/actor.js'
import { requireAdmin } from '../../access/require.js'
import { exportExtent, readableProjects, readExtent, type Extent } from '../../access/extent.js'
import { visibleVideo } from '../../access/place-rules.js'
import { visible } from '../../access/rules.js'
import { outsideOfProjects } from '../../access/scopes.js'
import { contentTypes, type ContentType } from '../../access/vocabulary.js'
import type { Context } from '../../context.js'
import type { Statement } from '../../database/rows/conditions.js'
import { forbidden, notFound } from '../../lib/errors.js'
import { projectsByIds } from '../../projects/project.service.js'
import {
  selectBorrowedClaims,
  selectBorrowedPersonas,
  selectBorrowedSummaries,
  selectUnreadablePersonas,
  selectWorldId,
} from './content.sql.js'
import { allRows, ownRows, projectRows, type Borrowed, type ExportRows } from './export-rows.sql.js'
import { readScope, type ScopeQuery } from './scope.js'
import { selectExportedVideoIds } from './videos.sql.js'

type Extents = Readonly<Record<ContentType, Extent>>

/** A scope that the caller may export. */
export type ExportScope =
  | { of: 'own'; projectId: string | null }
  | { of: 'project'; projectId: string; extents: Extents }
  | { of: 'all' }

/**
 * Checks the scope of a query and resolves how much of each kind the caller may export. Throws VALIDATION_ERROR for a
 * malformed scope, NOT_FOUND for a project that they cannot read, and FORBIDDEN if they may export none of the `kinds`,
 * for `all` if they are not an administrator, and for `own` if they are limited to projects.
 */
export async function scopeOf(ctx: Context, query: ScopeQuery, kinds: readonly ContentType[]): Promise<ExportScope> {
  const { onlyProjects } = requireActor(ctx)
  const parsed = readScope(query)
  if (parsed.of === 'own' && onlyProjects)
    throw forbidden(`${outsideOfProjects}; ask for \`scope=project:<id>\` with one of them`)
  if (parsed.of === 'own') return { of: 'own', projectId: query.projectId ?? null }
  if (parsed.of === 'all') {
    requireAdmin(ctx)
    return parsed
  }
  const { projectId } = parsed
  const [project] = await projectsByIds(ctx, [projectId])
  if (!project) throw notFound('Project')
  const abilities = await abilitiesOf(ctx)
  const extents = Object.fromEntries(
    contentTypes.map((kind) => [kind, exportExtent(abilities, kind, projectId)]),
  ) as Record<ContentType, Extent>
  if (kinds.length && kinds.every((kind) => extents[kind] === 'none'))
    throw forbidden('You do not have permission to export this from the project')
  return { of: 'project', projectId, extents }
}

type Run = <Row>(statement: Statement<Row>) => Promise<Row[]>

/**
 * Returns the conditions that select the rows of a scope. `run` executes the statements that they need, in the same
 * snapshot that is later exported or counted. `kinds` are the kinds that the caller wants.
 */
export async function rowsOf(
  ctx: Context,
  run: Run,
  scope: ExportScope,
  kinds: readonly ContentType[],
): Promise<ExportRows> {
  const { userId } = requireActor(ctx)
  if (scope.of === 'all') return allRows()
  const abilities = await abilitiesOf(ctx)
  const linking = kinds.includes('annotation')
  if (scope.of === 'own') {
    const borrowed = await borrowedBy(ctx, run, userId, kinds)
    const worlds = linking || kinds.includes('world_state') ? await run(selectWorldId(userId, scope.projectId)) : []
    return ownRows(userId, borrowed, worlds[0]?.id ?? null, readableProjects(abilities, 'world_state'))
  }
  const { projectId, extents } = scope
  const rows = projectRows(userId, projectId, extents, readExtent(abilities, 'world_state', projectId))
  if (!linking) return rows
  const unreadable = await run(selectUnreadablePersonas(rows.annotations, among(visible(abilities, 'persona', 'p'))))
  return { ...rows, unreadablePersonas: unreadable.map(({ id }) => id).sort() }
}

/** Returns the ids of the videos that the caller may see; with the scope of a project, those assigned to it. */
export async function videosOf(ctx: Context, run: Run, scope: ExportScope): Promise<string[]> {
  const projectId = scope.of === 'project' ? scope.projectId : undefined
  const videos = among(visibleVideo(await abilitiesOf(ctx), 'v', projectId))
  return (await run(selectExportedVideoIds(videos, projectId))).map(({ id }) => id)
}

/**
 * Finds the rows of other users that the caller's rows refer to and that the caller may read, as far as lines of
 * these kinds need them. The personas depend on the summaries, and these on the claims.
 */
async function borrowedBy(ctx: Context, run: Run, userId: string, kinds: readonly ContentType[]): Promise<Borrowed> {
  const abilities = await abilitiesOf(ctx)
  const idsOf = async (needed: boolean, statement: Statement<{ id: string }>) =>
    needed ? (await run(statement)).map(({ id }) => id).sort() : []
  const has = (...some: ContentType[]) => some.some((kind) => kinds.includes(kind))
  const written = has('claim', 'summary', 'persona')
  const claims = await idsOf(written, selectBorrowedClaims(userId, among(visible(abilities, 'claim', 'c'))))
  const readable = among(visible(abilities, 'summary', 's'))
  const summaries = await idsOf(written, selectBorrowedSummaries(userId, claims, readable))
  const personas = has('persona', 'annotation')
    ? await run(selectBorrowedPersonas(userId, summaries, among(visible(abilities, 'persona', 'p'))))
    : []
  const ids = (may: boolean) =>
    personas
      .filter((row) => row.readable === may)
      .map((row) => row.id)
      .sort()
  return { claims, summaries, personas: ids(true), unreadable: ids(false) }
}
