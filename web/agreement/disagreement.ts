import type { DisagreementsQuery } from '../generated/graphql.js'

/** A place where personas disagree. */
export type Disagreement = NonNullable<DisagreementsQuery['video']>['disagreements']['nodes'][number]
export type DisagreementThing = Disagreement['things'][number]
export type Decision = NonNullable<Disagreement['decision']>

/** Returns what tells a disagreement from the others of its list. */
export const keyOfDisagreement = ({ kind, things }: Disagreement): string =>
  [kind, ...things.map(({ id }) => id)].join(' ')

export const isSettled = ({ state }: Disagreement): boolean => state === 'SETTLED'

interface Span {
  firstFrame: number
  lastFrame: number
}

/**
 * Returns the frame that shows a disagreement, null for a claim without frames. Of tracks at different places this is
 * the middle of the frames that they share, of tracks at different times the first that only one of them has, otherwise
 * the first. `spanOf` returns the frames of a track that is known.
 */
export function frameOf(
  { kind, things, first, last }: Disagreement,
  spanOf: (id: string) => Span | undefined,
): number | null {
  if (first == null) return null
  const spans = things.flatMap(({ id }) => spanOf(id) ?? [])
  const begun = Math.max(...spans.map(({ firstFrame }) => firstFrame))
  const ended = Math.min(...spans.map(({ lastFrame }) => lastFrame))
  const isShared = spans.length > 1 && begun <= ended
  const middle = (from: number, to: number) => Math.floor((from + to) / 2)
  if (kind === 'PLACE') return isShared ? middle(begun, ended) : middle(first, last ?? first)
  if (kind === 'TIME') return isShared && begun === first && ended !== last ? ended + 1 : first
  return isShared ? begun : first
}
