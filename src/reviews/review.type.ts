import { createUnionType } from 'type-graphql'
import { Annotation } from '../annotations/annotation.type.js'
import { Claim } from '../claims/claim.type.js'
import { objectOf } from '../graphql/classes.js'
import { Summary } from '../summaries/summary.type.js'
import { reviewProgress, type ReviewedKind, type ReviewProgress as Progress } from './review.shape.js'

/** The types of what can be reviewed. */
export const typeOfKind: Readonly<Record<ReviewedKind, string>> = {
  annotation: 'Annotation',
  claim: 'Claim',
  summary: 'Summary',
}

export const ReviewedItem = createUnionType({
  name: 'ReviewedItem',
  description: 'What can be reviewed.',
  types: () => [Annotation, Claim, Summary] as const,
  resolveType: (value) => (value as { __typename?: string }).__typename ?? 'Annotation',
})

export const ReviewProgress = objectOf<Progress>(reviewProgress)
export type ReviewProgress = InstanceType<typeof ReviewProgress>
