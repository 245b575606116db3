import { Arg, Args, Ctx, Extensions, FieldResolver, ID, Int, Mutation, Query, Resolver, Root } from 'type-graphql'
import type { GraphQLContext } from '../graphql/context.js'
import { withoutKey } from '../graphql/idempotency.js'
import type { ConnectionOf } from '../graphql/connection.js'
import { load } from '../lib/load.js'
import { parse } from '../lib/validate.js'
import { syncAsked } from './sync.service.js'
import { transcribeVideo } from './transcribe.service.js'
import { TranscribeVideoInput, VideosArgs } from './video.input.js'
import { listVideosQuery, transcribeSchema, urlQuery } from './video.schema.js'
import { ThumbnailSizeName, TranscriptOutput, Video, VideoAddress, VideoConnection, VideoSync } from './video.type.js'
import * as videos from './video.service.js'

@Resolver(() => Video)
export class VideoResolver {
  @Query(() => VideoConnection, { description: 'Videos to be seen, newest first.' })
  videos(
    @Ctx() ctx: GraphQLContext,
    @Args(() => VideosArgs) { projectId, search, ...page }: VideosArgs,
  ): Promise<ConnectionOf<Video>> {
    const filter = parse(listVideosQuery, { ...(projectId && { projectId }) })
    return videos.pageOfVideos(ctx, page, { ...filter, ...(search && { search }) })
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
  ): string {
    return `${ctx.config.files.baseUrl}/${encodeURIComponent(id)}/thumbnail${size ? `?size=${size}` : ''}`
  }
}
