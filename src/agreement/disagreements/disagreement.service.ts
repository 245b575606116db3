import type { Context } from '../../context.js'
import { validation } from '../../lib/errors.js'
import type { KeyValue, ListOf, Page } from '../../lib/page.js'
import { normalUuid } from '../../lib/uuid.js'
import { compareOnVideo, type Compared, type Comparison } from '../comparison.service.js'
import type { DisagreementPage, TrackDisagreement } from '../figures/disagreements.js'
import { argumentsOf, comparisonOf, inPlace } from '../report.service.js'
import { inThread } from '../threads/agreement-threads.js'
import {
  disagreementKinds,
  type Disagreement,
  type DisagreementKind,
  type DisagreementsArguments,
  type DisagreementsQuery,
} from './disagreement.shape.js'

/** A disagreement with its place in the list. */
export type Listed = Disagreement & { key: string }

/** Returns the arguments in GraphQL that a query of REST means. Throws VALIDATION_ERROR for an unknown kind. */
export function wantedOf({ kinds, personaId, ...query }: DisagreementsQuery): DisagreementsArguments {
  const words = kinds?.split(',')
  if (words?.some((kind) => !(disagreementKinds as readonly string[]).includes(kind)))
    throw validation([{ field: 'kinds', message: `must be one or several of ${disagreementKinds.join(', ')}` }])
  return {
    ...argumentsOf(query),
    ...(words && { kinds: words as DisagreementKind[] }),
    ...(personaId !== undefined && { personaId }),
  }
}

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
    inPlace(ctx, videoId, comparison.personaIds, (signal) =>
      pageOf(ctx, videoId, comparison, { kinds: wanted, persona, page }, signal),
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

async function pageOf(
  ctx: Context,
  videoId: string,
  comparison: Comparison,
  wanted: { kinds: readonly DisagreementKind[]; persona: number | null; page: DisagreementPage },
  signal: AbortSignal,
): Promise<{ rows: Listed[]; count: number }> {
  const compared = await compareOnVideo(ctx, videoId, comparison, signal)
  const { annotations, tracks, labels, matches, segments, frames, conclusion } = compared
  const { rows, count } = await inThread(
    'disagreementsOf',
    {
      tracks,
      ids: annotations.map(({ id }) => id),
      labels,
      classes: conclusion.classes,
      units: conclusion.units,
      matches,
      segments,
      frames: frames.count,
      wanted,
    },
    signal,
  )
  return { rows: rows.map((row) => shown(row, compared, comparison.personaIds)), count }
}

function shown(
  row: TrackDisagreement,
  { annotations, tracks, labels, types }: Compared,
  personaIds: readonly string[],
): Listed {
  const { kind, weight, extent, severity, key, first, last } = row
  const things = row.tracks.map((track) => {
    const { id, personaId, isObject } = annotations[track]!
    const { id: label, value } = labels[tracks.label[track]!]!
    return { id, personaId, label: isObject ? label : types[value]!.name }
  })
  return { kind, weight, extent, severity, key, things, missing: row.missing.map((at) => personaIds[at]!), first, last }
}
