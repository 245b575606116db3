import { AnnotationsInReviewDocument, ReviewsOfClaimsDocument, ReviewsOfVideoDocument } from '../generated/graphql.js'

/** What has to be read again after a review or an edit: how many are in each state, and which. */
export const countsDocuments = [ReviewsOfVideoDocument, ReviewsOfClaimsDocument, AnnotationsInReviewDocument] as const
