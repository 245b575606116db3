import { Field, Float, ID, Int, ObjectType } from 'type-graphql'

@ObjectType({ description: 'A rectangle in shares of the picture, 0 to 1.' })
export class BoundingBox {
  @Field(() => Float, { description: 'Left edge.' })
  x: number

  @Field(() => Float, { description: 'Upper edge.' })
  y: number

  @Field(() => Float, { description: 'Width.' })
  width: number

  @Field(() => Float, { description: 'Height.' })
  height: number
}

@ObjectType('Detection', { description: 'Something found in a frame.' })
export class DetectionOutput {
  @Field(() => String, { description: 'What it is taken for.' })
  label: string

  @Field(() => BoundingBox, { description: 'Where it is.' })
  boundingBox: BoundingBox

  @Field(() => Float, { description: '0 to 1.' })
  confidence: number

  @Field(() => String, { nullable: true, description: 'The same over frames for one thing, where it was tracked.' })
  trackId: string | null
}

@ObjectType({ description: 'What was found in a frame.' })
export class DetectionFrame {
  @Field(() => Int, { description: 'Counted from 0.' })
  frameNumber: number

  @Field(() => Float, { description: 'Seconds from the start.' })
  timestamp: number

  @Field(() => [DetectionOutput], { description: 'What was found.' })
  detections: DetectionOutput[]
}

@ObjectType('DetectionResult', { description: 'What was found in a video; nothing of it is stored.' })
export class DetectionResultOutput {
  @Field(() => ID, { description: 'Id of this run.' })
  id: string

  @Field(() => ID, { description: 'The video.' })
  videoId: string

  @Field(() => String, { description: 'What was looked for.' })
  query: string

  @Field(() => Int, { nullable: true, description: 'Pixels of the video as displayed, where the model says so.' })
  videoWidth: number | null

  @Field(() => Int, { nullable: true, description: 'Pixels of the video as displayed, where the model says so.' })
  videoHeight: number | null

  @Field(() => Int, { description: 'Over all frames.' })
  totalDetections: number

  @Field(() => Float, { description: 'Seconds.' })
  processingTime: number

  @Field(() => [DetectionFrame], { description: 'In order.' })
  frames: DetectionFrame[]
}
