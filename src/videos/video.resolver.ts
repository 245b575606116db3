import type { Static } from '@sinclair/typebox'
import { frameAt, middleOf, startOf, startsOf } from '@parallax/shared/frame-clock.js'
import { Arg, Ctx, Extensions, FieldResolver, Float, ID, Int, Mutation, Query, Resolver, Root } from 'type-graphql'
import { objectOf } from '../graphql/classes.js'
import { enumOf } from '../graphql/enums.js'
import type { GraphQLContext } from '../graphql/context.js'
import { readsNodeById } from '../node-readers.js'
import { asRoute } from '../graphql/doors.js'
import { payloadOf } from '../graphql/payloads.js'
import { fileOf } from '../graphql/upload.js'
import { jobNode } from '../jobs/job.resolver.js'
import { Job } from '../jobs/job.type.js'
import { load } from '../lib/load.js'
import { parse } from '../lib/validate.js'
import { probesOfVideos, type Probe } from './files/frame.service.js'
import { newestProbing } from './files/probe.service.js'
import { frameMoment, frameTimesQuery, mostTimes, videoProbe } from './files/probe.shape.js'
import { uploadVideo } from './files/upload.service.js'
import type { VideoUrl } from './storage/store.js'
import { thumbnailSize, urlQuery, videoUrl, type ThumbnailSize } from './video.shape.js'
import { UploadVideoInput, Video } from './video.type.js'
import * as videos from './video.service.js'

const Address = objectOf(videoUrl)
const Probed = objectOf(videoProbe)
const ThumbnailSizes = enumOf(thumbnailSize)
const UploadVideoPayload = payloadOf('uploadVideo', {
  video: () => Video,
  job: {
    type: () => Job,
    nullable: true,
    says: 'The job that probes new files; null if all of them have been probed and the job has been deleted.',
  },
})
const Moments = enumOf(frameMoment)

readsNodeById('Video', videos.videosByIds)

@Resolver(() => Video)
export class VideoResolver {
  @Query(() => Video, {
    nullable: true,
    description: 'The video with an ID; null if there is none that the viewer may see.',
  })
  async video(
    @Ctx() ctx: GraphQLContext,
    @Arg('id', () => ID, { description: 'ID of the video, an opaque text.' }) id: string,
  ): Promise<Video | null> {
    return (await load(ctx, videos.videosByIds, id)) ?? null
  }

  @Mutation(() => UploadVideoPayload, {
    description:
      'Uploads the file of a new video, which is probed soon after. For ' +
      'administrators and, in single-user mode, the default user.',
  })
  @Extensions(asRoute('POST /api/videos/upload'))
  async uploadVideo(
    @Ctx() ctx: GraphQLContext,
    @Arg('input', () => UploadVideoInput) { file }: UploadVideoInput,
  ): Promise<{ video: Video; job: () => Promise<Job | null> }> {
    const video = await uploadVideo(ctx, await fileOf(file))
    const jobOf = async () => {
      const row = await newestProbing(ctx)
      return row ? jobNode(row) : null
    }
    return { video, job: jobOf }
  }

  @FieldResolver(() => Address, { description: 'A URL from which the video can be played.' })
  url(
    @Ctx() ctx: GraphQLContext,
    @Root() video: Video,
    @Arg('expiresIn', () => Int, {
      nullable: true,
      description: 'How long a signed URL is to stay valid, in seconds, 60 to 604800; 3600 by default.',
    })
    expiresIn?: number,
  ): Promise<VideoUrl> {
    const wanted = parse(urlQuery, { ...(expiresIn != null && { expiresIn }) })
    return ctx.files.url(video, wanted.expiresIn)
  }

  @FieldResolver(() => String, { description: 'Path on this server from which the video file can be streamed.' })
  streamUrl(@Ctx() ctx: GraphQLContext, @Root() { id }: Video): string {
    return `${ctx.config.files.baseUrl}/${encodeURIComponent(id)}/stream`
  }

