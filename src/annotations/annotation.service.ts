import type { Static } from '@sinclair/typebox'
import { abilitiesOf, type Abilities } from '../access/abilities.js'
import { requireActor } from '../access/actor.js'
import { inNone, refuseArchived, requireCan, requirePlace, requireVideos } from '../access/require.js'
import { inheritedProject, usablePersona, visibleVideo } from '../access/place-rules.js'
import { changeable, permitted, visible } from '../access/rules.js'
import { type Context, transaction } from '../context.js'
import { all, is } from '../database/rows/conditions.js'
import { printList, printOne } from '../database/rows/record-read.js'
import { noteDeleted } from '../lib/deleted.js'
import { inPages } from '../lib/budget.js'
import type { Chunks } from '../lib/bytes.js'
import { columnsOf } from '../database/rows/record-write.js'
import { notFound, validation } from '../lib/errors.js'
import { inOrderOf } from '../lib/group-by.js'
import { isUuid, newId, normalUuid } from '../lib/uuid.js'
import { staleVersion } from '../lib/version.js'
import { annotationPrinter, selectAnnotationRow, selectAnnotationsOfVideo, versionOf } from './annotation-read.sql.js'
import { annotationRecord } from './annotation.shape.js'
import type { createAnnotationSchema, saveAnnotationsSchema, updateAnnotationSchema } from './annotation.shape.js'
import { sequenceColumns } from './sequence-columns.js'
import { sequenceFaults } from './sequence-check.js'
import { selectFrames } from './sequence.sql.js'
import {
  areHiddenVideos,
  deleteAnnotation as deleteRow,
  deleteAnnotationsByIds,
  deleteAnnotationsOf,
  insertAnnotations,
  selectAnnotationForUpdate,
  selectAnnotationsByIds,
  selectUsablePersonas,
  updateAnnotation as updateRow,
  type AnnotationRow,
} from './annotation.sql.js'
import { refuseReversed, type Window } from './window.js'

/** An annotation as the REST routes answer it, and its version for the ETag. */
export interface AnnotationText {
  id: string
  version: number
  /** The annotation as the REST routes answer it: JSON as UTF-8 bytes. */
  text: Chunks
}

/**
 * Returns the annotations of a video that the actor may read (own, project-readable and shared) as one JSON array in
 * UTF-8 bytes, oldest first; '[]' for an unknown video (AN-01). With a `window`, only those whose boxes reach into it.
 * Throws VALIDATION_ERROR for a window that ends before it begins.
 */
export async function listAnnotationsText(ctx: Context, videoId: string, window?: Window): Promise<Chunks> {
  refuseReversed(window)
  ctx.budget.hint = inPages('annotations', `videoId: "${videoId}"`)
  const rows = await selectAnnotationsOfVideo(ctx, { abilities: await abilitiesOf(ctx), videoId, window })
  return printList(ctx.budget, rows, (row, out) => annotationPrinter.print(row, out))
}

/** Returns one annotation as the REST routes answer it. Throws NOT_FOUND for what the actor may not read. */
export async function printAnnotation(ctx: Context, id: string): Promise<Chunks> {
  await requireCan(ctx, 'read', 'annotation', [id])
  return (await saved(ctx, id)).text
}

/** Reads annotations by id, one entry per id in the order of the ids; undefined for what the actor may not read. */
export async function annotationsByIds(ctx: Context, ids: readonly string[]): Promise<(AnnotationRow | undefined)[]> {
  const access = visible(await abilitiesOf(ctx), 'annotation', 'a')
  return inOrderOf(ids, await selectAnnotationsByIds(ctx.db, ids, access))
}

/**
 * Reads what the actor has just written without checking access: by moving somebody else's annotation out of a project,
 * actors can lose the right to read it.
 */
export async function writtenAnnotation(ctx: Context, id: string): Promise<AnnotationRow> {
  const [row] = await selectAnnotationsByIds(ctx.db, [id], all())
  if (!row) throw notFound('Annotation')
  return row
}

/**
 * Reads the sequences of annotations, in the order of the ids, without checking access: callers have read the
 * annotations before.
 */
export async function framesOfAnnotations(ctx: Context, ids: readonly string[]): Promise<unknown[]> {
  const rows = new Map((await selectFrames(ctx.db, ids)).map((row) => [row.id, row.frames]))
  return ids.map((id) => rows.get(id))
}

/** The most faults that one answer lists over all sequences. */
const mostFaults = 100

export type AnnotationInput = Static<typeof createAnnotationSchema>
export type SaveInput = Static<typeof saveAnnotationsSchema>
export type AnnotationChanges = Static<typeof updateAnnotationSchema>

