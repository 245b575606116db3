import { abilitiesOf } from '../access/abilities.js'
import { requireCan } from '../access/require.js'
import { permitted, visible } from '../access/rules.js'
import type { Context } from '../context.js'
import { deletingWithParent } from '../database/changes/note.js'
import type { RawRow } from '../database/driver/wire-client.js'
import { all, is } from '../database/rows/conditions.js'
import { keyOfRows } from '../database/rows/row-part.js'
import { printList, printOne, type WrittenRow } from '../database/rows/record-read.js'
import type { Chunks } from '../lib/bytes.js'
import { noteDeleted } from '../lib/deleted.js'
import { notFound } from '../lib/errors.js'
import { inOrderOf } from '../lib/group-by.js'
import type { PrintedList } from '../lib/printed-list.js'
import { normalUuid } from '../lib/uuid.js'
import { staleVersion } from '../lib/version.js'
import {
  annotationPrinter,
  columnsBeforeKey,
  selectAnnotationRow,
  selectAnnotationsOfVideo,
  selectTracksOfVideo,
  trackPrinter,
  versionOf,
  written,
  writtenPrinter,
} from './annotation-read.sql.js'
import {
  deleteAnnotation as deleteRow,
  deleteAnnotationsByIds,
  deleteAnnotationsOf,
  selectAnnotation,
  selectAnnotationsByIds,
  type AnnotationRow,
} from './annotation.sql.js'
import { selectFrames } from './sequences/sequence.sql.js'
import { refuseReversed, type Window } from './sequences/window.js'

/**
 * Returns the list of the annotations of a video that the actor may read (own, project-readable and shared), oldest
 * first; empty for an unknown video (AN-01). With a `window`, only those whose boxes reach into it. Throws
 * VALIDATION_ERROR for a window that ends before it begins.
 */
export async function printedAnnotations(ctx: Context, videoId: string, window?: Window): Promise<PrintedList<RawRow>> {
  refuseReversed(window)
  const abilities = await abilitiesOf(ctx)
  return {
    name: 'annotations',
    filter: { videoId, ...(window && { firstAtMost: window.to, lastAtLeast: window.from }) },
    ...keyOfRows(columnsBeforeKey.annotations),
    select: (page) => selectAnnotationsOfVideo(ctx, { abilities, videoId, window, page }),
    print: (rows) => printList(ctx.budget, rows, (row, out) => annotationPrinter.print(row, out)),
  }
}

/**
 * Returns the list of the annotations of a video that the actor may read, oldest first, which prints them without their
 * boxes; empty for an unknown video.
 */
export async function printedTracks(ctx: Context, videoId: string): Promise<PrintedList<RawRow>> {
  const abilities = await abilitiesOf(ctx)
  return {
    name: 'annotations',
    filter: { videoId },
    ...keyOfRows(columnsBeforeKey.tracks),
    select: (page) => selectTracksOfVideo(ctx, { abilities, videoId, page }),
    print: (rows) => printList(ctx.budget, rows, (row, out) => trackPrinter.print(row, out)),
  }
}

/**
 * Returns one annotation as the REST routes answer it. Throws NOT_FOUND for an annotation that the actor may not read.
 */
export async function annotationText(ctx: Context, id: string): Promise<Chunks> {
  await requireCan(ctx, 'read', 'annotation', [id])
  return printAnnotation(await annotationAsItIs(ctx, id)).text
}

/**
 * Reads annotations by id, one entry per id in the order of the ids; undefined for an annotation that the actor may not
 * read.
 */
export async function annotationsByIds(ctx: Context, ids: readonly string[]): Promise<(AnnotationRow | undefined)[]> {
  const access = visible(await abilitiesOf(ctx), 'annotation', 'a')
  return inOrderOf(ids, await selectAnnotationsByIds(ctx.db, ids, access))
}

/**
 * Reads an annotation that the actor has just written, without checking access: actors who move another user's
 * annotation out of a project can lose the right to read it.
 */
export async function writtenAnnotation(ctx: Context, id: string): Promise<AnnotationRow> {
  const [row] = await selectAnnotationsByIds(ctx.db, [id], all())
  if (!row) throw notFound('Annotation')
  return row
}

/**
 * Reads the sequences of annotations, in the order of the ids, without checking access, because callers have already
 * read the annotations.
 */
export async function framesOfAnnotations(ctx: Context, ids: readonly string[]): Promise<unknown[]> {
  const rows = new Map((await selectFrames(ctx.db, ids)).map((row) => [row.id, row.frames]))
  return ids.map((id) => rows.get(id))
}

/** Returns the annotation in the columns of a row that was just written, without checking access. */
export async function annotationAsItIs(ctx: Context, id: string): Promise<WrittenRow> {
  const row = await selectAnnotationRow(ctx, id)
  if (!row) throw notFound('Annotation')
  return asWritten(row)
}

export const asWritten = (row: RawRow): WrittenRow => ({ columns: written, row })

/** Returns the annotation as the REST routes answer it, in UTF-8 bytes, and its version for the ETag. */
export function printAnnotation({ row }: WrittenRow): { text: Chunks; version: number } {
  return { text: printOne(row, writtenPrinter), version: versionOf(row) }
}

/** Deletes an annotation. Throws NOT_FOUND when it is not in that video (AN-06) or the actor may not delete it. */
export async function deleteAnnotation(ctx: Context, id: string, videoId: string, ifVersion?: number): Promise<void> {
  const access = all(permitted(await abilitiesOf(ctx), 'delete', 'annotation', 'a'), is('a.video_id', videoId))
  if (await deleteRow(ctx.db, id, all(access, is('a.version', ifVersion))))
    return noteDeleted(ctx, 'Annotation', [normalUuid(id)])
  const current = ifVersion === undefined ? undefined : await selectAnnotation(ctx.db, id, access)
  throw current ? staleVersion(current.version) : notFound('Annotation')
}

/**
 * Deletes the annotations that the owner of a persona made with it, before the persona is deleted; those of other users
 * stay (RF-03).
 */
export async function deleteAnnotationsOfPersona(ctx: Context, personaId: string, ownerId: string): Promise<void> {
  await deletingWithParent(ctx.db, () => deleteAnnotationsOf(ctx.db, personaId, ownerId))
}

/**
 * Deletes annotations because the type that they show is deleted, within the caller's transaction. Does not check
 * access, because the caller has already selected them.
 */
export async function deleteAnnotationsById(ctx: Context, ids: readonly string[]): Promise<void> {
  if (ids.length) await deletingWithParent(ctx.db, () => deleteAnnotationsByIds(ctx.db, ids))
}
