import type { Static } from '@sinclair/typebox'
import { abilitiesOf } from '../access/abilities.js'
import type { Abilities } from '../access/abilities.js'
import { requireActor } from '../access/actor.js'
import { inNone, requireCan, requirePlace } from '../access/require.js'
import { visibleVideo } from '../access/place-rules.js'
import { permitted, usablePersona, visible } from '../access/rules.js'
import { type Context, transaction } from '../context.js'
import { printList, printOne } from '../database/record-read.js'
import { columnsOf } from '../database/record-write.js'
import { notFound, validation } from '../lib/errors.js'
import { isUuid, newId, normalUuid } from '../lib/uuid.js'
import { staleVersion } from '../lib/version.js'
import { annotationPrinter, selectAnnotationRow, selectAnnotationsOfVideo, versionOf } from './annotation-read.sql.js'
import { annotationRecord } from './annotation.record.js'
import type { createAnnotationSchema, updateAnnotationSchema } from './annotation.schema.js'
import { sequenceColumns } from './sequence-columns.js'
import { sequenceFaults } from './sequence-check.js'
import {
  deleteAnnotation as deleteRow,
  deleteAnnotationsByIds,
  deleteAnnotationsOf,
  insertAnnotation,
  isHiddenVideo,
  selectAnnotationForUpdate,
  selectAnnotationsByIds,
  selectFrames,
  selectUsablePersona,
  updateAnnotation as updateRow,
  type AnnotationRow,
} from './annotation.sql.js'

export type { AnnotationRow } from './annotation.sql.js'

export interface AnnotationText {
  id: string
  version: number
  /** JSON in bytes, in the routes' form. */
  text: Buffer
}

/**
 * Own, project-readable and shared annotations of a video as one JSON array in bytes, oldest first; '[]' for an unknown
 * video (AN-01).
 */
export async function listAnnotationsText(ctx: Context, videoId: string): Promise<Buffer> {
  const page = `annotations(videoId: "${videoId}", first: 100, after: …)`
  ctx.budget.hint = `In pages: POST /graphql { ${page} { nodes { … } } }`
  const rows = await selectAnnotationsOfVideo(ctx, { abilities: await abilitiesOf(ctx), videoId })
  return printList(ctx.budget, rows, (row, out) => annotationPrinter.print(row, out))
}

/** One annotation in the routes' form; NOT_FOUND for what the actor may not read. */
export async function printAnnotation(ctx: Context, id: string): Promise<Buffer> {
  await requireCan(ctx, 'read', 'annotation', [id])
  return (await saved(ctx, id)).text
}

/** One entry a key, in key order; undefined for what the actor may not read. */
export async function annotationsByIds(ctx: Context, ids: readonly string[]): Promise<(AnnotationRow | undefined)[]> {
  const access = visible(await abilitiesOf(ctx), 'annotation', 'a')
  const rows = new Map((await selectAnnotationsByIds(ctx.db, ids, access)).map((row) => [row.id, row]))
  return ids.map((id) => rows.get(id))
}

/** The sequences of annotations that callers have read before. */
export async function framesOfAnnotations(ctx: Context, ids: readonly string[]): Promise<unknown[]> {
  const rows = new Map((await selectFrames(ctx.db, ids)).map((row) => [row.id, row.frames]))
  return ids.map((id) => rows.get(id))
}

export type AnnotationInput = Static<typeof createAnnotationSchema>
export type AnnotationChanges = Static<typeof updateAnnotationSchema>

/** The sequence is checked as X-04 says; the video need not be known yet, but a known one must be visible (AN-03). */
export async function createAnnotation(ctx: Context, input: AnnotationInput): Promise<AnnotationText> {
  const { userId } = requireActor(ctx)
  const { personaId: named, frames, ...said } = input
  const { videoId, type, label, linkType = null } = said
  const personaId = personaOf(named, type, linkType)
  refuseInvalid(frames)
  const abilities = await abilitiesOf(ctx)
  if (await isHiddenVideo(ctx.db, videoId, visibleVideo(abilities, 'v'))) throw notFound('Video')
  const inherited = await projectOfPersona(ctx, abilities, personaId)
  const { projectId = inherited } = said
  if (projectId !== inherited) await requirePlace(ctx, 'annotation', projectId, inNone)
  const [id, now] = [newId(), ctx.now()]
  await insertAnnotation(ctx.db, {
    confidence: 1,
    ...columnsOf(annotationRecord, said),
    id,
    videoId,
    type,
    label,
    personaId,
    createdByUserId: userId,
    projectId,
    ...sequenceColumns(frames, []),
    createdAt: now,
    updatedAt: now,
  })
  return saved(ctx, id)
}

