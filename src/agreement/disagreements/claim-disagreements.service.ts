import { frameAt, type FrameClock } from '@parallax/shared/frame-clock.js'
import type { Context } from '../../context.js'
import { probesOfVideos } from '../../videos/files/frame.service.js'
import { alignClaims, type ClaimsToAlign } from '../claims/claim-alignment.service.js'
import { countOf, firstAtOrAfter, lastAtOrBefore, type ComparedFrames } from '../figures/frames.js'
import type { ComparedClaim } from '../claims/statements.js'
import type { claimKinds, Unsettled } from './disagreement.shape.js'

/** A disagreement between claims with its place in the list. */
export type ClaimDisagreement = Unsettled & { kind: (typeof claimKinds)[number]; key: string }

/** The extent of a claim that cites no evidence. */
const usualExtent = 0.01
/** The severity of a claim without a confidence that only one persona makes. */
const usualConfidence = 0.5

/**
 * Returns the disagreements between the claims of personas: pairs that say the opposite, and claims to which no other
 * persona makes an equal or opposite one.
 */
export async function claimDisagreements(
  ctx: Context,
  input: ClaimsToAlign,
  frames: ComparedFrames,
  signal: AbortSignal,
): Promise<ClaimDisagreement[]> {
  const { alignment, claims } = await alignClaims(ctx, input, signal)
  const all = new Map([...claims.values()].flat().map((claim) => [claim.id, claim]))
  const [probed] = await probesOfVideos(ctx, [input.videoId])
  const made = (
    kind: ClaimDisagreement['kind'],
    ids: readonly string[],
    severityOf: (claim: ComparedClaim) => number,
  ) => {
    const things = ids.map((id) => all.get(id)!).sort((a, b) => a.age - b.age)
    const cited = things.map((claim) => framesOf(claim, probed?.clock ?? null, frames)).reduce(united)
    const extent = cited?.count ? cited.count / countOf(frames) : usualExtent
    const severity = severityOf(things[0]!)
    const present = new Set(things.map(({ personaId }) => personaId))
    return {
      kind,
      weight: extent * severity,
      extent,
      severity,
      key: [kind, ...things.map(({ id }) => id)].join(' '),
      things: things.map(({ id, personaId, summaryId, version, text }) => ({
        kind: 'claim' as const,
        id,
        personaId,
        summaryId,
        version,
        text,
      })),
      missing: kind === 'claim' ? input.personaIds.filter((id) => !present.has(id)) : [],
      first: cited?.first ?? null,
      last: cited?.last ?? null,
    }
  }
  const opposed = alignment.pairs.flatMap((pair) => pair.opposedClaims)
  const answered = new Set(
    [...opposed, ...alignment.pairs.flatMap((pair) => pair.sameClaims)].flatMap(({ first, second }) => [first, second]),
  )
  const alone = [...all.keys()].filter((id) => !answered.has(id))
  return [
    ...opposed.map(({ first, second }) => made('opposed', [first, second], () => 1)),
    ...alone.map((id) => made('claim', [id], ({ confidence }) => confidence ?? usualConfidence)),
  ]
}

interface Cited {
  count: number
  first: number
  last: number
}

/** Returns the frames that the evidence of a claim names, and how many of them are compared; null without evidence. */
function framesOf({ evidence }: ComparedClaim, clock: FrameClock | null, frames: ComparedFrames): Cited | null {
  if (!evidence) return null
  const spans = [...evidence.frames].map((frame): [number, number] => [frame, frame])
  if (clock) for (const [start, end] of evidence.times) spans.push([frameAt(clock, start), frameAt(clock, end)])
  spans.sort((a, b) => a[0] - b[0])
  let [count, last] = [0, -1]
  for (const [from, to] of spans) {
    const since = firstAtOrAfter(frames, Math.max(from, last + 1))
    count += Math.max(0, (lastAtOrBefore(frames, to) - since) / frames.step + 1)
    last = Math.max(last, to)
  }
  return spans.length ? { count, first: spans[0]![0], last } : null
}

/** Returns the larger evidence of two, over the frames of both. */
function united(one: Cited | null, other: Cited | null): Cited | null {
  if (!one || !other) return one ?? other
  return {
    count: Math.max(one.count, other.count),
    first: Math.min(one.first, other.first),
    last: Math.max(one.last, other.last),
  }
}
