import { validation } from '../../lib/errors.js'
import { isUuid, normalUuid } from '../../lib/uuid.js'
import { refuseUnstorableText } from '../../lib/validate.js'
import type { AnnotationScope } from './annotations.sql.js'
import type { ExportQuery } from './export.schema.js'

/**
 * The comma-separated filters of a query. A malformed persona id and an unknown annotation type are VALIDATION_ERROR
 * (X-02).
 */
export function readFilters(userId: string, query: ExportQuery): AnnotationScope {
  refuseUnstorableText(query)
  const personaIds = listOf(query.personaIds)
  if (!personaIds.every(isUuid))
    throw validation([{ field: 'personaIds', message: 'must be UUIDs separated by commas' }])
  const annotationTypes = listOf(query.annotationTypes).map((one) => {
    if (one === 'type' || one === 'object') return one
    throw validation([{ field: 'annotationTypes', message: 'must be type, object or both' }])
  })
  return {
    userId,
    personaIds: personaIds.map(normalUuid),
    videoIds: listOf(query.videoIds),
    annotationTypes: [...new Set(annotationTypes)],
  }
}

function listOf(text: string | undefined): string[] {
  return (text ?? '')
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean)
}
