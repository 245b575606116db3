import { abilitiesOf } from '../../access/abilities.js'
import { requireActor } from '../../access/actor.js'
import type { Context } from '../../context.js'
import { AppError, notFound } from '../../lib/errors.js'
import { rewriteGloss, unknownThing } from '../../documents/gloss.js'
import type { JsonObject } from '../../lib/json-walk.js'
import type { TypeKind } from '../../personas/type-kinds.js'
import { isUuid, normalUuid } from '../../lib/uuid.js'
import { shownKinds, typesForLabels, type TypeOfLabel } from '../../personas/label-types.service.js'
import { typesOfPersonas } from '../../personas/ontology.service.js'
import { getPersona } from '../../personas/persona.service.js'
import { clockMember } from '../../videos/files/frame.service.js'
import { namedFault } from '../../videos/named-fault.js'
import { getVideo, modelVideo } from '../../videos/video.service.js'
import { vocabularyMember } from '../../videos/vocabulary.service.js'
import { detectionQuery, type Named, type QueryVocabulary } from './detect-query.js'
import type { DetectInput, QueryOptions } from './detect.shape.js'
import { selectWorldObjects } from './detect.sql.js'

/** An object that the model found on a frame, and its type in the ontology of the persona. */
export interface Detection extends TypeOfLabel {
  label: string
  /** Fractions of the picture's width and height, 0 to 1, as the model returns them. */
  boundingBox: { x: number; y: number; width: number; height: number }
  x: number
  y: number
  width: number
  height: number
  confidence: number
  trackId: string | null
}

/** The answer of a detection. */
export interface DetectionResult {
  id: string
  videoId: string
  query: string
  /** In pixels of the video as displayed; null if the model service does not return it. */
  videoWidth: number | null
  videoHeight: number | null
  totalDetections: number
  /** In seconds. */
  processingTime: number
  frames: { frameNumber: number; timestamp: number; detections: Detection[] }[]
}

/**
 * Asks the model service to find what a query or a persona's vocabulary names, in frames of a video that the actor may
 * see (V-16 to V-20). Stores nothing. Throws VALIDATION_ERROR without a query or persona and for an empty query,
 * NOT_FOUND for the video or persona, and the faults of the model service. A job passes the signal that ends it.
 */
export async function detectObjects(
  ctx: Context,
  videoId: string,
  input: DetectInput,
  signal = ctx.clientGone(),
): Promise<DetectionResult> {
  const manual = input.manualQuery?.trim() || null
  if (!manual && !input.personaId) throw new AppError('VALIDATION_ERROR', 'personaId or manualQuery is required')
  const video = await getVideo(ctx, videoId)
  const query = await queryOf(ctx, input.personaId ?? null, manual, input.queryOptions ?? {})
  const types = await typesForLabels(ctx, input.personaId ?? null, kindsFor(manual ? {} : (input.queryOptions ?? {})))
  const frames = input.frameNumbers ?? (input.frame != null ? [input.frame] : [])
  const request = {
    video_id: videoId,
    query,
    ...(await modelVideo(ctx, video)),
    ...(await clockMember(ctx, video.id)),
    frame_numbers: frames,
    confidence_threshold: input.confidenceThreshold ?? 0.3,
    enable_tracking: input.enableTracking ?? false,
    ...(await vocabularyMember(ctx)),
    ...types.member,
  }
  const options = { signal, waits: ctx.budget.person }
  const answer = await ctx.modelService.ask('detect', request, options).catch((error: unknown) => {
    throw error instanceof AppError && error.code === 'NOT_FOUND' ? notFound('Video') : namedFault(error)
  })
  const typeOf = types.typesFrom(answer.type_labels)
  return {
    id: answer.id,
    videoId,
    query: answer.query,
    videoWidth: answer.video_width ?? null,
    videoHeight: answer.video_height ?? null,
    totalDetections: answer.total_detections,
    processingTime: answer.processing_time,
    frames: answer.frames.map(({ frame_number, timestamp, detections }) => ({
      frameNumber: frame_number,
      timestamp,
      detections: detections.map(({ label, bounding_box: { x, y, width, height }, confidence, track_id = null }) => ({
        label,
        boundingBox: { x, y, width, height },
        x,
        y,
        width,
        height,
        confidence,
        trackId: track_id,
        ...typeOf(label),
      })),
    })),
  }
}

/**
 * Returns the kinds of types that a detection may have: first those that the query names; event types only if named.
 */
