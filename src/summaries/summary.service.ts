import type { Static } from '@sinclair/typebox'
import { abilitiesOf } from '../access/abilities.js'
import { requireActor } from '../access/actor.js'
import { inheritedProject, usablePersona } from '../access/place-rules.js'
import { refuseArchived, requirePlace } from '../access/require.js'
import { changeable, permitted, visible } from '../access/rules.js'
import type { Context } from '../context.js'
import { all, is, isAny, type Condition } from '../database/conditions.js'
import { columnsOf } from '../database/record-write.js'
import { summaryExists } from '../lib/constraints.js'
import { conflict, notFound } from '../lib/errors.js'
import { groupBy, inOrderOf } from '../lib/group-by.js'
import { listPage, newestFirst, type ListPage, type PageArguments } from '../lib/page.js'
import { newId } from '../lib/uuid.js'
import { staleVersion } from '../lib/version.js'
import { summaryRecord } from './summary.record.js'
import type { saveSummarySchema, updateSummarySchema } from './summary.schema.js'
import {
  countSummaries,
  deleteSummary as deleteRow,
  selectSummaries,
  selectSummary,
  selectSummaryById,
  selectSummaryPage,
  selectUsablePersona,
  updateClaimsExtracted,
  updateSummary as updateRow,
  insertNewSummary,
  upsertSummary,
  type SummaryFilter,
  type SummaryRow,
} from './summary.sql.js'

const idIs = (id: string) => is('s.id', id)
const pairIs = (videoId: string, personaId: string) => all(is('s.video_id', videoId), is('s.persona_id', personaId))

async function readable(ctx: Context, where: Condition | undefined): Promise<Condition> {
  return all(where, visible(await abilitiesOf(ctx), 'summary', 's'))
}

/** NOT_FOUND also for what the caller may not read. */
export async function getSummary(ctx: Context, id: string): Promise<SummaryRow> {
  const summary = await selectSummary(ctx.db, await readable(ctx, idIs(id)))
  if (!summary) throw notFound('Summary')
  return summary
}

/**
 * Whoever may read it: for callers that have checked the access, or whose actor has just written it and may no longer
 * read it, as who moves another's out of a project.
 */
export async function summaryById(ctx: Context, id: string): Promise<SummaryRow> {
  const summary = await selectSummaryById(ctx.db, id)
  if (!summary) throw notFound('Summary')
  return summary
}

/** NOT_FOUND when the caller may not write it. */
export async function requireWritableSummary(ctx: Context, id: string): Promise<SummaryRow> {
  const summary = await selectSummary(
    ctx.db,
    all(idIs(id), permitted(await abilitiesOf(ctx), 'update', 'summary', 's')),
  )
  if (!summary) throw notFound('Summary')
  return summary
}

/** One entry a key, in key order. */
export async function summariesByIds(ctx: Context, ids: readonly string[]): Promise<(SummaryRow | undefined)[]> {
  return inOrderOf(ids, await selectSummaries(ctx.db, await readable(ctx, isAny('s.id', ids, 'uuid'))))
}

/** The readable summaries of each video, newest first. */
export async function summariesOfVideos(ctx: Context, videoIds: readonly string[]): Promise<SummaryRow[][]> {
  const rows = await selectSummaries(ctx.db, await readable(ctx, isAny('s.video_id', videoIds, 'text')))
  const groups = groupBy(rows, (row) => row.videoId)
  return videoIds.map((id) => groups.get(id) ?? [])
}

/** The readable summaries of each persona, newest first. */
export async function summariesOfPersonas(ctx: Context, personaIds: readonly string[]): Promise<SummaryRow[][]> {
  const rows = await selectSummaries(ctx.db, await readable(ctx, isAny('s.persona_id', personaIds, 'uuid')))
  const groups = groupBy(rows, (row) => row.personaId)
  return personaIds.map((id) => groups.get(id) ?? [])
}

export async function pageOfSummaries(
  ctx: Context,
  args: PageArguments,
  filter: SummaryFilter,
): Promise<ListPage<SummaryRow>> {
  requireActor(ctx)
  const abilities = await abilitiesOf(ctx)
  return listPage(args, {
    name: 'summaries',
    filter,
    ...newestFirst,
    select: (page) => selectSummaryPage(ctx.db, abilities, filter, page),
    count: () => countSummaries(ctx.db, abilities, filter),
  })
}

/** The filter of a list from the arguments of GraphQL; what is null or empty is none. */
export function summaryFilter({ videoId, personaId, projectId, mine }: Record<string, unknown>): SummaryFilter {
  const given = Object.entries({ videoId, personaId, projectId, mine }).filter(([, value]) => value)
  return Object.fromEntries(given) as SummaryFilter
}

export async function numberOfSummaries(ctx: Context, filter: SummaryFilter): Promise<number> {
  return countSummaries(ctx.db, await abilitiesOf(ctx), filter)
}

/** The persona that content is to be made for; NOT_FOUND when the caller may not use it. */
export async function requireUsablePersona(ctx: Context, personaId: string) {
  const abilities = await abilitiesOf(ctx)
  const persona = await selectUsablePersona(ctx.db, personaId, usablePersona(abilities, 'summary', 'p'))
  if (!persona) throw notFound('Persona')
  return { ...persona, projectId: inheritedProject(abilities, 'summary', persona.projectId) }
}

