import { linkTypes } from '../../../annotations/annotation.shape.js'
import { frameOutOfRange } from '../../../annotations/sequences/sequence-check.js'
import { annotationKinds, annotationSources, knownWord } from '../../../lib/known-word.js'
import { isUuid } from '../../../lib/uuid.js'
import type { AnnotationLine } from '../../line.shape.js'
import { unknownKind } from './other-names.js'

/** Returns the columns of an annotation other than its sequence (I-38). Words are recognised regardless of capitals. */
export function annotationColumns(data: AnnotationLine) {
  return {
    isObject: isObjectAnnotation(data),
    type: typeOf(data),
    linkType: linkTypeOf(data),
    confidence: data.confidence === undefined ? 1 : data.confidence,
    source: knownWord(data.source ?? 'import', annotationSources),
    number: numberOf(data),
  }
}

/** The highest number that a file can give a track, so that no file uses up the numbers of a video. */
const highestNumber = 1_000_000

/** Returns the number of the track in its video; null if the value cannot be the number of a track. */
function numberOf({ number }: AnnotationLine): number | null {
  const isOne = typeof number === 'number' && Number.isInteger(number) && number >= 1 && number <= highestNumber
  return isOne ? number : null
}

/** Returns the label of an annotation: the id of a type or object, or free text. */
export function labelOf(data: AnnotationLine): string | undefined {
  return data.typeAssignment?.typeId ?? data.objectLink?.objectId ?? (data.label || undefined)
}

/** Returns the fault of an annotation that has a valid form; null if it has none. */
export function annotationFault(data: AnnotationLine): string | null {
  if (!labelOf(data)) return 'typeAssignment.typeId or objectLink.objectId: is required'
  if (data.personaId && !isUuid(data.personaId) && !isObjectAnnotation(data)) return 'personaId: must be a UUID'
  const frame = frameOutOfRange(data.boundingBoxSequence)
  return frame && `boundingBoxSequence.${frame}`
}

function isObjectAnnotation(data: AnnotationLine): boolean {
  return typeOf(data) === 'object' || linkTypeOf(data) !== null
}

function typeOf(data: AnnotationLine): string {
  return knownWord(data.type ?? data.annotationType ?? (data.objectLink ? 'object' : 'type'), annotationKinds)
}

/**
 * Returns the line's own linkType, even if it is null; else the type of the linked object, if it is a known one (I-38),
 * or `unknown`, which the plan resolves.
 */
function linkTypeOf(data: AnnotationLine): string | null {
  if (data.linkType !== undefined) return data.linkType
  if (!data.objectLink) return null
  const named = data.objectLink.objectType ?? 'entity'
  const word = knownWord(named, linkTypes)
  return linkTypes.find((one) => one === word) ?? (named === unknownKind ? unknownKind : null)
}
