import { ArgsType, Field, ID, InputType, Int } from 'type-graphql'
import { VideoPageArgs } from './video.type.js'

@ArgsType()
export class VideosArgs extends VideoPageArgs {
  @Field(() => ID, { nullable: true, description: 'Only videos assigned to the project with this ID.' })
  projectId?: string

  @Field(() => String, {
    nullable: true,
    description: 'Only videos whose file name or title contains this text, ignoring case.',
  })
  search?: string

  @Field(() => ID, {
    nullable: true,
    description: 'Only videos that have a summary of the persona with this ID which the viewer may read.',
  })
  summarizedBy?: string

  @Field(() => Boolean, {
    nullable: true,
    description:
      'Only videos with (true) or without (false) a summary that the viewer ' +
      'may read; with `summarizedBy`, a summary of that persona.',
  })
  hasSummary?: boolean
}

@InputType({ description: 'Which video to transcribe, and whether to identify its speakers.' })
export class TranscribeVideoInput {
  @Field(() => ID, { description: 'ID of the video.' })
  videoId: string

  @Field(() => String, {
    nullable: true,
    description: 'Code of the spoken language, such as en, at most 35 characters; detected if null or absent.',
  })
  language?: string | null

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether to identify who speaks in each segment (speaker diarization); false by default.',
  })
  enableDiarization?: boolean

  @Field(() => Int, {
    nullable: true,
    description: 'Exact number of speakers, at least 1, if known; used with `enableDiarization` only.',
  })
  numSpeakers?: number | null

  @Field(() => Int, {
    nullable: true,
    description: 'Lowest number of speakers, at least 1 and at most `maxSpeakers`; used with `enableDiarization` only.',
  })
  minSpeakers?: number | null

  @Field(() => Int, {
    nullable: true,
    description: 'Highest number of speakers, at least 1; used with `enableDiarization` only.',
  })
  maxSpeakers?: number | null
}
