import type { Static } from '@sinclair/typebox'
import { abilitiesOf } from '../access/abilities.js'
import { requireActor } from '../access/actor.js'
import { inheritedProject, usablePersona } from '../access/place-rules.js'
import { refuseArchived, requirePlace } from '../access/require.js'
import { changeable, permitted, visible } from '../access/rules.js'
import type { Context } from '../context.js'
import { all, is, isAny, type Condition } from '../database/rows/conditions.js'
import { columnsOf } from '../database/rows/record-write.js'
import { withOwner } from '../documents/gloss-owner.js'
import { noteAllDeleted } from '../lib/deleted.js'
import { summaryExists } from '../lib/constraints.js'
import { conflict, notFound } from '../lib/errors.js'
import { groupBy, inOrderOf } from '../lib/group-by.js'
import { newId } from '../lib/uuid.js'
import { staleVersion } from '../lib/version.js'
import { noteModelWrote, refuseEdited, summarized } from './edited.service.js'
import { writtenByModels, type Digests } from './edited.sql.js'
import { summaryRecord } from './summary.shape.js'
import type { saveSummarySchema, updateSummarySchema } from './summary.shape.js'
import {
  deleteSummary as deleteRow,
  selectSummaries,
  selectSummary,
  selectSummaryById,
  selectUsablePersona,
  updateClaimsExtracted,
  updateSummary as updateRow,
  insertNewSummary,
  upsertSummary,
  type SummaryFilter,
  type SummaryRow,
} from './summary.sql.js'

/** Returns a condition on the alias s: the summary with this id. */
export const idIs = (id: string): Condition => all(is('s.id', id))
/** Returns a condition on the alias s: the summary of this video and persona. */
export const pairIs = (videoId: string, personaId: string): Condition =>
  all(is('s.video_id', videoId), is('s.persona_id', personaId))

async function readable(ctx: Context, where: Condition | undefined): Promise<Condition> {
  return all(where, visible(await abilitiesOf(ctx), 'summary', 's'))
}

/** Returns a summary. Throws NOT_FOUND for an unknown summary and for one that the caller may not read. */
export async function getSummary(ctx: Context, id: string): Promise<SummaryRow> {
  const summary = await selectSummary(ctx.db, await readable(ctx, idIs(id)))
  if (!summary) throw notFound('Summary')
  return summary
}

/**
 * Returns a summary without checking access: for callers that have checked it, or whose actor has just written the
 * summary and may no longer read it (for example after moving another user's summary out of a project).
 */
export async function summaryById(ctx: Context, id: string): Promise<SummaryRow> {
  const summary = await selectSummaryById(ctx.db, id)
  if (!summary) throw notFound('Summary')
  return summary
}

/** Returns a summary that the caller may write. Throws NOT_FOUND otherwise. */
export async function requireWritableSummary(ctx: Context, id: string): Promise<SummaryRow> {
  const summary = await selectSummary(
    ctx.db,
    all(idIs(id), permitted(await abilitiesOf(ctx), 'update', 'summary', 's')),
  )
  if (!summary) throw notFound('Summary')
  return summary
}

/**
 * Reads summaries by id, one entry per id in the order of the ids; undefined for a summary that the actor may not read.
 */
export async function summariesByIds(ctx: Context, ids: readonly string[]): Promise<(SummaryRow | undefined)[]> {
  return inOrderOf(ids, await selectSummaries(ctx.db, await readable(ctx, isAny('s.id', ids, 'uuid'))))
}

/**
 * Returns the summary, and marks its text with the worlds in which its references are looked up: those of its creator.
 */
export function withOwnerOfText<S extends Pick<SummaryRow, 'createdBy' | 'projectId' | 'summary'>>(summary: S): S {
  const { createdBy, projectId } = summary
  withOwner(summary.summary, { createdBy, projectId })
  return summary
}

/** Returns the summaries of each video that the actor may read, newest first. */
export async function summariesOfVideos(ctx: Context, videoIds: readonly string[]): Promise<SummaryRow[][]> {
  const rows = await selectSummaries(ctx.db, await readable(ctx, isAny('s.video_id', videoIds, 'text')))
  const groups = groupBy(rows, (row) => row.videoId)
  return videoIds.map((id) => groups.get(id) ?? [])
}

/** Returns the summaries of each persona that the actor may read, newest first. */
export async function summariesOfPersonas(ctx: Context, personaIds: readonly string[]): Promise<SummaryRow[][]> {
  const rows = await selectSummaries(ctx.db, await readable(ctx, isAny('s.persona_id', personaIds, 'uuid')))
  const groups = groupBy(rows, (row) => row.personaId)
  return personaIds.map((id) => groups.get(id) ?? [])
}

