import { Type } from '@sinclair/typebox'
import { act, type Acts } from '../acts/act.js'
import { ofType } from '../graphql/node.js'
import { named } from '../http/answers.js'
import { anyId, says } from '../lib/described.js'
import { shortText, uuid } from '../lib/schema.js'
import * as reviews from './review.service.js'
import { reviewedItem, reviewItemsSchema, reviewProgress } from './review.shape.js'
import { ReviewedItem, typeOfKind } from './review.type.js'

export const reviewActs: Acts = {
  tag: 'Reviews',
  acts: [
    act({
      says:
        'Accepts or rejects annotations, claims and summaries, or opens their review again: all of them or, if one is ' +
        'refused, none. For those whose role in the project may review them, and for the author outside projects. ' +
        'NOT_FOUND names in `ids` those that the caller may not review or that do not exist. CONFLICT if a project is ' +
        'archived.',
      rest: 'POST /api/reviews',
      body: reviewItemsSchema,
      run: (ctx, { body }) => reviews.reviewItems(ctx, body),
      answer: Type.Object({
        items: says('What was reviewed, in the order of the request.', Type.Array(named('ReviewedItem', reviewedItem))),
      }),
      refuses: [404, 409, 412],
      send: (_to, items) => ({ items }),
      mutation: {
        name: 'reviewItems',
        input: 'What to review, and the state to set.',
        payload: { items: { type: () => [ReviewedItem], says: 'What was reviewed, in the order of `ids`.' } },
        node: async (ctx, items) =>
          (await reviews.reviewedRows(ctx, items)).map(({ kind, row }) => ofType(typeOfKind[kind], row)),
      },
    }),
    act({
      says:
        'Returns how far the review of a project, or of a video in it, is: how many of the annotations, claims and ' +
        'summaries of each person are open, accepted and rejected, as far as the caller may read them.',
      rest: 'GET /api/projects/:projectId/reviews',
      id: 'getReviewProgress',
      params: { projectId: says('ID of the project.', uuid) },
      query: Type.Object({
        videoId: Type.Optional(says('Only what is about the video with this ID.', anyId(shortText))),
      }),
      run: (ctx, { projectId, query }) => reviews.progressOfProject(ctx, projectId, query.videoId),
      answer: Type.Array(named('ReviewProgress', reviewProgress)),
      refuses: [403],
    }),
  ],
}