/**
 * Makes an annotation and returns it. The sequence is checked by the rules of X-04; the video need not be known yet,
 * but a known one must be visible to the actor (AN-03).
 */
export async function createAnnotation(ctx: Context, input: AnnotationInput): Promise<AnnotationText> {
  const [id] = await createAnnotations(ctx, [input])
  return saved(ctx, id!)
}

/**
 * Makes many annotations, all or none, and returns their ids in the given order. Faults name the place in the list
 * (`annotations.3.frames…`).
 */
export function saveAnnotations(ctx: Context, { annotations }: SaveInput): Promise<string[]> {
  return createAnnotations(ctx, annotations, (at) => `annotations.${at}.`)
}

/**
 * Makes annotations, all or none, in one statement, and returns their ids in the given order. Throws VALIDATION_ERROR
 * for invalid sequences; `fieldOf` gives the prefix of the field names for each place in the list.
 */
export async function createAnnotations(
  ctx: Context,
  inputs: readonly AnnotationInput[],
  fieldOf = (_at: number) => '',
): Promise<string[]> {
  const { userId } = requireActor(ctx)
  const faults = inputs.flatMap(({ frames }, at) => sequenceFaults(frames, `${fieldOf(at)}frames`))
  if (faults.length) throw validation(faults.slice(0, mostFaults))
  const places = await placesOfNew(ctx, inputs, fieldOf)
  const now = ctx.now()
  const rows = inputs.map((input, at) => ({
    confidence: 1,
    source: 'manual',
    ...columnsOf(annotationRecord, input),
    videoId: input.videoId,
    type: input.type,
    label: input.label,
    ...places[at]!,
    ...sequenceColumns(input.frames),
    id: newId(),
    createdByUserId: userId,
    createdAt: now,
    updatedAt: now,
  }))
  if (rows.length) await insertAnnotations(ctx, rows)
  return rows.map(({ id }) => id)
}

/** The members that decide to which project a new annotation belongs and who may make it. */
export type PlaceOfAnnotation = Pick<AnnotationInput, 'videoId' | 'personaId' | 'projectId' | 'type' | 'linkType'>

/**
 * Call this before starting work that results in annotations of an existing video. Throws NOT_FOUND where the actor may
 * not make them, and CONFLICT where they would go into an archived project. Returns their persona and project.
 */
export async function requireAnnotating(ctx: Context, input: PlaceOfAnnotation) {
  await requireVideos(ctx, [input.videoId])
  const [place] = await placesOfNew(ctx, [input])
  await refuseArchived(ctx, place!.projectId)
  return place!
}

/**
 * Returns persona and project of each new annotation. Throws NOT_FOUND if the actor may not make one of them, before
 * anything else is done. Takes one statement for all videos and one for all personas; only a project that is not the
 * persona's own is checked by a statement of its own.
 */
async function placesOfNew(ctx: Context, inputs: readonly PlaceOfAnnotation[], fieldOf = (_at: number) => '') {
  const personaIds = inputs.map(({ personaId, type, linkType = null }, at) =>
    personaOf(personaId, type, linkType, fieldOf(at)),
  )
  const abilities = await abilitiesOf(ctx)
  const videoIds = [...new Set(inputs.map(({ videoId }) => videoId))]
  if (await areHiddenVideos(ctx.db, videoIds, visibleVideo(abilities, 'v'))) throw notFound('Video')
  const inherited = await projectsOfPersonas(ctx, abilities, personaIds)
  const places = inputs.map(({ projectId }, at) => {
    const own = inherited[at]!
    return { personaId: personaIds[at]!, projectId: projectId === undefined ? own : projectId, own }
  })
  for (const projectId of new Set(places.flatMap((one) => (one.projectId === one.own ? [] : [one.projectId]))))
    await requirePlace(ctx, 'annotation', projectId, inNone)
  return places.map(({ personaId, projectId }) => ({ personaId, projectId }))
}

/**
 * Overwrites the given fields and returns the annotation. `projectId` moves it into a project where the actor may make
 * annotations; null moves it out of its project. Throws NOT_FOUND, VALIDATION_ERROR for an invalid sequence, and
 * PRECONDITION_FAILED when the annotation is no longer at `ifVersion`.
 */