/** Returns the filter of a list from GraphQL arguments; arguments that are null, empty or false do not filter. */
export function summaryFilter(args: Record<string, unknown>): SummaryFilter {
  const { videoId, personaId, projectId, creatorId, mine, reviewState } = args
  const given = { videoId, personaId, projectId, creatorId, mine, reviewState }
  const present = Object.entries(given).filter(([, value]) => value)
  return Object.fromEntries(present) as SummaryFilter
}

/**
 * Returns the persona for new content, with the project that the content inherits. Throws NOT_FOUND when the caller may
 * not use the persona.
 */
export async function requireUsablePersona(ctx: Context, personaId: string) {
  const abilities = await abilitiesOf(ctx)
  const persona = await selectUsablePersona(ctx.db, personaId, usablePersona(abilities, 'summary', 'p'))
  if (!persona) throw notFound('Persona')
  return { ...persona, projectId: inheritedProject(abilities, 'summary', persona.projectId) }
}

/**
 * Returns the persona for which a model is to summarize a video. Throws CONFLICT if the summary is in an archived
 * project, or would be created in one.
 */
export async function requireSummarizable(ctx: Context, videoId: string, personaId: string) {
  const persona = await requireUsablePersona(ctx, personaId)
  const held = await heldIn(ctx, [pairIs(videoId, personaId)])
  await refuseArchived(ctx, held === undefined ? persona.projectId : held)
  return persona
}

type SaveInput = Static<typeof saveSummarySchema>
interface SaveOptions {
  onlyNew?: boolean
  /** Set if a model writes: the text of people that it may replace. */
  replaces?: Digests
}

/**
 * Saves the summary of a video and persona and returns its id (SU-09). A pair has one summary; the fields in the input
 * overwrite those of an existing one, whose author stays. A new summary gets the persona's project unless the input has
 * a `projectId`, which requires the right to create summaries there. Throws CONFLICT when the pair has a summary that
 * the actor may not write. With `onlyNew`, throws PRECONDITION_FAILED with the version of an existing summary that the
 * actor may read. With `replaces` a model writes; throws CONFLICT if that would overwrite text of a person.
 */
export async function saveSummary(ctx: Context, input: SaveInput, options: SaveOptions = {}): Promise<string> {
  const id = await writeSummary(ctx, input, options)
  if (id) return id
  const pair = pairIs(input.videoId, input.personaId)
  if (options.replaces) await refuseEdited(ctx, pair, options.replaces)
  const held = options.onlyNew ? await selectSummary(ctx.db, await readable(ctx, pair)) : undefined
  if (held) throw staleVersion(held.version)
  throw conflict(summaryExists, 'personaId')
}

/**
 * Writes the summary and returns its id; undefined if the pair already has a summary that is left as it is: with
 * `onlyNew` any, otherwise one that the actor may not write.
 */
async function writeSummary(
  ctx: Context,
  input: SaveInput,
  { onlyNew = false, replaces }: SaveOptions,
): Promise<string | undefined> {
  const { userId } = requireActor(ctx)
  const persona = await requireUsablePersona(ctx, input.personaId)
  const fields = { ...columnsOf(summaryRecord, input), updatedAt: ctx.now() }
  if (fields.projectId !== persona.projectId)
    await requirePlace(ctx, 'summary', fields.projectId, () => heldIn(ctx, [pairIs(input.videoId, input.personaId)]))
  const row = {
    id: newId(),
    videoId: input.videoId,
    personaId: input.personaId,
    createdBy: userId,
    projectId: persona.projectId,
    createdAt: ctx.now(),
    ...fields,
    summary: JSON.stringify(input.summary),
  }
  if (onlyNew) return insertNewSummary(ctx.db, row)
  const writable = permitted(await abilitiesOf(ctx), 'update', 'summary', 'video_summaries')
  const kept = replaces && writtenByModels('video_summaries', summarized, replaces)
  const id = await upsertSummary(ctx.db, row, fields, all(writable, kept))
  if (id && replaces) await noteModelWrote(ctx, id, summarized)
  return id
}

/**
 * Returns the id of the pair's summary, and creates one with empty text if it does not exist. Throws CONFLICT when the
 * pair has a summary that the actor may not read, or when it is deleted at the same moment.
 */
