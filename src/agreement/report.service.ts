import { requireActor } from '../access/actor.js'
import type { Context } from '../context.js'
import { databaseWithin } from '../database/driver/driver.js'
import { notFound, validation } from '../lib/errors.js'
import { unlimited } from '../lib/fairness/budget.js'
import { normalUuid } from '../lib/uuid.js'
import { parse } from '../lib/validate.js'
import { personasByIds } from '../personas/persona.service.js'
import { getVideo } from '../videos/video.service.js'
import {
  agreementArguments,
  fewestPersonas,
  mostPersonas,
  type AgreementArguments,
  type AgreementQuery,
  type VideoAgreement,
  type WholeAgreement,
} from './agreement.shape.js'
import { alignClaims } from './claims/claim-alignment.service.js'
import { compareOnVideo, type Comparison } from './comparison.service.js'

/** Returns the arguments in GraphQL that a query of REST means. */
export const argumentsOf = ({ reviewState, ...rest }: AgreementQuery): AgreementArguments => ({
  ...rest,
  ...(reviewState && { reviewStates: reviewState }),
})

/**
 * Returns what the arguments ask for; GraphQL sends null for an absent one. Throws VALIDATION_ERROR for fewer than 2 or
 * more than 20 different personas, for ids that are no UUIDs, for values out of their bounds, and for a range of frames
 * that ends before it begins.
 */
export function comparisonOf(input: AgreementArguments): Comparison {
  const present = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null && value !== undefined))
  const {
    minIou = 0.5,
    seed = 1,
    step = 1,
    from = 0,
    to,
    reviewStates: states,
    ...rest
  } = parse(agreementArguments, present)
  const personaIds = [...new Set(rest.personaIds.map(normalUuid))]
  if (personaIds.length < fewestPersonas || personaIds.length > mostPersonas)
    throw validation([
      { field: 'personaIds', message: `must name ${fewestPersonas} to ${mostPersonas} different personas` },
    ])
  if (to !== undefined && from > to) throw validation([{ field: 'from', message: 'must not be after `to`' }])
  return { personaIds, states: states?.length ? states : ['open', 'accepted'], minIou, seed, step, from, to }
}

/**
 * Returns how far personas agree about a video (docs/agreement.md). Only what the actor may read is compared. People
 * take turns; the work is done in worker threads and ends when the client disconnects. Throws NOT_FOUND for a video or
 * persona that is unknown or that the actor may not read, and COST_LIMIT, which names `step`, for more than 200 million
 * boxes.
 */
export async function agreementOnVideo(
  ctx: Context,
  videoId: string,
  input: AgreementArguments,
): Promise<VideoAgreement> {
  const comparison = comparisonOf(input)
  return inPlace(ctx, videoId, comparison.personaIds, async (own, signal) => {
    const { personaIds, minIou } = comparison
    const { frames, pairs, conclusion, leftOut, position } = await compareOnVideo(own, videoId, comparison, signal)
    const { units: _units, classes: _classes, ...figures } = conclusion
    return { videoId, personaIds, frames, minIou, pairs, ...figures, leftOut, position }
  })
}

/** Returns the same with how far the claims agree. */
export async function wholeAgreementOnVideo(
  ctx: Context,
  videoId: string,
  input: AgreementArguments,
): Promise<WholeAgreement> {
  const report = await agreementOnVideo(ctx, videoId, input)
  return { ...report, claims: await claimAgreementOnVideo(ctx, videoId, input) }
}

/** Returns how far the claims of personas about a video agree, in numbers. Throws what `agreementOnVideo` throws. */
export async function claimAgreementOnVideo(
  ctx: Context,
  videoId: string,
  input: Pick<AgreementArguments, 'personaIds' | 'reviewStates'>,
): Promise<WholeAgreement['claims']> {
  const { personaIds, states } = comparisonOf(input)
  const act = (own: Context, signal: AbortSignal) =>
    alignClaims(own, { videoId, personaIds, reviewStates: states }, signal)
  const { alignment } = await inPlace(ctx, videoId, personaIds, act)
  const pairs = alignment.pairs.map(({ personas, first, second, same, opposed, onlyFirst, onlySecond, f1 }) => ({
    ...{ personas, first, second, same, opposed, onlyFirst, onlySecond, f1 },
  }))
  return { ...alignment, pairs }
}

/** Returns the personas; throws NOT_FOUND for a video or persona that the actor may not read. */
export async function requireComparable(ctx: Context, videoId: string, personaIds: readonly string[]) {
  await getVideo(ctx, videoId)
  return requirePersonas(ctx, personaIds)
}

/**
 * Runs a comparison of personas on a video in a place for comparisons, which people take in turns. `act` gets a context
 * whose rows are not limited, and the personas in the order of their ids. Throws NOT_FOUND for a video or persona that
 * the actor may not read.
 */
export async function inPlace<T>(
  ctx: Context,
  videoId: string,
  personaIds: readonly string[],
  act: (ctx: Context, signal: AbortSignal, personas: readonly { name: string; role: string }[]) => Promise<T>,
): Promise<T> {
  const { isAdmin } = requireActor(ctx)
  const personas = await requireComparable(ctx, videoId, personaIds)
  const signal = ctx.clientGone()
  const place = await ctx.admission.enter('agreement', ctx.budget.person, signal, { isAdmin })
  // What is compared is far more than the answer, so it does not count against the rows of the request.
  const budget = unlimited(ctx.budget.person)
  signal.addEventListener('abort', () => budget.end(signal.reason as Error), { once: true })
  try {
    return await act({ ...ctx, budget, db: databaseWithin(ctx.db, budget) }, signal, personas)
  } finally {
    place.leave()
  }
}

/** Returns the personas, in the order of their ids. Throws NOT_FOUND for one that the actor may not read. */
export async function requirePersonas(ctx: Context, ids: readonly string[]) {
  const personas = (await personasByIds(ctx, ids)).filter((persona) => persona !== undefined)
  if (personas.length < ids.length) throw notFound('Persona')
  return personas
}
