import { Field, Float, ID, InputType, Int } from 'type-graphql'
import { LinkType } from './annotation.type.js'

@InputType({ description: 'A rectangle in a picture.' })
export class RectangleInput {
  @Field(() => Float, { description: 'Left edge.' })
  x: number

  @Field(() => Float, { description: 'Upper edge.' })
  y: number

  @Field(() => Float, { description: 'Width, above 0.' })
  width: number

  @Field(() => Float, { description: 'Height, above 0.' })
  height: number
}

@InputType({ description: 'A thing in one frame that is to be followed, and the annotation to make of it.' })
export class TrackFromInput {
  @Field(() => ID, { description: 'The video.' })
  videoId: string

  @Field(() => Int, { description: 'The frame in which the box shows it, counted from 0.' })
  frame: number

  @Field(() => RectangleInput, { description: 'Where it is then, in pixels of the video as displayed.' })
  box: RectangleInput

  @Field(() => Int, { nullable: true, description: 'The last frame to follow it to; the end of the video if absent.' })
  endFrame?: number | null

  @Field(() => Float, {
    nullable: true,
    description: 'How far lines between keyframes may be off, as a share of the box (0.005 to 0.5); 0.05 if absent.',
  })
  tolerance?: number

  @Field(() => String, { description: 'type, object or another word of at most 50 characters.' })
  type: string

  @Field(() => String, { description: 'Id of a type or of a world object, or plain words.' })
  label: string

  @Field(() => ID, { nullable: true, description: 'The persona; required for the type `type`.' })
  personaId?: string | null

  @Field(() => LinkType, { nullable: true, description: 'What kind of world object the label names.' })
  linkType?: LinkType | null

  @Field(() => ID, { nullable: true, description: 'Project to put it into; that of its persona when absent.' })
  projectId?: string | null
}

@InputType({ description: 'Something found in a frame, as detectObjects answers it.' })
export class AdoptedDetectionInput {
  @Field(() => String, { description: 'What it was taken for.' })
  label: string

  @Field(() => RectangleInput, { description: 'Where it is, in shares of the picture.' })
  boundingBox: RectangleInput

  @Field(() => Float, { nullable: true, description: '0 to 1.' })
  confidence?: number | null

  @Field(() => String, { nullable: true, description: 'Boxes with the same one become one annotation.' })
  trackId?: string | null
}

@InputType({ description: 'What was found in a frame.' })
export class AdoptedFrameInput {
  @Field(() => Int, { description: 'Counted from 0.' })
  frameNumber: number

  @Field(() => [AdoptedDetectionInput], { description: 'What of it is kept.' })
  detections: AdoptedDetectionInput[]
}

@InputType({ description: 'What a detection found, or a part of it, to be kept as annotations.' })
export class AdoptDetectionsInput {
  @Field(() => ID, { description: 'The video.' })
  videoId: string

  @Field(() => Int, { description: 'Pixels of the video as displayed, as detectObjects answers them.' })
  videoWidth: number

  @Field(() => Int, { description: 'Pixels of the video as displayed, as detectObjects answers them.' })
  videoHeight: number

  @Field(() => [AdoptedFrameInput], { description: 'At most 500 frames and 10,000 boxes.' })
  frames: AdoptedFrameInput[]

  @Field(() => String, { description: 'type, object or another word of at most 50 characters.' })
  type: string

  @Field(() => String, { nullable: true, description: 'Label of all of them; each what it was taken for if absent.' })
  label?: string

  @Field(() => ID, { nullable: true, description: 'The persona; required for the type `type`.' })
  personaId?: string | null

  @Field(() => LinkType, { nullable: true, description: 'What kind of world object the labels name.' })
  linkType?: LinkType | null

  @Field(() => ID, { nullable: true, description: 'Project to put them into; that of their persona when absent.' })
  projectId?: string | null
}
