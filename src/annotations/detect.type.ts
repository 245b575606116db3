import { Field, Float, ID, Int, ObjectType } from 'type-graphql'
import { OntologyTypeKind } from '../personas/persona.type.js'

@ObjectType({ description: "A rectangle in fractions of the picture's width and height, 0 to 1." })
export class BoundingBox {
  @Field(() => Float, { description: "Left edge, as a fraction of the picture's width." })
  x: number

  @Field(() => Float, { description: "Upper edge, as a fraction of the picture's height." })
  y: number

  @Field(() => Float, { description: "Width, as a fraction of the picture's width." })
  width: number

  @Field(() => Float, { description: "Height, as a fraction of the picture's height." })
  height: number
}

@ObjectType('DetectedType', { description: "A type of the persona that a detector's label stands for." })
export class DetectedTypeOutput {
  @Field(() => String, { description: 'The `key` of the type; labels of annotations name it.' })
  typeId: string

  @Field(() => String, { description: 'Name of the type.' })
  typeName: string

  @Field(() => OntologyTypeKind, { description: 'Kind of the type.' })
  typeKind: string
}

@ObjectType('Detection', { description: 'An object detected in a frame.' })
export class DetectionOutput {
  @Field(() => String, {
    description:
      'What the object was recognised as: the name of a detector class, or ' +
      'the first term of the query for something that only moves.',
  })
  label: string

  @Field(() => BoundingBox, { description: 'Where the object is in the frame.' })
  boundingBox: BoundingBox

  @Field(() => Float, { description: 'Confidence of the detection, 0 to 1.' })
  confidence: number

  @Field(() => String, {
    nullable: true,
    description: 'ID that detections of the same object share across frames; null if objects were not tracked.',
  })
  trackId: string | null

  @Field(() => String, {
    nullable: true,
    description:
      'The `key` of the type of the persona that the label stands for, the likeliest of `typeMatches`; null without a ' +
      'persona and if none fits.',
  })
  typeId: string | null

  @Field(() => String, { nullable: true, description: 'Name of the type `typeId`.' })
  typeName: string | null

  @Field(() => [DetectedTypeOutput], {
    description:
      'All types of the persona that the label may stand for, at most 10, likeliest first: those of which it is a name ' +
      'or synonym, then those that stand for the fewest classes of the detector.',
  })
  typeMatches: DetectedTypeOutput[]
}

@ObjectType({ description: 'The detections in one frame.' })
export class DetectionFrame {
  @Field(() => Int, { description: 'Number of the frame, counted from 0.' })
  frameNumber: number

  @Field(() => Float, { description: 'When the frame is shown, in seconds from the start of the video.' })
  timestamp: number

  @Field(() => [DetectionOutput], { description: 'The objects detected in the frame.' })
  detections: DetectionOutput[]
}

@ObjectType('DetectionResult', { description: 'The result of a detection in a video; nothing of it is stored.' })
export class DetectionResultOutput {
  @Field(() => ID, { description: 'ID of the detection result.' })
  id: string

  @Field(() => ID, { description: 'ID of the video.' })
  videoId: string

  @Field(() => String, { description: 'The query that was searched for.' })
  query: string

  @Field(() => Int, {
    nullable: true,
    description: 'Width of the video as displayed, in pixels; null if the model service does not say.',
  })
  videoWidth: number | null

  @Field(() => Int, {
    nullable: true,
    description: 'Height of the video as displayed, in pixels; null if the model service does not say.',
  })
  videoHeight: number | null

  @Field(() => Int, { description: 'Number of detections in all frames.' })
  totalDetections: number

  @Field(() => Float, { description: 'Time that the detection took, in seconds.' })
  processingTime: number

  @Field(() => [DetectionFrame], { description: 'The searched frames in ascending order, with their detections.' })
  frames: DetectionFrame[]
}
