import { linkTypes } from '../../../annotations/annotation.shape.js'
import { frameOutOfRange } from '../../../annotations/sequences/sequence-check.js'
import { annotationKinds, annotationSources, knownWord } from '../../../lib/known-word.js'
import { isUuid } from '../../../lib/uuid.js'
import type { AnnotationLine } from '../../line.shape.js'
import { unknownKind } from './other-names.js'

/** The columns of an annotation besides its sequence (I-38). Words that differ in capitals only are understood. */
export function annotationColumns(data: AnnotationLine) {
  return {
    isObject: isObjectAnnotation(data),
    type: typeOf(data),
    linkType: linkTypeOf(data),
    confidence: data.confidence === undefined ? 1 : data.confidence,
    source: knownWord(data.source ?? 'import', annotationSources),
  }
}

/** What an annotation is about: the id of a type or object, or free text. */
export function labelOf(data: AnnotationLine): string | undefined {
  return data.typeAssignment?.typeId ?? data.objectLink?.objectId ?? (data.label || undefined)
}

/** What is wrong with an annotation that has the form of one; null if nothing is. */
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
 * The line's own linkType, even if it is null; else the type of the linked object, if it is a known one (I-38), or
 * `unknown`, for which the plan looks.
 */
function linkTypeOf(data: AnnotationLine): string | null {
  if (data.linkType !== undefined) return data.linkType
  if (!data.objectLink) return null
  const named = data.objectLink.objectType ?? 'entity'
  const known = knownWord(named, linkTypes)
  return linkTypes.find((one) => one === known) ?? (named === unknownKind ? unknownKind : null)
}
