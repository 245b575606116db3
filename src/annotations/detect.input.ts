import { Field, Float, ID, InputType, Int } from 'type-graphql'
import { JsonObject } from '../graphql/scalars.js'

@InputType({
  description: 'What to look for in a video, and in which frames. `manualQuery` or `personaId` is required.',
})
export class DetectObjectsInput {
  @Field(() => ID, { description: 'ID of the video.' })
  videoId: string

  @Field(() => ID, {
    nullable: true,
    description:
      'ID of the persona from whose types and world objects the query is built unless ' +
      '`manualQuery` is given; NOT_FOUND if the viewer may not read it.',
  })
  personaId?: string | null

  @Field(() => String, {
    nullable: true,
    description: 'The query in words, at most 10,000 characters; required without `personaId`.',
  })
  manualQuery?: string | null

  @Field(() => JsonObject, {
    nullable: true,
    description:
      "Which parts of the persona's vocabulary the query names, each true or false: " +
      'include{Entity,Event,Role,Relation}Types, include{Entity,Event,Location,Time}Instances, and ' +
      'include...Glosses (includeEntityGlosses, includeEntityInstanceGlosses) for their descriptions. Only ' +
      'includeEntityTypes is true by default.',
  })
  queryOptions?: object | null

  @Field(() => Int, {
    nullable: true,
    description: 'Number of a single frame to search, counted from 0; not used if `frameNumbers` is given.',
  })
  frame?: number | null

  @Field(() => [Int], {
    nullable: true,
    description:
      'Numbers of the frames to search, at most 500, counted from 0. The ' +
      'first, middle and last frame if no frame is given.',
  })
  frameNumbers?: number[] | null

  @Field(() => Float, {
    nullable: true,
    description: 'Lowest confidence of the detections to return, 0 to 1; 0.3 by default.',
  })
  confidenceThreshold?: number

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether to recognise the same object across frames (`trackId`); false by default.',
  })
  enableTracking?: boolean
}
