import type { Static } from '@sinclair/typebox'
import { contentTypes } from '../../access/vocabulary.js'
import type { Context } from '../../context.js'
import { exportSize } from '../export-size.js'
import type { ContentCounts, exportStats as exportStatsShape } from '../exchange.shape.js'
import { annotationsOf, selectAnnotationCounters } from './annotations.sql.js'
import { exportFiles } from './export.shape.js'
import { fileSizes } from './file-sizes.js'
import { readFilters, type GivenFilters } from './filter.js'
import { warningBytes, warningText } from './limits.js'
import { withReviews } from './reviews.sql.js'
import { rowsOf, scopeOf } from './scope.service.js'
import type { ScopeQuery } from './scope.js'
import { selectContentCounts } from './stats.sql.js'

/** The counts of an export's content, and its size, estimated by the weights of X-14. */
export type ExportStats = Static<typeof exportStatsShape>

/**
 * All kinds except annotations: the targets of annotations are looked up only to name them in the lines, which changes
 * no count.
 */
const named = contentTypes.filter((kind) => kind !== 'annotation')

/**
 * Counts the content that a full export with the same scope and filters would have, at one moment. Invalid
 * sequences are counted and cause no error. The scope causes the same errors as in exports.
 */
export async function exportStats(ctx: Context, query: GivenFilters & ScopeQuery): Promise<ExportStats> {
  const { flags, annotations: chosen, reviewStates } = readFilters(query)
  ctx.budget.requirePlace()
  const mode = {
    interpolated: flags.includeInterpolated,
    gaps: flags.includeInvisible,
    skipInvalid: false,
    boxes: 'keyframes',
  } as const
  const scope = await scopeOf(ctx, query, exportFiles.all.contents)
  const snapshot = ctx.db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
  const { counts, counters, sizes } = await snapshot.execute(async (db) => {
    const ofScope = await rowsOf(ctx, async (statement) => (await statement.execute(db)).rows, scope, named)
    const rows = withReviews(ofScope, reviewStates)
    const counts = (await selectContentCounts(rows).execute(db)).rows[0] as ContentCounts
    const annotations = annotationsOf(rows, chosen)
    return {
      counts,
      counters: (await selectAnnotationCounters(annotations, mode).execute(db)).rows[0],
      sizes: await fileSizes(async (statement) => (await statement.execute(db)).rows, rows, counts, annotations),
    }
  })
  const { annotations = 0, sequences = 0, keyframes = 0, interpolated = 0 } = counters ?? {}
  const { systemPersonaCount: _included, ...objects } = counts
  const others = Object.values(objects).reduce((sum, count) => sum + count, 0)
  const totalSize = exportSize({ annotations, keyframes, interpolated, others })
  return {
    ...counts,
    annotationCount: annotations,
    sequenceCount: sequences,
    keyframeCount: keyframes,
    interpolatedFrameCount: interpolated,
    fileSizes: sizes,
    totalSize,
    totalSizeMB: `${(totalSize / 1_048_576).toFixed(2)}MB`,
    ...(totalSize > warningBytes && { warning: warningText }),
  }
}
