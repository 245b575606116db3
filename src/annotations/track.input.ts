import { Field, Float, ID, InputType, Int } from 'type-graphql'
import { LinkType } from './annotation.type.js'

@InputType({ description: 'A rectangle in a picture; the field that holds it says in which unit.' })
export class RectangleInput {
  @Field(() => Float, { description: "Left edge, in pixels or as a fraction of the picture's width." })
  x: number

  @Field(() => Float, { description: "Upper edge, in pixels or as a fraction of the picture's height." })
  y: number

  @Field(() => Float, { description: "Width, in pixels or as a fraction of the picture's width; above 0." })
  width: number

  @Field(() => Float, { description: "Height, in pixels or as a fraction of the picture's height; above 0." })
  height: number
}

@InputType({
  description: 'An object in one frame that is to be tracked, and the annotation to create from its track.',
})
export class TrackFromInput {
  @Field(() => ID, { description: 'ID of the video.' })
  videoId: string

  @Field(() => Int, { description: 'Number of the frame in which `box` shows the object, counted from 0.' })
  frame: number

  @Field(() => RectangleInput, { description: 'Where the object is in `frame`, in pixels of the video as displayed.' })
  box: RectangleInput

  @Field(() => Int, {
    nullable: true,
    description:
      'Number of the last frame to track to, not before `frame`; the end of the video if absent. One job tracks at ' +
      'most 108,000 frames: it fails for a longer range, and stops there if no last frame is given.',
  })
  endFrame?: number | null

  @Field(() => Float, {
    nullable: true,
    description:
      'How far interpolation between keyframes may deviate from the tracked boxes, ' +
      "as a fraction of the box's side: 0.005 to 0.5; 0.05 by default.",
  })
  tolerance?: number

  @Field(() => String, {
    description:
      '`type` if `label` names an ontology type, `object` if it names a ' +
      'world object, or another word of at most 50 characters.',
  })
  type: string

  @Field(() => String, {
    description: 'What is annotated: the `key` of an ontology type or of a world object, or free text; not empty.',
  })
  label: string

  @Field(() => ID, {
    nullable: true,
    description: 'ID of the persona from whose perspective the annotation is made; required if `type` is `type`.',
  })
  personaId?: string | null

  @Field(() => LinkType, {
    nullable: true,
    description: 'Kind of world object that `label` names; null or absent if it names none.',
  })
  linkType?: LinkType | null

  @Field(() => ID, {
    nullable: true,
    description:
      'ID of the project to put the annotation into, none if null. If absent, the ' +
      "persona's project, where the viewer may create annotations in it.",
  })
  projectId?: string | null
}

@InputType({ description: 'A detection to keep, as `detectObjects` returns it.' })
export class AdoptedDetectionInput {
  @Field(() => String, { description: 'What the object was recognised as; not empty.' })
  label: string

  @Field(() => RectangleInput, { description: "Where the object is, in fractions of the picture's width and height." })
  boundingBox: RectangleInput

  @Field(() => Float, {
    nullable: true,
    description: 'Confidence of the detection, 0 to 1; null or absent if unknown.',
  })
  confidence?: number | null

  @Field(() => String, {
    nullable: true,
    description:
      'ID of the tracked object, 1 to 255 characters; detections with the same one become ' +
      'one annotation. Without it, each becomes an annotation of its own.',
  })
  trackId?: string | null

  @Field(() => String, {
    nullable: true,
    description:
      'The `key` of the type of the persona that it is. If `type` is `type`, it is the label of the annotation unless ' +
      'the input has a label for all; must then be a type of the persona.',
  })
  typeId?: string | null
}

@InputType({ description: 'The detections to keep from one frame.' })
export class AdoptedFrameInput {
  @Field(() => Int, { description: 'Number of the frame, counted from 0.' })
  frameNumber: number

  @Field(() => [AdoptedDetectionInput], { description: 'The detections of the frame to keep.' })
  detections: AdoptedDetectionInput[]
}

@InputType({ description: 'The result of `detectObjects`, or a part of it, to be kept as annotations.' })
export class AdoptDetectionsInput {
  @Field(() => ID, { description: 'ID of the video.' })
  videoId: string

  @Field(() => Int, { description: 'Width of the video as displayed, in pixels, as `detectObjects` returns it.' })
  videoWidth: number

  @Field(() => Int, { description: 'Height of the video as displayed, in pixels, as `detectObjects` returns it.' })
  videoHeight: number

  @Field(() => [AdoptedFrameInput], {
    description: 'The frames with the detections to keep: 1 to 500 frames, at most 10,000 detections in all.',
  })
  frames: AdoptedFrameInput[]

  @Field(() => String, {
    description:
      '`type` if the labels name ontology types, `object` if they name ' +
      'world objects, or another word of at most 50 characters.',
  })
  type: string

  @Field(() => String, {
    nullable: true,
    description:
      'Label of all annotations: the `key` of an ontology type or of a world object, ' +
      'or free text. If absent, each has the type of its detection if `type` is `type`, else the label of its detection.',
  })
  label?: string

  @Field(() => ID, {
    nullable: true,
    description: 'ID of the persona from whose perspective the annotations are made; required if `type` is `type`.',
  })
  personaId?: string | null

  @Field(() => LinkType, {
    nullable: true,
    description: 'Kind of world object that the labels name; null or absent if they name none.',
  })
  linkType?: LinkType | null

  @Field(() => ID, {
    nullable: true,
    description:
      'ID of the project to put the annotations into, none if null. If absent, the ' +
      "persona's project, where the viewer may create annotations in it.",
  })
  projectId?: string | null
}
