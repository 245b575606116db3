import { Arg, Ctx, ID, Mutation, Resolver } from 'type-graphql'
import type { GraphQLContext } from '../graphql/context.js'
import { jobNode } from '../jobs/job.resolver.js'
import { getJob } from '../jobs/job.service.js'
import { Job } from '../jobs/job.type.js'
import { forgetLoaded } from '../lib/load.js'
import { parse } from '../lib/validate.js'
import { AdoptDetectionsInput, TrackFromInput } from './track.input.js'
import { adoptSchema, trackSchema } from './track.schema.js'
import { adoptDetections, requestTracking } from './track.service.js'

@Resolver()
export class TrackResolver {
  @Mutation(() => Job, {
    description:
      'Starts a job in which a model tracks an object from one frame on and creates an ' +
      'annotation of its track. Poll the job; its result has the `annotationId`.',
  })
  async trackFrom(
    @Ctx() ctx: GraphQLContext,
    @Arg('input', () => TrackFromInput) { videoId, ...input }: TrackFromInput,
  ): Promise<Job> {
    const { jobId } = await requestTracking(ctx, videoId, parse(trackSchema, { ...input, box: { ...input.box } }))
    return jobNode(await getJob(ctx, jobId))
  }

  @Mutation(() => [ID], {
    description:
      'Keeps detections as annotations, all or none, and returns the IDs of the annotations. Deleting these undoes it.',
  })
  async adoptDetections(
    @Ctx() ctx: GraphQLContext,
    @Arg('input', () => AdoptDetectionsInput) { videoId, ...input }: AdoptDetectionsInput,
  ): Promise<string[]> {
    const frames = input.frames.map(({ frameNumber, detections }) => ({
      frameNumber,
      detections: detections.map((one) => ({ ...one, boundingBox: { ...one.boundingBox } })),
    }))
    const ids = await adoptDetections(ctx, videoId, parse(adoptSchema, { ...input, frames }))
    forgetLoaded(ctx)
    return ids
  }
}
