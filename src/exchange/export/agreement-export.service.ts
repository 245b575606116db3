import type { Static } from '@sinclair/typebox'
import { requireActor } from '../../access/actor.js'
import { argumentsOf } from '../../agreement/report.service.js'
import { unitsOnVideo } from '../../agreement/units.service.js'
import type { Context } from '../../context.js'
import { noteExport, type Export } from './export.service.js'
import type { exportAgreementQuery } from './export.shape.js'
import { withoutLineEnds } from './line-ends.js'

/**
 * Opens the export of what several personas say about the same tracks of a video, and records it in the log of changes.
 * It takes a place for exports until it is closed, and one for comparisons until the comparison is made. Throws
 * RATE_LIMITED if there is no place, VALIDATION_ERROR, NOT_FOUND and COST_LIMIT as `agreementOnVideo` does.
 */
export async function openAgreementExport(ctx: Context, query: Static<typeof exportAgreementQuery>): Promise<Export> {
  const { userId, isAdmin } = requireActor(ctx)
  const { videoId, ...rest } = query
  const input = argumentsOf(rest)
  const place = await ctx.admission.enter('export', userId, ctx.clientGone(), { isAdmin, hurry: () => ctx.hurry() })
  try {
    const { leftOut, body, position } = await unitsOnVideo(ctx, videoId, input)
    await noteExport(ctx, null, { contents: 'agreement', format: 'ndjson', filters: { videoId, ...input } })
    return {
      fileName: 'agreement.jsonl',
      contentType: 'application/x-ndjson; charset=utf-8',
      leftOut,
      counters: null,
      body: withoutLineEnds(body),
      position: async () => position,
      close: async () => place.leave(),
    }
  } catch (error) {
    place.leave()
    throw error
  }
}