export async function ensureSummary(ctx: Context, videoId: string, personaId: string): Promise<string> {
  const pair = pairIs(videoId, personaId)
  let held = await selectSummary(ctx.db, pair)
  if (!held) {
    // A summary that another request saves at the same moment keeps its text.
    const made = await writeSummary(ctx, { videoId, personaId, summary: '' }, { onlyNew: true })
    if (made) return made
    held = await selectSummary(ctx.db, pair)
    if (!held) throw conflict('The summary of this video and persona was deleted meanwhile')
  }
  await requireUsablePersona(ctx, personaId)
  const readableRow = await selectSummary(ctx.db, await readable(ctx, idIs(held.id)))
  if (!readableRow) throw conflict(summaryExists, 'personaId')
  return held.id
}

/** Returns the id if the summary is the caller's own; throws NOT_FOUND otherwise. */
export async function requireOwnSummary(ctx: Context, id: string): Promise<string> {
  const row = await selectSummaryById(ctx.db, id)
  if (row?.createdBy !== requireActor(ctx).userId) throw notFound('Summary')
  return row.id
}

/** Does the same as ensureSummary, and also throws CONFLICT for a summary of another user that the caller may read. */
export async function ensureOwnSummary(ctx: Context, videoId: string, personaId: string): Promise<string> {
  const id = await ensureSummary(ctx, videoId, personaId)
  const row = await selectSummaryById(ctx.db, id)
  if (row?.createdBy !== requireActor(ctx).userId) throw conflict(summaryExists, 'personaId')
  return id
}

/**
 * Returns the project of the first matching summary that the actor may change (null: outside projects); undefined
 * without a match.
 */
async function heldIn(ctx: Context, targets: readonly (Condition | undefined)[]): Promise<string | null | undefined> {
  const writable = permitted(await abilitiesOf(ctx), 'update', 'summary', 's')
  for (const target of targets) {
    const row = await selectSummary(ctx.db, all(target, writable))
    if (row) return row.projectId
  }
  return undefined
}

type UpdateInput = Static<typeof updateSummarySchema>

/**
 * Changes the summary with this id or, if it does not exist, the summary of this video and the persona with this id
 * (SU-10). With `videoId` null only the summary's id counts, in any video. `projectId` moves the summary with its
 * claims into a project where the actor may create summaries; null moves it out of its project. Returns the summary's
 * id. Throws NOT_FOUND, and PRECONDITION_FAILED when it is no longer at `ifVersion`.
 */
export async function updateSummary(
  ctx: Context,
  videoId: string | null,
  summaryId: string,
  input: UpdateInput,
  ifVersion?: number,
): Promise<string> {
  const changes = columnsOf(summaryRecord, input, (field) => field.updated)
  const writable = changeable(await abilitiesOf(ctx), 'summary', 's', changes)
  const inVideo = is('s.video_id', videoId)
  const atVersion = is('s.version', ifVersion)
  const targets = videoId === null ? [idIs(summaryId)] : [idIs(summaryId), pairIs(videoId, summaryId)]
  await requirePlace(ctx, 'summary', input.projectId, () => heldIn(ctx, targets))
  for (const target of targets) {
    const where = all(target, inVideo, writable)
    const id = Object.keys(changes).length
      ? await updateRow(ctx.db, all(where, atVersion), { ...changes, updatedAt: ctx.now() })
      : (await selectSummary(ctx.db, all(where, atVersion)))?.id
    if (id) return id
    const current = ifVersion === undefined ? undefined : await selectSummary(ctx.db, where)
    if (current) throw staleVersion(current.version)
  }
  throw notFound('Summary')
}

/** Stores the time of a deletion of claims. Call it in the same transaction. */
export function noteClaimsDeleted(ctx: Context, summaryId: string): Promise<void> {
  return updateClaimsExtracted(ctx.db, summaryId, ctx.now())
}

/**
 * Deletes a summary with its claims and their relations (SU-11). Throws NOT_FOUND when the actor may not delete it, and
 * PRECONDITION_FAILED when it is no longer at `ifVersion`.
 */
export async function deleteSummary(
  ctx: Context,
  target: { id: string } | { videoId: string; personaId: string },
  ifVersion?: number,
): Promise<void> {
  const writable = permitted(await abilitiesOf(ctx), 'delete', 'summary', 's')
  const where = all('id' in target ? idIs(target.id) : pairIs(target.videoId, target.personaId), writable)
  const deleted = await deleteRow(ctx.db, all(where, is('s.version', ifVersion)), ctx.deleted !== undefined)
  if (deleted) return noteAllDeleted(ctx, deleted)
  const current = ifVersion === undefined ? undefined : await selectSummary(ctx.db, where)
  throw current ? staleVersion(current.version) : notFound('Summary')
}
