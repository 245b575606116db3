import { GraphQLUpload, type FileUpload } from 'graphql-upload-minimal'
import {
  Arg,
  Args,
  Ctx,
  Extensions,
  FieldResolver,
  Float,
  ID,
  Int,
  Mutation,
  Query,
  Resolver,
  Root,
} from 'type-graphql'
import type { GraphQLContext } from '../graphql/context.js'
import { withoutKey } from '../graphql/idempotency.js'
import { fileOf } from '../graphql/upload.js'
import type { ConnectionOf } from '../graphql/connection.js'
import { frameAt, middleOf, startOf, startsOf } from '../lib/frame-clock.js'
import { load } from '../lib/load.js'
import { parse } from '../lib/validate.js'
import { probesOfVideos } from './frame.service.js'
import { FrameMoment, VideoProbe } from './probe.type.js'
import { syncAsked } from './sync.service.js'
import { transcribeVideo } from './transcribe.service.js'
import { uploadVideo } from './upload.service.js'
import { TranscribeVideoInput, VideosArgs } from './video.input.js'
import { frameTimesQuery, mostTimes, transcribeSchema, urlQuery } from './video.schema.js'
import { ThumbnailSizeName, TranscriptOutput, Video, VideoAddress, VideoConnection, VideoSync } from './video.type.js'
import * as videos from './video.service.js'

@Resolver(() => Video)
export class VideoResolver {
  @Query(() => VideoConnection, { description: 'Videos to be seen, newest first.' })
  videos(
    @Ctx() ctx: GraphQLContext,
    @Args(() => VideosArgs) { projectId, search, summarizedBy, hasSummary, ...page }: VideosArgs,
  ): Promise<ConnectionOf<Video>> {
    return videos.pageOfVideos(ctx, page, videos.videoFilter({ projectId, search, summarizedBy, hasSummary }))
  }

  @Query(() => Video, { nullable: true, description: 'A video by its id, null when there is none to see.' })
  async video(
    @Ctx() ctx: GraphQLContext,
    @Arg('id', () => ID, { description: 'Opaque id.' }) id: string,
  ): Promise<Video | null> {
    return (await load(ctx, videos.videosByIds, id)) ?? null
  }

  @Extensions(withoutKey)
  @Mutation(() => VideoSync, { description: 'Makes the videos agree with the files; for administrators.' })
  syncVideos(@Ctx() ctx: GraphQLContext): Promise<VideoSync> {
    return syncAsked(ctx)
  }

  @Mutation(() => Video, {
    description: 'Takes in a file of a new video; for administrators. What the file says of itself is read soon after.',
  })
  async uploadVideo(
    @Ctx() ctx: GraphQLContext,
    @Arg('file', () => GraphQLUpload, { description: 'The video; its name is kept.' }) file: Promise<FileUpload>,
  ): Promise<Video> {
    return uploadVideo(ctx, await fileOf(file))
  }

  @Extensions(withoutKey)
  @Mutation(() => TranscriptOutput, { description: 'Writes down what is said in a video. Nothing is stored.' })
  transcribeVideo(
    @Ctx() ctx: GraphQLContext,
    @Arg('input', () => TranscribeVideoInput) { videoId, ...input }: TranscribeVideoInput,
  ): Promise<TranscriptOutput> {
    return transcribeVideo(ctx, videoId, parse(transcribeSchema, { ...input }))
  }

  @FieldResolver(() => VideoAddress, { description: 'An address to play it from.' })
  url(
    @Ctx() ctx: GraphQLContext,
    @Root() video: Video,
    @Arg('expiresIn', () => Int, { nullable: true, description: 'Seconds, 60 to 604800.' }) expiresIn?: number,
  ): Promise<VideoAddress> {
    const wanted = parse(urlQuery, { ...(expiresIn != null && { expiresIn }) })
    return ctx.files.url(video, wanted.expiresIn)
  }

  @FieldResolver(() => String, { description: 'Path of the stream on this server.' })
  streamUrl(@Ctx() ctx: GraphQLContext, @Root() { id }: Video): string {
    return `${ctx.config.files.baseUrl}/${encodeURIComponent(id)}/stream`
  }

  @FieldResolver(() => String, { description: 'Path of a thumbnail on this server.' })
  thumbnailUrl(
    @Ctx() ctx: GraphQLContext,
    @Root() { id }: Video,
    @Arg('size', () => ThumbnailSizeName, { nullable: true, description: 'MEDIUM when absent.' })
    size?: ThumbnailSizeName,
    @Arg('boxes', () => Boolean, { nullable: true, description: 'With the boxes of what a detector recognises.' })
    boxes?: boolean | null,
    @Arg('timestamp', () => Float, { nullable: true, description: 'Seconds from the start; 1 when absent.' })
    timestamp?: number | null,
  ): string {
    const query = new URLSearchParams({
      ...(size && { size }),
      ...(timestamp != null && { timestamp: String(timestamp) }),
      ...(boxes && { boxes: 'true' }),
    }).toString()
    return `${ctx.config.files.baseUrl}/${encodeURIComponent(id)}/thumbnail${query && `?${query}`}`
  }

  @FieldResolver(() => VideoProbe, {
    nullable: true,
    description: 'What the file says of itself; null until it has been read as it is now, soon after synchronising.',
  })
  async probe(@Ctx() ctx: GraphQLContext, @Root() { id }: Video): Promise<VideoProbe | null> {
    return (await load(ctx, probesOfVideos, id))?.probe ?? null
  }

  @FieldResolver(() => Int, {
    nullable: true,
    description:
      'The frame that is shown at a time, counted from 0: the first before the start, the last after the end. Null while `probe` is.',
  })
  async frameAt(
    @Ctx() ctx: GraphQLContext,
    @Root() { id }: Video,
    @Arg('time', () => Float, { description: 'Seconds.' }) time: number,
  ): Promise<number | null> {
    const clock = (await load(ctx, probesOfVideos, id))?.clock
    return clock ? frameAt(clock, time) : null
  }

  @FieldResolver(() => Float, {
    nullable: true,
    description: 'Seconds at which a frame is shown; null where there is no such frame, and while `probe` is.',
  })
  async timeOf(
    @Ctx() ctx: GraphQLContext,
    @Root() { id }: Video,
    @Arg('frame', () => Int, { description: 'Counted from 0.' }) frame: number,
    @Arg('at', () => FrameMoment, { nullable: true, description: 'MIDDLE when absent.' }) at?: FrameMoment,
  ): Promise<number | null> {
    const clock = (await load(ctx, probesOfVideos, id))?.clock
    if (!clock || frame < 0 || frame >= clock.count) return null
    return at === FrameMoment.START ? startOf(clock, frame) : middleOf(clock, frame)
  }

  @FieldResolver(() => [Float], {
    nullable: true,
    description:
      'Seconds at which frames begin, one after the other; for players of files whose rate varies. Null while `probe` is.',
  })
  async frameTimes(
    @Ctx() ctx: GraphQLContext,
    @Root() { id }: Video,
    @Arg('from', () => Int, { nullable: true, description: 'The first frame, 0 by default.' }) from?: number,
    @Arg('count', () => Int, { nullable: true, description: 'How many; 10000 by default and at most.' })
    count?: number,
  ): Promise<number[] | null> {
    const clock = (await load(ctx, probesOfVideos, id))?.clock
    return clock ? startsOf(clock, parse(frameTimesQuery, { from: from ?? 0, count: count ?? mostTimes })) : null
  }
}
