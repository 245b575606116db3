import type { Static } from '@sinclair/typebox'
import { abilitiesOf, type Abilities } from '../access/abilities.js'
import { requireActor } from '../access/actor.js'
import { inNone, refuseArchived, requirePlace, requireVideos } from '../access/require.js'
import { inheritedProject, mayMakeIn, usablePersona, visibleVideo } from '../access/place-rules.js'
import { changeable } from '../access/rules.js'
import type { Context } from '../context.js'
import type { WrittenRow } from '../database/rows/record-read.js'
import { columnsOf } from '../database/rows/record-write.js'
import { notFound, validation } from '../lib/errors.js'
import { isUuid, newId, normalUuid } from '../lib/uuid.js'
import { mostAttempts, staleVersion } from '../lib/version.js'
import { hasSequence } from './annotation-read.sql.js'
import { insertAnnotations, updateAnnotation as updateRow } from './annotation-write.sql.js'
import { annotationAsItIs, asWritten } from './annotation.service.js'
import { annotationRecord } from './annotation.shape.js'
import type { createAnnotationSchema, saveAnnotationsSchema, updateAnnotationSchema } from './annotation.shape.js'
import { areHiddenVideos, selectAnnotation, selectUsablePersonas } from './annotation.sql.js'
import { selectDeletedTypes } from './deleted-types.sql.js'
import { numbersOfTracks } from './track-numbers.js'
import { sequenceFaults } from './sequences/sequence-check.js'
import { sequenceColumns } from './sequences/sequence-columns.js'

/** The maximum number of faults that one answer lists over all sequences. */
const mostFaults = 100

export type AnnotationInput = Static<typeof createAnnotationSchema>
export type SaveInput = Static<typeof saveAnnotationsSchema>
export type AnnotationChanges = Static<typeof updateAnnotationSchema>

/**
 * Creates an annotation and returns it. The sequence is checked by the rules of X-04. The video need not exist yet, but
 * an existing video must be visible to the actor (AN-03).
 */
export async function createAnnotation(ctx: Context, input: AnnotationInput): Promise<WrittenRow> {
  const [row] = await insert(ctx, [input], false)
  return asWritten(row!)
}

/**
 * Creates many annotations, all or none, and returns their ids in the order of the input. Faults name the position in
 * the list (`annotations.3.frames…`).
 */
export function saveAnnotations(ctx: Context, { annotations }: SaveInput): Promise<string[]> {
  return createAnnotations(ctx, annotations, (at) => `annotations.${at}.`)
}

/**
 * Creates annotations, all or none, in one statement, and returns their ids in the order of the input. Throws
 * VALIDATION_ERROR for invalid sequences; `fieldOf` returns the prefix of the field names for each position in the
 * list.
 */
export async function createAnnotations(
  ctx: Context,
  inputs: readonly AnnotationInput[],
  fieldOf = noPrefix,
): Promise<string[]> {
  const ids = inputs.map(() => newId())
  await insert(ctx, inputs, true, fieldOf, ids)
  await ctx.afterCommit(async () => ctx.statistics.loaded(['annotations'], ids.length))
  return ids
}

const noPrefix = (_at: number) => ''

async function insert(
  ctx: Context,
  inputs: readonly AnnotationInput[],
  idsOnly: boolean,
  fieldOf = noPrefix,
  ids = inputs.map(() => newId()),
) {
  const { userId } = requireActor(ctx)
  const faults = inputs.flatMap(({ frames }, at) => sequenceFaults(frames, `${fieldOf(at)}frames`))
  if (faults.length) throw validation(faults.slice(0, mostFaults))
  const now = ctx.now()
  const rows = inputs.map((input, at) => ({
    confidence: 1,
    source: 'manual',
    ...columnsOf(annotationRecord, input),
    videoId: input.videoId,
    type: input.type,
    label: input.label,
    personaId: personaOf(input.personaId, input.type, input.linkType ?? null, fieldOf(at)),
    inherits: input.projectId === undefined,
    ...sequenceColumns(input.frames),
    id: ids[at]!,
    number: null as number | null,
    createdByUserId: userId,
    createdAt: now,
    updatedAt: now,
  }))
  if (!rows.length) return []
  const abilities = await abilitiesOf(ctx)
  // The statement checks the project that is inherited from a persona.
  const mayPlace = ({ projectId }: AnnotationInput, at: number) =>
    (projectId === undefined && rows[at]!.personaId !== null) || mayMakeIn(abilities, 'annotation', projectId ?? null)
  const arePlaced = inputs.every(mayPlace)
  if (arePlaced && !ctx.db.isTransaction) {
    const numbers = await numbersOfTracks(
      ctx.pool,
      rows.map(({ videoId }) => videoId),
    )
    rows.forEach((row, at) => (row.number = numbers[at]!))
  }
  for (let attempt = 1; ; attempt++) {
    const made = arePlaced ? await insertAnnotations(ctx, { abilities, rows }, idsOnly) : []
    if (made.length) return made
    await placesOfNew(ctx, inputs, fieldOf)
    await refuseDeletedTypes(ctx, rows, fieldOf)
    // The reason for the refusal is gone by now, so try again.
    if (attempt === mostAttempts) throw notFound('Video')
  }
}

/** The members that decide to which project a new annotation belongs and who may create it. */
export type PlaceOfAnnotation = Pick<AnnotationInput, 'videoId' | 'personaId' | 'projectId' | 'type' | 'linkType'>

/**
 * Call it before starting work that results in annotations of an existing video. Throws NOT_FOUND if the actor may not
 * create them, and CONFLICT if they would go into an archived project. Returns their persona and project.
 */
