import type { Context } from '../../context.js'
import { validation } from '../../lib/errors.js'
import type { KeyValue, ListOf, Page } from '../../lib/page.js'
import { normalUuid } from '../../lib/uuid.js'
import { compareOnVideo, type Compared, type Comparison } from '../comparison.service.js'
import { heaviestFirst, onPage, trackKinds, type DisagreementPage } from '../figures/disagreements.js'
import { argumentsOf, comparisonOf, inPlace } from '../report.service.js'
import { inThread } from '../threads/agreement-threads.js'
import { standingDecisions } from '../decisions/decision.service.js'
import type { DecidedThing } from '../decisions/decision.shape.js'
import { claimDisagreements } from './claim-disagreements.service.js'
import {
  claimKinds,
  disagreementKinds,
  type Disagreement,
  type DisagreementKind,
  type DisagreementsArguments,
  type DisagreementsQuery,
  type Unsettled,
} from './disagreement.shape.js'

/** A disagreement with its place in the list. */
export type Listed = Disagreement & { key: string }
type Found = Unsettled & { key: string }

/** Returns the arguments in GraphQL that a query of REST means. */
export function wantedOf({
  kinds,
  personaId,
  state,
  intoPersonaId,
  ...query
}: DisagreementsQuery): DisagreementsArguments {
  return {
    ...argumentsOf(query),
    ...(kinds && { kinds }),
    ...(personaId !== undefined && { personaId }),
    ...(state && { state }),
    ...(intoPersonaId !== undefined && { intoPersonaId }),
  }
}

/**
 * Returns the list of disagreements of personas about a video, the heaviest first. Each page compares anew, so it shows
 * what holds now; a cursor is a weight and stays valid. Reading it throws what `agreementOnVideo` throws;
 * VALIDATION_ERROR for a persona in the filter that is not compared, and NOT_FOUND for an `intoPersonaId` that the
 * actor may not read.
 */
export function disagreementsOnVideo(
  ctx: Context,
  videoId: string,
  { kinds, personaId, state, intoPersonaId, ...input }: DisagreementsArguments,
): ListOf<Listed> {
  const comparison = comparisonOf(input)
  const wanted = kinds?.length ? kinds : disagreementKinds
  const persona = personaId ? comparison.personaIds.indexOf(normalUuid(personaId)) : null
  if (persona === -1) throw validation([{ field: 'personaId', message: 'must be one of personaIds' }])
  const isSettled = state ? state === 'settled' : null
  const into = intoPersonaId ? normalUuid(intoPersonaId) : undefined
  const read = (page: DisagreementPage) =>
    inPlace(ctx, videoId, comparison.personaIds, (own, signal) =>
      pageOf(own, videoId, comparison, { kinds: wanted, persona, isSettled, into, page }, signal),
    )
  let count: number | undefined
  return {
    name: 'disagreements',
    filter: { videoId, ...comparison, wanted, persona, isSettled, into },
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
  isSettled: boolean | null
  into: string | undefined
  page: DisagreementPage
}

async function pageOf(
  ctx: Context,
  videoId: string,
  comparison: Comparison,
  wanted: Wanted,
  signal: AbortSignal,
): Promise<{ rows: Listed[]; count: number }> {
  const { kinds, persona, isSettled, into, page } = wanted
  const decisions = await standingDecisions(ctx, videoId, into)
  const compared = await compareOnVideo(ctx, videoId, comparison, signal)
  const ofAnnotations = settledBy(decisions, new Map(compared.annotations.map(({ id, version }) => [id, version])))
  const ofTracks = await trackDisagreements(compared, comparison, wanted, ofAnnotations, signal)
  const input = { videoId, personaIds: comparison.personaIds, reviewStates: comparison.states }
  const aboutClaims = claimKinds.filter((kind) => kinds.includes(kind))
  const claims = aboutClaims.length ? await claimDisagreements(ctx, input, compared.range, signal) : []
  const versions = new Map(claims.flatMap(({ things }) => things.map(({ id, version }) => [id, version])))
  const ofClaims = settledBy(decisions, versions)
  const personaId = persona === null ? null : comparison.personaIds[persona]!
  const chosen = claims.filter(
    (one) =>
      kinds.includes(one.kind) &&
      (isSettled === null || ofClaims.has(one.key) === isSettled) &&
      (personaId === null ||
        one.missing.includes(personaId) ||
        one.things.some((thing) => thing.personaId === personaId)),
  )
  const rows: Found[] = [...ofTracks.rows, ...onPage(chosen, page)].sort(heaviestFirst)
  if (page.backward) rows.reverse()
  const settled = rows.slice(0, page.limit).map((row) => {
    const decision = ofAnnotations.get(row.key) ?? ofClaims.get(row.key) ?? null
    return { ...row, state: decision ? ('settled' as const) : ('open' as const), decision }
  })
  return { rows: settled, count: ofTracks.count + chosen.length }
}

type Decisions = Awaited<ReturnType<typeof standingDecisions>>

/**
 * Returns the decisions that settle a disagreement, by its key: the newest of those that were made about the current
 * versions of all their things.
 */
function settledBy(decisions: Decisions, versions: ReadonlyMap<string, number>) {
  const standing = decisions.filter(({ things }) =>
    (things as DecidedThing[]).every(({ id, version }) => versions.get(id) === version),
  )
  return new Map(
    standing
      .reverse()
      .map(({ thingKey, id, personaId, adoptedId, copyId, note, createdBy, createdAt }) => [
        thingKey,
        { id, personaId, adoptedId, copyId, note, createdBy, createdAt },
      ]),
  )
}

async function trackDisagreements(
  { annotations, tracks, labels, types, matches, segments, frames, conclusion }: Compared,
  { personaIds }: Comparison,
  { kinds, persona, isSettled, page }: Wanted,
  settled: ReadonlyMap<string, unknown>,
  signal: AbortSignal,
): Promise<{ rows: Found[]; count: number }> {
  const ofTracks = trackKinds.filter((kind) => kinds.includes(kind))
  const wanted = { kinds: ofTracks, persona, isSettled, settled: [...settled.keys()], page }
  const ids = annotations.map(({ id }) => id)
  const { classes, units } = conclusion
  const task = { tracks, ids, labels, classes, units, matches, segments, frames: frames.count, wanted }
  const { rows, count } = await inThread('disagreementsOf', task, signal)
  const thingOf = (track: number) => {
    const { id, personaId, isObject, version } = annotations[track]!
    const { id: label, value } = labels[tracks.label[track]!]!
    const text = isObject ? label : types[value]!.name
    return { kind: 'annotation' as const, id, personaId, summaryId: null, version, text }
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