function kindsFor({ includeEntityTypes = true, includeRoleTypes, includeEventTypes }: QueryOptions): TypeKind[] {
  const named: TypeKind[] = [
    ...(includeEntityTypes ? (['entity'] as const) : []),
    ...(includeRoleTypes ? (['role'] as const) : []),
    ...(includeEventTypes ? (['event'] as const) : []),
  ]
  return [...new Set([...named, ...shownKinds])]
}

async function queryOf(
  ctx: Context,
  personaId: string | null,
  manual: string | null,
  options: QueryOptions,
): Promise<string> {
  const persona = personaId === null ? null : await getPersona(ctx, personaId)
  if (manual !== null) return manual
  const query = persona && detectionQuery(persona, await vocabularyOf(ctx, persona), options)
  if (!query) throw emptyQuery()
  return query
}

/**
 * Returns the error for an empty query: the persona has nothing of the kinds that the options include. The message
 * lists alternatives.
 */
function emptyQuery(): AppError {
  const message =
    'Detection query is empty: the persona has nothing of the kinds that queryOptions include. ' +
    'Add types to its ontology, include other kinds, or say in manualQuery what to find'
  return new AppError('VALIDATION_ERROR', message)
}

async function vocabularyOf(ctx: Context, persona: { id: string; projectId: string | null }): Promise<QueryVocabulary> {
  const [types = []] = await typesOfPersonas(ctx, [persona.id])
  const objects = await selectWorldObjects(ctx.db, await abilitiesOf(ctx), requireActor(ctx).userId, persona.projectId)
  // In descriptions, references are replaced by the names of their targets.
  const names = new Map<string, string>()
  for (const { kind, typeId, name } of types) {
    names.set(`typeRef/${kind}/${typeId}`, name)
    if (!names.has(`typeRef/${typeId}`)) names.set(`typeRef/${typeId}`, name)
  }
  for (const { kind, key, name, body } of objects) {
    names.set(`objectRef/${kind}/${key}`, name ?? timeName(body))
    if (!names.has(`objectRef/${key}`)) names.set(`objectRef/${key}`, name ?? timeName(body))
  }
  const named = (gloss: unknown) =>
    rewriteGloss(gloss, (item) => {
      const { type, content, refType, refPersonaId } = item
      const whose = typeof refPersonaId === 'string' && refPersonaId ? normalUuid(refPersonaId) : persona.id
      // Descriptions are stored as sent, so the kind may be null or not a string.
      const kind = typeof refType === 'string' ? refType.replace(/-object$/, '').replace('location', 'entity') : ''
      const isOther = type === 'typeRef' && whose !== persona.id
      const name = isOther ? undefined : (names.get(`${type}/${kind}/${content}`) ?? names.get(`${type}/${content}`))
      if (name !== undefined) return { type: 'text', content: name }
      return type !== 'text' && isUuid(content) ? { type: 'text', content: unknownThing } : item
    })
  const typesNamed = (kind: string): Named[] =>
    types
      .filter((type) => type.kind === kind)
      .map(({ name, body }) => ({ name, gloss: named(glossIn(body, 'gloss', 'definition')) }))
  const objectsNamed = (kind: string, isLocation = false): Named[] =>
    objects
      .filter((object) => object.kind === kind && (kind !== 'entity' || isLocation === isPlace(object.body)))
      .map(({ name, body }) => ({ name: name ?? timeName(body), gloss: named(glossIn(body, 'description')) }))
  return {
    entityTypes: typesNamed('entity'),
    eventTypes: typesNamed('event'),
    roleTypes: typesNamed('role'),
    relationTypes: typesNamed('relation'),
    entities: objectsNamed('entity'),
    events: objectsNamed('event'),
    locations: objectsNamed('entity', true),
    times: objectsNamed('time'),
  }
}

function glossIn(body: unknown, ...keys: string[]): unknown {
  return keys.map((key) => (body as JsonObject)[key]).find((value) => value !== undefined && value !== null)
}

/** Returns whether the body is that of a location, an entity with a `locationType` (RF-13). */
function isPlace(body: unknown): boolean {
  return (body as JsonObject)['locationType'] !== undefined
}

/** Returns the label of a time, which has no name of its own, else its moment. */
function timeName(body: unknown): string {
  const { label, value, timestamp, start, startTime } = body as JsonObject
  const named = [label, value, timestamp, start, startTime].find((one) => typeof one === 'string' && one !== '')
  return typeof named === 'string' ? named : ''
}
