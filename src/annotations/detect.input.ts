import { Field, Float, ID, InputType, Int } from 'type-graphql'
import { JsonObject } from '../graphql/scalars.js'

@InputType({ description: 'What to look for, and where.' })
export class DetectObjectsInput {
  @Field(() => ID, { description: 'The video.' })
  videoId: string

  @Field(() => ID, { nullable: true, description: 'Persona whose vocabulary makes the query.' })
  personaId?: string | null

  @Field(() => String, { nullable: true, description: 'The query itself; needed where no persona is given.' })
  manualQuery?: string | null

  @Field(() => JsonObject, {
    nullable: true,
    description:
      'includeEntityTypes (true), includeEntityGlosses, includeEventTypes and so on: what of the vocabulary goes in.',
  })
  queryOptions?: object | null

  @Field(() => Int, { nullable: true, description: 'One frame, counted from 0.' })
  frame?: number | null

  @Field(() => [Int], {
    nullable: true,
    description: 'At most 500 frames; the first, middle and last when no frame is given.',
  })
  frameNumbers?: number[] | null

  @Field(() => Float, { nullable: true, description: '0 to 1; 0.3 when absent.' })
  confidenceThreshold?: number

  @Field(() => Boolean, { nullable: true, description: 'Whether to follow things over frames; false when absent.' })
  enableTracking?: boolean
}