/**
 * Given fields overwrite; `projectId` moves it into a project where the actor may make annotations, null out of one.
 * PRECONDITION_FAILED when the annotation is no longer at `ifVersion`.
 */
export async function updateAnnotation(
  ctx: Context,
  id: string,
  input: AnnotationChanges,
  ifVersion?: number,
): Promise<AnnotationText> {
  const { personaId: _named, frames, ...said } = input
  if (frames) refuseInvalid(frames)
  const abilities = await abilitiesOf(ctx)
  await transaction(ctx, async (tx) => {
    const current = await selectAnnotationForUpdate(tx.db, id, permitted(abilities, 'update', 'annotation', 'a'))
    if (!current) throw notFound('Annotation')
    if (ifVersion !== undefined && current.version !== ifVersion) throw staleVersion(current.version)
    await requirePlace(tx, 'annotation', said.projectId, async () => current.projectId)
    await updateRow(tx.db, id, {
      ...columnsOf(annotationRecord, said, (field) => field.updated),
      ...(frames && sequenceColumns(frames, [])),
      ...(await personaChange(tx, abilities, current, input)),
      ...(said.projectId !== undefined && { projectId: said.projectId }),
      updatedAt: tx.now(),
    })
  })
  return saved(ctx, id)
}

/**
 * What type, link and persona together ask for; nothing when none of them is given, so that a label can change without
 * a persona.
 */
async function personaChange(ctx: Context, abilities: Abilities, current: AnnotationRow, input: AnnotationChanges) {
  const { type = current.type, linkType = current.linkType } = input
  if (input.personaId === undefined && input.type === undefined && input.linkType === undefined) return {}
  const personaId = personaOf(input.personaId === undefined ? current.personaId : input.personaId, type, linkType)
  if (personaId === current.personaId) return {}
  return { personaId, projectId: await projectOfPersona(ctx, abilities, personaId) }
}

/** NOT_FOUND when it is not in that video (AN-06) or not the actor's to delete. */
export async function deleteAnnotation(ctx: Context, id: string, videoId: string): Promise<void> {
  const access = permitted(await abilitiesOf(ctx), 'delete', 'annotation', 'a')
  if (!(await deleteRow(ctx.db, id, videoId, access))) throw notFound('Annotation')
}

/** For the deletion of a persona: the owner's annotations go with it, those of others stay (RF-03). */
export async function deleteAnnotationsOfPersona(ctx: Context, personaId: string, ownerId: string): Promise<void> {
  await deleteAnnotationsOf(ctx.db, personaId, ownerId)
}

/** For acts that have decided on the annotations themselves. */
export async function deleteAnnotationsById(ctx: Context, ids: readonly string[]): Promise<void> {
  if (ids.length) await deleteAnnotationsByIds(ctx.db, ids)
}

/** AN-02: object annotations may send the video's id in the place of a persona; type annotations need a persona. */
function personaOf(given: string | null | undefined, type: string, linkType: string | null): string | null {
  const personaId = given && isUuid(given) ? normalUuid(given) : null
  const isObject = type === 'object' || linkType !== null
  if (given && !personaId && !isObject) throw validation([{ field: 'personaId', message: 'must be a UUID' }])
  if (!personaId && type === 'type')
    throw validation([{ field: 'personaId', message: 'is required for annotations of type type' }])
  return personaId
}

function refuseInvalid(frames: object): void {
  const faults = sequenceFaults(frames)
  if (faults.length) throw validation(faults)
}

/** The project that an annotation inherits (PR-17); NOT_FOUND for a persona that the user may not annotate with. */
async function projectOfPersona(ctx: Context, abilities: Abilities, personaId: string | null): Promise<string | null> {
  if (!personaId) return null
  const persona = await selectUsablePersona(ctx.db, personaId, usablePersona(abilities, 'annotation', 'p'))
  if (!persona) throw notFound('Persona')
  return persona.projectId
}

async function saved(ctx: Context, id: string): Promise<AnnotationText> {
  const row = await selectAnnotationRow(ctx, id)
  if (!row) throw notFound('Annotation')
  return { id, version: versionOf(row), text: printOne(row, annotationPrinter) }
}
