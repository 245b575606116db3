import { isUuid, normalUuid } from '../../../lib/uuid.js'
import type { LineKind } from '../../line.shape.js'
import { timeOf } from './line-times.js'

const reviewedKinds: readonly LineKind[] = ['summary', 'claim', 'annotation']

/**
 * Returns the review of a line as the text of a JSON object `{state, by, at, note}`; null if the line has no review or
 * an open one. An invalid reviewer id or time becomes null.
 */
export function reviewOfLine(kind: LineKind, data: Record<string, unknown>): string | null {
  const { reviewState: state, reviewedBy: by, reviewedAt: at, reviewNote: note = null } = data
  if (!reviewedKinds.includes(kind) || (state !== 'accepted' && state !== 'rejected')) return null
  return JSON.stringify({ state, by: isUuid(by) ? normalUuid(by) : null, at: timeOf(at), note })
}