export async function requireAnnotating(ctx: Context, input: PlaceOfAnnotation) {
  await requireVideos(ctx, [input.videoId])
  const [place] = await placesOfNew(ctx, [input])
  await refuseArchived(ctx, place!.projectId)
  return place!
}

/**
 * Returns persona and project of each new annotation. Throws NOT_FOUND if the actor may not create one of them, before
 * anything is written. Takes one statement for all videos and one for all personas; only a project that is not the
 * persona's own is checked by a separate statement.
 */
async function placesOfNew(ctx: Context, inputs: readonly PlaceOfAnnotation[], fieldOf = noPrefix) {
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
  for (const projectId of new Set(
    places.flatMap((one) => (one.projectId !== null && one.projectId === one.own ? [] : [one.projectId])),
  ))
    await requirePlace(ctx, 'annotation', projectId, inNone)
  return places.map(({ personaId, projectId }) => ({ personaId, projectId }))
}

/**
 * Overwrites the fields in the input and returns the annotation, in one statement. `projectId` moves it into a project
 * where the actor may create annotations; null moves it out of its project. Throws NOT_FOUND, VALIDATION_ERROR for an
 * invalid sequence, and PRECONDITION_FAILED when the annotation is no longer at `ifVersion`.
 */
export async function updateAnnotation(
  ctx: Context,
  id: string,
  input: AnnotationChanges,
  ifVersion?: number,
): Promise<WrittenRow> {
  const { personaId, frames, ...fields } = input
  const faults = frames ? sequenceFaults(frames) : []
  if (faults.length) throw validation(faults)
  const changes = {
    ...columnsOf(annotationRecord, fields, (field) => field.updated),
    ...(frames && sequenceColumns(frames)),
    ...(personaId !== undefined && { personaId: uuidIn(personaId) }),
  }
  const abilities = await abilitiesOf(ctx)
  const change = {
    abilities,
    id,
    ifVersion,
    changes: { ...changes, updatedAt: ctx.now() },
    isNoUuid: Boolean(personaId) && uuidIn(personaId) === null,
    mayPlace: fields.projectId === undefined || mayMakeIn(abilities, 'annotation', fields.projectId),
  }
  for (let attempt = 1; ; attempt++) {
    // A change without fields leaves the row as it is (GR-13).
    const changed = Object.keys(changes).length > 0 ? await updateRow(ctx, change) : undefined
    if (changed) return hasSequence(changed) ? asWritten(changed) : annotationAsItIs(ctx, id)
    const { version } = await requireChangeable(ctx, id, input, ifVersion)
    if (Object.keys(changes).length === 0) return annotationAsItIs(ctx, id)
    if (attempt === mostAttempts) throw staleVersion(version)
  }
}

/** Returns the annotation if the change is allowed; otherwise throws the reason. */
async function requireChangeable(ctx: Context, id: string, input: AnnotationChanges, ifVersion: number | undefined) {
  const abilities = await abilitiesOf(ctx)
  const current = await selectAnnotation(ctx.db, id, changeable(abilities, 'annotation', 'a', input))
  if (!current) throw notFound('Annotation')
  if (ifVersion !== undefined && current.version !== ifVersion) throw staleVersion(current.version)
  await requirePlace(ctx, 'annotation', input.projectId, async () => current.projectId)
  const { type = current.type, linkType = current.linkType } = input
  if (input.personaId !== undefined || input.type !== undefined || input.linkType !== undefined) {
    const persona = personaOf(input.personaId === undefined ? current.personaId : input.personaId, type, linkType)
    if (persona !== current.personaId) await projectsOfPersonas(ctx, abilities, [persona])
  }
  const { label = current.label } = input
  const personaId = input.personaId === undefined ? current.personaId : uuidIn(input.personaId)
  if (label !== current.label || personaId !== current.personaId)
    await refuseDeletedTypes(ctx, [{ type, label, personaId }])
  return current
}

/** Throws VALIDATION_ERROR, naming each type among the labels that was deleted from the ontology of its persona. */
async function refuseDeletedTypes(
  ctx: Context,
  rows: readonly { type: string; label: string; personaId: string | null }[],
  fieldOf = noPrefix,
): Promise<void> {
  const shown = rows.map(({ type, personaId, label }) => ({ label, personaId: type === 'type' ? personaId : null }))
  const deleted = await selectDeletedTypes(ctx.db, shown)
  const faults = deleted.slice(0, mostFaults).map(({ at, name }) => {
    return {
      field: `${fieldOf(at)}label`,
      message: `is the type ${name}, which was deleted from the persona's ontology`,
    }
  })
  if (faults.length) throw validation(faults)
}

/** Returns the text in the form of stored ids; null if it is not a UUID. */
const uuidIn = (text: string | null | undefined) => (text && isUuid(text) ? normalUuid(text) : null)

/**
 * Returns the persona of an annotation (AN-02). Object annotations may contain the video's id instead, which counts as
 * no persona; annotations of the type `type` need a persona. Throws VALIDATION_ERROR otherwise.
 */
function personaOf(id: string | null | undefined, type: string, linkType: string | null, before = ''): string | null {
  const field = `${before}personaId`
  const personaId = uuidIn(id)
  const isObject = type === 'object' || linkType !== null
  if (id && !personaId && !isObject) throw validation([{ field, message: 'must be a UUID' }])
  if (!personaId && type === 'type') throw validation([{ field, message: 'is required for annotations of type type' }])
  return personaId
}

/**
 * Returns the project that each annotation inherits from its persona (PR-17), or null. Throws NOT_FOUND for a persona
 * with which the user may not annotate.
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
