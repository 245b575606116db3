import { type Context, transaction } from '../../context.js'
import { AppError, validation, type FieldError } from '../../lib/errors.js'
import { typesOfPersonas } from '../../personas/ontology.service.js'
import { createAnnotations, requireAnnotating } from '../annotation-write.service.js'
import { mostAdopted, type AdoptInput } from '../tracks/track.shape.js'

/**
 * Stores the result of a detection as annotations, all or none: one for each track id, with a keyframe for each of its
 * boxes, and one for each box without a track id. Annotations of types are labelled with the type that the detection
 * names. Returns their ids, so that the client can undo the act by deleting them. Throws VALIDATION_ERROR for too many
 * boxes and for types that the persona does not have.
 */
export async function adoptDetections(ctx: Context, videoId: string, input: AdoptInput): Promise<string[]> {
  const count = input.frames.reduce((sum, { detections }) => sum + detections.length, 0)
  if (count > mostAdopted) throw new AppError('VALIDATION_ERROR', `At most ${mostAdopted} boxes are adopted at once`)
  const each = await annotationsOfDetections(ctx, videoId, input)
  return transaction(ctx, (tx) => createAnnotations(tx, each))
}

/**
 * Returns the annotations for detections; throws like `adoptDetections`, but without a limit on the number of boxes.
 */
export async function annotationsOfDetections(ctx: Context, videoId: string, input: AdoptInput) {
  const { label, videoWidth, videoHeight, frames, ...fields } = input
  const shared = { ...fields, videoId, source: 'detection' }
  const { personaId } = await requireAnnotating(ctx, shared)
  const labelOf = label === undefined && fields.type === 'type' ? await typeLabelled(ctx, personaId, input) : seenLabel
  const things = new Map<string, { label: string; boxes: AdoptedBox[]; on: Set<number>; trackId: string | null }>()
  const twice: FieldError[] = []
  for (const [at, { frameNumber, detections }] of frames.entries()) {
    for (const [number, detection] of detections.entries()) {
      const { boundingBox: box, confidence, trackId = null } = detection
      const key = trackId === null ? `alone ${at} ${number}` : `track ${trackId}`
      const thing = things.get(key) ?? { label: label ?? labelOf(detection), boxes: [], on: new Set(), trackId }
      things.set(key, thing)
      if (thing.on.has(frameNumber))
        twice.push({
          field: `frames.${at}.detections.${number}.trackId`,
          message: `Track ${trackId} has two boxes on frame ${frameNumber}`,
        })
      thing.on.add(frameNumber)
      thing.boxes.push({
        frameNumber,
        x: hundredths(box.x * videoWidth),
        y: hundredths(box.y * videoHeight),
        width: Math.max(leastSide, hundredths(box.width * videoWidth)),
        height: Math.max(leastSide, hundredths(box.height * videoHeight)),
        isKeyframe: true,
        ...(confidence != null && { confidence }),
      })
    }
  }
  if (twice.length) throw validation(twice)
  return [...things.values()].map(({ label: named, boxes, trackId }) => {
    boxes.sort((a, b) => a.frameNumber - b.frameNumber)
    const sure = boxes.flatMap(({ confidence }) => (confidence === undefined ? [] : [confidence]))
    const mean = sure.length ? sure.reduce((sum, one) => sum + one, 0) / sure.length : null
    const sequence = { boxes, interpolationSegments: [], visibilityRanges: [], ...(trackId !== null && { trackId }) }
    return { ...shared, label: named, frames: sequence, confidence: mean }
  })
}

type AdoptedDetection = AdoptInput['frames'][number]['detections'][number]

const seenLabel = ({ label }: AdoptedDetection): string => label

/**
 * Returns the function that labels annotations with the types that their detections name. Throws VALIDATION_ERROR for
 * types that the persona does not have.
 */
async function typeLabelled(ctx: Context, personaId: string | null | undefined, { frames }: AdoptInput) {
  const adopted = frames.flatMap(({ detections }, at) =>
    detections.flatMap(({ typeId }, number) =>
      typeId == null ? [] : [{ typeId, field: `frames.${at}.detections.${number}.typeId` }],
    ),
  )
  const [types = []] = adopted.length && personaId ? await typesOfPersonas(ctx, [personaId]) : []
  const typeIds = new Set(types.map(({ typeId }) => typeId))
  const unknown = adopted.filter(({ typeId }) => !typeIds.has(typeId)).slice(0, mostFaults)
  if (unknown.length) throw validation(unknown.map(({ field }) => ({ field, message: 'is no type of the persona' })))
  return ({ typeId, label }: AdoptedDetection) => typeId ?? label
}

/** The maximum number of faults that one answer lists. */
const mostFaults = 100

/** In pixels; a smaller box would vanish when it is rounded. */
const leastSide = 0.01

interface AdoptedBox {
  frameNumber: number
  x: number
  y: number
  width: number
  height: number
  isKeyframe: true
  confidence?: number
}

function hundredths(pixels: number): number {
  return Math.round(pixels * 100) / 100
}