/**
 * The persona for which a model is to summarize a video. CONFLICT where the summary is in an archived project, or would
 * come to be there.
 */
export async function requireSummarizable(ctx: Context, videoId: string, personaId: string) {
  const persona = await requireUsablePersona(ctx, personaId)
  const held = await heldIn(ctx, [pairIs(videoId, personaId)])
  await refuseArchived(ctx, held === undefined ? persona.projectId : held)
  return persona
}

type SaveInput = Static<typeof saveSummarySchema>

/**
 * SU-09: one summary a pair; given fields overwrite. CONFLICT when somebody else's summary holds the pair. Returns its
 * id. The author stays; `projectId` is the persona's unless given, which asks for the right to make summaries there.
 * With `onlyNew` PRECONDITION_FAILED, with its version, where the pair has one that the actor reads.
 */
export async function saveSummary(ctx: Context, input: SaveInput, { onlyNew = false } = {}): Promise<string> {
  const id = await writeSummary(ctx, input, onlyNew)
  if (id) return id
  const pair = pairIs(input.videoId, input.personaId)
  const held = onlyNew ? await selectSummary(ctx.db, await readable(ctx, pair)) : undefined
  if (held) throw staleVersion(held.version)
  throw conflict(summaryExists)
}

/** Its id; undefined where the pair has a summary that stays: with `onlyNew` any, else one that is not the actor's. */
async function writeSummary(ctx: Context, input: SaveInput, onlyNew: boolean): Promise<string | undefined> {
  const { userId } = requireActor(ctx)
  const persona = await requireUsablePersona(ctx, input.personaId)
  const given = { ...columnsOf(summaryRecord, input), updatedAt: ctx.now() }
  if (given.projectId !== persona.projectId)
    await requirePlace(ctx, 'summary', given.projectId, () => heldIn(ctx, [pairIs(input.videoId, input.personaId)]))
  const row = {
    id: newId(),
    videoId: input.videoId,
    personaId: input.personaId,
    createdBy: userId,
    projectId: persona.projectId,
    createdAt: ctx.now(),
    ...given,
    summary: JSON.stringify(input.summary),
  }
  if (onlyNew) return insertNewSummary(ctx.db, row)
  const writable = permitted(await abilitiesOf(ctx), 'update', 'summary', 'video_summaries')
  return upsertSummary(ctx.db, row, given, writable)
}

/** The pair's summary, made with empty text when there is none; CONFLICT when somebody else's holds the pair. */
export async function ensureSummary(ctx: Context, videoId: string, personaId: string): Promise<string> {
  const pair = pairIs(videoId, personaId)
  let held = await selectSummary(ctx.db, pair)
  if (!held) {
    // One that is saved at this moment keeps its text.
    const made = await writeSummary(ctx, { videoId, personaId, summary: '' }, true)
    if (made) return made
    held = await selectSummary(ctx.db, pair)
    if (!held) throw conflict('The summary of this video and persona was deleted meanwhile')
  }
  await requireUsablePersona(ctx, personaId)
  const readableRow = await selectSummary(ctx.db, await readable(ctx, idIs(held.id)))
  if (!readableRow) throw conflict(summaryExists)
  return held.id
}

/** NOT_FOUND unless the summary is the caller's own. Its id. */
export async function requireOwnSummary(ctx: Context, id: string): Promise<string> {
  const row = await selectSummaryById(ctx.db, id)
  if (row?.createdBy !== requireActor(ctx).userId) throw notFound('Summary')
  return row.id
}

/** The same as ensureSummary, and CONFLICT also when the caller reads somebody else's that holds the pair. */
export async function ensureOwnSummary(ctx: Context, videoId: string, personaId: string): Promise<string> {
  const id = await ensureSummary(ctx, videoId, personaId)
  const row = await selectSummaryById(ctx.db, id)
  if (row?.createdBy !== requireActor(ctx).userId) throw conflict(summaryExists)
  return id
}

/** The project of the first of the summaries that the actor may change. */
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
 * SU-10: by the summary's id; where none has it, by a persona id. `videoId` null: whatever the video. `projectId` moves
 * it with its claims into a project where the actor may make summaries, null out of one. Returns the id.
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
    const found = Object.keys(changes).length
      ? await updateRow(ctx.db, all(where, atVersion), { ...changes, updatedAt: ctx.now() })
      : (await selectSummary(ctx.db, all(where, atVersion)))?.id
    if (found) return found
    const current = ifVersion === undefined ? undefined : await selectSummary(ctx.db, where)
    if (current) throw staleVersion(current.version)
  }
  throw notFound('Summary')
}

/** To be called after claims of the summary have been deleted, in the same transaction. */
export function noteClaimsDeleted(ctx: Context, summaryId: string): Promise<void> {
  return updateClaimsExtracted(ctx.db, summaryId, ctx.now())
}

/** SU-11: claims and relations go with it. */
export async function deleteSummary(
  ctx: Context,
  target: { id: string } | { videoId: string; personaId: string },
): Promise<void> {
  const writable = permitted(await abilitiesOf(ctx), 'delete', 'summary', 's')
  const where = 'id' in target ? idIs(target.id) : pairIs(target.videoId, target.personaId)
  if (!(await deleteRow(ctx.db, all(where, writable)))) throw notFound('Summary')
}
