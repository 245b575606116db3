import type { ClaimPartsFragment } from '../generated/graphql.js'
import { texts } from '../texts.js'

type Sourced = Pick<ClaimPartsFragment, 'confidence' | 'modelUsed' | 'extractionStrategy' | 'creator'>

/** Returns who wrote the claim: a person, or a model and how it split the text; empty if the server does not know. */
function authorOf({ modelUsed, extractionStrategy: strategy, creator }: Sourced): string {
  const { manual, extract, byModel, byPerson } = texts.claims
  if (!modelUsed && !strategy) return ''
  if (!modelUsed && strategy === 'MANUAL') return creator ? byPerson(creator.displayName) : manual
  const way = strategy && { MANUAL: manual, ...extract.strategies }[strategy]
  return byModel([modelUsed, way].filter(Boolean).join(', '))
}

/** Returns the confidence of the claim and who wrote it; empty if the server knows neither. */
export const sourceOf = (claim: Sourced): string =>
  [claim.confidence != null && texts.reading.sure(claim.confidence), authorOf(claim)].filter(Boolean).join('. ')