  @FieldResolver(() => String, { description: 'Path on this server of a thumbnail of the video, a JPEG.' })
  thumbnailUrl(
    @Ctx() ctx: GraphQLContext,
    @Root() { id }: Video,
    @Arg('size', () => ThumbnailSizes, { nullable: true, description: 'Size of the thumbnail; MEDIUM by default.' })
    size?: ThumbnailSize,
    @Arg('boxes', () => Boolean, {
      nullable: true,
      description: 'Whether to draw the boxes of objects that a detector recognises; false by default.',
    })
    boxes?: boolean | null,
    @Arg('timestamp', () => Float, {
      nullable: true,
      description: 'Time of the frame to show, in seconds from the start, at least 0; 1 by default.',
    })
    timestamp?: number | null,
    @Arg('frame', () => Int, {
      nullable: true,
      description: 'Number of the frame to show, counted from 0, in place of `timestamp`.',
    })
    frame?: number | null,
  ): string {
    const query = new URLSearchParams({
      ...(size && { size }),
      ...(timestamp != null && { timestamp: String(timestamp) }),
      ...(frame != null && { frame: String(frame) }),
      ...(boxes && { boxes: 'true' }),
    }).toString()
    return `${ctx.config.files.baseUrl}/${encodeURIComponent(id)}/thumbnail${query && `?${query}`}`
  }

  @FieldResolver(() => Probed, {
    nullable: true,
    description:
      'What was read from the file itself; null until the current file has been ' +
      'probed, which happens soon after each synchronisation and upload.',
  })
  async probe(@Ctx() ctx: GraphQLContext, @Root() { id }: Video): Promise<Probe | null> {
    return (await load(ctx, probesOfVideos, id))?.probe ?? null
  }

  @FieldResolver(() => Int, {
    nullable: true,
    description:
      'Number of the frame that is shown at a time, counted from 0: the first frame for times before the start, the ' +
      'last for times after the end. Null while the file has not been probed and if it is not a readable video.',
  })
  async frameAt(
    @Ctx() ctx: GraphQLContext,
    @Root() { id }: Video,
    @Arg('time', () => Float, { description: 'Time from the start of the video, in seconds.' }) time: number,
  ): Promise<number | null> {
    const clock = (await load(ctx, probesOfVideos, id))?.clock
    return clock ? frameAt(clock, time) : null
  }

  @FieldResolver(() => Float, {
    nullable: true,
    description:
      'Time at which a frame is shown, in seconds; null if there is no such frame, ' +
      'while the file has not been probed, and if it is not a readable video.',
  })
  async timeOf(
    @Ctx() ctx: GraphQLContext,
    @Root() { id }: Video,
    @Arg('frame', () => Int, { description: 'Number of the frame, counted from 0.' }) frame: number,
    @Arg('at', () => Moments, {
      nullable: true,
      description: 'Which moment of the frame to return; MIDDLE by default.',
    })
    at?: Static<typeof frameMoment>,
  ): Promise<number | null> {
    const clock = (await load(ctx, probesOfVideos, id))?.clock
    if (!clock || frame < 0 || frame >= clock.count) return null
    return at === 'start' ? startOf(clock, frame) : middleOf(clock, frame)
  }

  @FieldResolver(() => [Float], {
    nullable: true,
    description:
      'Times at which consecutive frames begin, in seconds, for players of files with a ' +
      'variable frame rate; fewer than `count` where the video ends before. Null while ' +
      'the file has not been probed and if it is not a readable video.',
  })
  async frameTimes(
    @Ctx() ctx: GraphQLContext,
    @Root() { id }: Video,
    @Arg('from', () => Int, { nullable: true, description: 'Number of the first frame, counted from 0; 0 by default.' })
    from?: number,
    @Arg('count', () => Int, { nullable: true, description: 'Number of frames, 1 to 10000; 10000 by default.' })
    count?: number,
  ): Promise<number[] | null> {
    const clock = (await load(ctx, probesOfVideos, id))?.clock
    return clock ? startsOf(clock, parse(frameTimesQuery, { from: from ?? 0, count: count ?? mostTimes })) : null
  }
}