export async function updateAnnotation(
  ctx: Context,
  id: string,
  input: AnnotationChanges,
  ifVersion?: number,
): Promise<AnnotationText> {
  const { personaId: _named, frames, ...said } = input
  const faults = frames ? sequenceFaults(frames) : []
  if (faults.length) throw validation(faults)
  const changes = columnsOf(annotationRecord, said, (field) => field.updated)
  const abilities = await abilitiesOf(ctx)
  const access = changeable(abilities, 'annotation', 'a', { ...changes, personaId: input.personaId, frames })
  await transaction(ctx, async (tx) => {
    const current = await selectAnnotationForUpdate(tx.db, id, access)
    if (!current) throw notFound('Annotation')
    if (ifVersion !== undefined && current.version !== ifVersion) throw staleVersion(current.version)
    await requirePlace(tx, 'annotation', said.projectId, async () => current.projectId)
    // A change that names nothing leaves the row as it is (GR-13).
    if (Object.keys(changes).length === 0 && frames === undefined && input.personaId === undefined) return
    await updateRow(tx.db, id, {
      ...changes,
      ...(frames && sequenceColumns(frames)),
      ...(await personaChange(tx, abilities, current, input)),
      ...(said.projectId !== undefined && { projectId: said.projectId }),
      updatedAt: tx.now(),
    })
  })
  return saved(ctx, id)
}

/**
 * Returns the columns that change because of type, link and persona together; none when the caller gives none of the
 * three, so that a label can change without a persona. A new persona brings its project along; a persona without a
 * project, or no persona, does not take the annotation out of its project.
 */
async function personaChange(ctx: Context, abilities: Abilities, current: AnnotationRow, input: AnnotationChanges) {
  const { type = current.type, linkType = current.linkType } = input
  if (input.personaId === undefined && input.type === undefined && input.linkType === undefined) return {}
  const personaId = personaOf(input.personaId === undefined ? current.personaId : input.personaId, type, linkType)
  if (personaId === current.personaId) return {}
  const [projectId] = await projectsOfPersonas(ctx, abilities, [personaId])
  return { personaId, ...(projectId && { projectId }) }
}

/** Deletes an annotation. Throws NOT_FOUND when it is not in that video (AN-06) or the actor may not delete it. */
export async function deleteAnnotation(ctx: Context, id: string, videoId: string, ifVersion?: number): Promise<void> {
  const access = all(permitted(await abilitiesOf(ctx), 'delete', 'annotation', 'a'), is('a.video_id', videoId))
  if (await deleteRow(ctx.db, id, all(access, is('a.version', ifVersion))))
    return noteDeleted(ctx, 'Annotation', [normalUuid(id)])
  const current = ifVersion === undefined ? undefined : await selectAnnotationForUpdate(ctx.db, id, access)
  throw current ? staleVersion(current.version) : notFound('Annotation')
}

/**
 * Deletes the annotations that the owner of a persona made with it, before the persona goes; those of other users stay
 * (RF-03).
 */
export async function deleteAnnotationsOfPersona(ctx: Context, personaId: string, ownerId: string): Promise<void> {
  await deleteAnnotationsOf(ctx.db, personaId, ownerId)
}

/** Deletes annotations without checking access: the caller has already decided which ones go. */
export async function deleteAnnotationsById(ctx: Context, ids: readonly string[]): Promise<void> {
  if (ids.length) await deleteAnnotationsByIds(ctx.db, ids)
}

/**
 * AN-02: returns the persona of an annotation. Object annotations may send the video's id in its place, which counts as
 * none; annotations of the type `type` need a persona. Throws VALIDATION_ERROR otherwise.
 */
function personaOf(
  given: string | null | undefined,
  type: string,
  linkType: string | null,
  before = '',
): string | null {
  const field = `${before}personaId`
  const personaId = given && isUuid(given) ? normalUuid(given) : null
  const isObject = type === 'object' || linkType !== null
  if (given && !personaId && !isObject) throw validation([{ field, message: 'must be a UUID' }])
  if (!personaId && type === 'type') throw validation([{ field, message: 'is required for annotations of type type' }])
  return personaId
}

/**
 * Returns the project that each annotation inherits from its persona (PR-17), null where there is none. Throws
 * NOT_FOUND for a persona that the user may not annotate with.
 */
async function projectsOfPersonas(
  ctx: Context,
  abilities: Abilities,
  personaIds: readonly (string | null)[],
): Promise<(string | null)[]> {
  const ids = [...new Set(personaIds.flatMap((id) => id ?? []))]
  if (!ids.length) return personaIds.map(() => null)
  const rows = await selectUsablePersonas(ctx.db, ids, usablePersona(abilities, 'annotation', 'p'))
  if (rows.length < ids.length) throw notFound('Persona')
  const projects = new Map(rows.map((row) => [row.id, inheritedProject(abilities, 'annotation', row.projectId)]))
  return personaIds.map((id) => (id === null ? null : (projects.get(id) ?? null)))
}

async function saved(ctx: Context, id: string): Promise<AnnotationText> {
  const row = await selectAnnotationRow(ctx, id)
  if (!row) throw notFound('Annotation')
  return { id, version: versionOf(row), text: printOne(row, annotationPrinter) }
}
