import { requireActor } from '../../access/actor.js'
import type { AgreementArguments } from '../../agreement/agreement.shape.js'
import { unitsOnVideo } from '../../agreement/units.service.js'
import type { Context } from '../../context.js'
import { noteExport, type Export } from './export.service.js'
import { withoutLineEnds } from './line-ends.js'

/**
 * Opens the export of what several personas say about the same tracks of a video. It takes a place for exports until it
 * is closed, and one for comparisons until the comparison is made. Throws RATE_LIMITED if there is no place,
 * VALIDATION_ERROR, NOT_FOUND and COST_LIMIT as `agreementOnVideo` does.
 */
export async function openAgreementExport(ctx: Context, videoId: string, input: AgreementArguments): Promise<Export> {
  const { userId, isAdmin } = requireActor(ctx)
  const place = await ctx.admission.enter('export', userId, ctx.clientGone(), { isAdmin, hurry: () => ctx.hurry() })
  try {
    const { leftOut, body, position } = await unitsOnVideo(ctx, videoId, input)
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

/** Opens the same for a download, and records in the log of changes that the caller exports it. */
export async function openStreamedAgreement(ctx: Context, videoId: string, input: AgreementArguments): Promise<Export> {
  const made = await openAgreementExport(ctx, videoId, input)
  try {
    await noteExport(ctx, null, { contents: 'agreement', format: 'ndjson', filters: { videoId, ...input } })
  } catch (error) {
    await made.close()
    throw error
  }
  return made
}
