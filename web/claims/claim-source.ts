import type { ClaimPartsFragment } from '../generated/graphql.js'
import { texts } from '../texts.js'

type Sourced = Pick<ClaimPartsFragment, 'modelUsed' | 'extractionStrategy'>

/** Returns whether a model wrote the claim; undefined if the server does not know. */
export const isByModel = ({ modelUsed, extractionStrategy: strategy }: Sourced): boolean | undefined =>
  modelUsed || (strategy && strategy !== 'MANUAL') ? true : strategy ? false : undefined

/** Returns the model that wrote the claim and how it split the text. */
export function sourceOf({ modelUsed, extractionStrategy: strategy }: Sourced): string {
  const { manual, extract } = texts.claims
  return [modelUsed, strategy && { MANUAL: manual, ...extract.strategies }[strategy]].filter(Boolean).join(', ')
}
