import { Arg, Ctx, Extensions, Mutation, Resolver } from 'type-graphql'
import type { GraphQLContext } from '../graphql/context.js'
import { withoutKey } from '../graphql/idempotency.js'
import { parse } from '../lib/validate.js'
import { DetectObjectsInput } from './detect.input.js'
import { detectSchema } from './detect.schema.js'
import { detectObjects } from './detect.service.js'
import { DetectionResultOutput } from './detect.type.js'

@Resolver(() => DetectionResultOutput)
export class DetectResolver {
  @Extensions(withoutKey)
  @Mutation(() => DetectionResultOutput, {
    description:
      'Has the model service detect objects in frames of a video. ' +
      'Nothing is stored; `adoptDetections` keeps the result.',
  })
  detectObjects(
    @Ctx() ctx: GraphQLContext,
    @Arg('input', () => DetectObjectsInput) { videoId, ...input }: DetectObjectsInput,
  ): Promise<DetectionResultOutput> {
    return detectObjects(ctx, videoId, parse(detectSchema, { ...input }))
  }
}
