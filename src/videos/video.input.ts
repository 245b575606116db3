import { ArgsType, Field, ID, InputType, Int } from 'type-graphql'
import { VideoPageArgs } from './video.type.js'

@ArgsType()
export class VideosArgs extends VideoPageArgs {
  @Field(() => ID, { nullable: true, description: 'Only those assigned to a project.' })
  projectId?: string

  @Field(() => String, { nullable: true, description: 'Only those whose file name or title contains this.' })
  search?: string

  @Field(() => ID, { nullable: true, description: 'Only those of which this persona has a summary to be read.' })
  summarizedBy?: string

  @Field(() => Boolean, {
    nullable: true,
    description: 'Only those with a summary to be read, or, when false, those without; of `summarizedBy` where given.',
  })
  hasSummary?: boolean
}

@InputType({ description: 'What to listen for.' })
export class TranscribeVideoInput {
  @Field(() => ID, { description: 'The video.' })
  videoId: string

  @Field(() => String, { nullable: true, description: 'Language code; recognised when absent.' })
  language?: string | null

  @Field(() => Boolean, { nullable: true, description: 'Tell speakers apart.' })
  enableDiarization?: boolean

  @Field(() => Int, { nullable: true, description: 'How many speakers there are.' })
  numSpeakers?: number | null

  @Field(() => Int, { nullable: true, description: 'At least so many.' })
  minSpeakers?: number | null

  @Field(() => Int, { nullable: true, description: 'At most so many.' })
  maxSpeakers?: number | null
}
