import type { Context } from '../../context.js'
import { validation } from '../../lib/errors.js'
import type { KeyValue, ListOf, Page } from '../../lib/page.js'
import { normalUuid } from '../../lib/uuid.js'
import { compareOnVideo, type Compared, type Comparison } from '../comparison.service.js'
import { heaviestFirst, onPage, trackKinds, type DisagreementPage } from '../figures/disagreements.js'
import { argumentsOf, comparisonOf, inPlace } from '../report.service.js'
import { inThread } from '../threads/agreement-threads.js'
import { claimDisagreements } from './claim-disagreements.service.js'
import {
  claimKinds,
  disagreementKinds,
  type Disagreement,
  type DisagreementKind,
  type DisagreementsArguments,
  type DisagreementsQuery,
} from './disagreement.shape.js'

/** A disagreement with its place in the list. */
export type Listed = Disagreement & { key: string }

/** Returns the arguments in GraphQL that a query of REST means. */
export const wantedOf = ({ kinds, personaId, ...query }: DisagreementsQuery): DisagreementsArguments => ({
  ...argumentsOf(query),
  ...(kinds && { kinds }),
  ...(personaId !== undefined && { personaId }),
})

/**
 * Returns the list of disagreements of personas about a video, the heaviest first. Each page compares anew, so it shows
 * what holds now; a cursor is a weight and stays valid. Reading it throws what `agreementOnVideo` throws;
 * VALIDATION_ERROR for a persona in the filter that is not compared.
 */
export function disagreementsOnVideo(
  ctx: Context,
  videoId: string,
  { kinds, personaId, ...input }: DisagreementsArguments,
): ListOf<Listed> {
  const comparison = comparisonOf(input)
  const wanted = kinds?.length ? kinds : disagreementKinds
  const persona = personaId ? comparison.personaIds.indexOf(normalUuid(personaId)) : null
  if (persona === -1) throw validation([{ field: 'personaId', message: 'must be one of personaIds' }])
  const read = (page: DisagreementPage) =>
    inPlace(ctx, videoId, comparison.personaIds, (own, signal) =>
      pageOf(own, videoId, comparison, { kinds: wanted, persona, page }, signal),
    )
  let count: number | undefined
  return {
    name: 'disagreements',
    filter: { videoId, ...comparison, wanted, persona },
    kinds: ['number', 'text'],
    keyOf: ({ weight, key }) => [weight, key],
    async select(page) {
      const found = await read(boundsOf(page))
      count = found.count
      return found.rows
    },
    count: async () => count ?? (await read({ after: null, before: null, backward: false, limit: 1 })).count,
  }
}

const keyIn = (key: KeyValue[] | null) => key && ([key[0] as number, key[1] as string] as const)

const boundsOf = ({ after, before, backward, limit }: Page): DisagreementPage => ({
  after: keyIn(after),
  before: keyIn(before),
  backward,
  limit: limit + 1,
})

interface Wanted {
  kinds: readonly DisagreementKind[]
  persona: number | null
  page: DisagreementPage
}

async function pageOf(
  ctx: Context,
  videoId: string,
  comparison: Comparison,
  wanted: Wanted,
  signal: AbortSignal,
): Promise<{ rows: Listed[]; count: number }> {
  const { kinds, persona, page } = wanted
  const compared = await compareOnVideo(ctx, videoId, comparison, signal)
  const ofTracks = await trackDisagreements(compared, comparison, wanted, signal)
  const input = { videoId, personaIds: comparison.personaIds, reviewStates: comparison.states }
  const aboutClaims = claimKinds.filter((kind) => kinds.includes(kind))
  const claims = aboutClaims.length ? await claimDisagreements(ctx, input, compared.range, signal) : []
  const personaId = persona === null ? null : comparison.personaIds[persona]!
  const chosen = claims.filter(
    (one) =>
      kinds.includes(one.kind) &&
      (personaId === null ||
        one.missing.includes(personaId) ||
        one.things.some((thing) => thing.personaId === personaId)),
  )
  const rows = [...ofTracks.rows, ...onPage(chosen, page)].sort(heaviestFirst)
  if (page.backward) rows.reverse()
  return { rows: rows.slice(0, page.limit), count: ofTracks.count + chosen.length }
}

async function trackDisagreements(
  { annotations, tracks, labels, types, matches, segments, frames, conclusion }: Compared,
  { personaIds }: Comparison,
  { kinds, persona, page }: Wanted,
  signal: AbortSignal,
): Promise<{ rows: Listed[]; count: number }> {
  const wanted = { kinds: trackKinds.filter((kind) => kinds.includes(kind)), persona, page }
  const ids = annotations.map(({ id }) => id)
  const { classes, units } = conclusion
  const task = { tracks, ids, labels, classes, units, matches, segments, frames: frames.count, wanted }
  const { rows, count } = await inThread('disagreementsOf', task, signal)
  const thingOf = (track: number) => {
    const { id, personaId, isObject } = annotations[track]!
    const { id: label, value } = labels[tracks.label[track]!]!
    const text = isObject ? label : types[value]!.name
    return { kind: 'annotation' as const, id, personaId, summaryId: null, text }
  }
  return {
    rows: rows.map(({ tracks: own, missing, ...rest }) => ({
      ...rest,
      things: own.map(thingOf),
      missing: missing.map((at) => personaIds[at]!),
    })),
    count,
  }
}
