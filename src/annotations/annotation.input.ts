import { Field, Float, ID, InputType, Int } from 'type-graphql'
import { JsonObject } from '../graphql/scalars.js'
import { LinkType } from './annotation.type.js'

@InputType({ description: 'An annotation to create.' })
export class CreateAnnotationInput {
  @Field(() => ID, {
    description:
      'ID of the video, at most 255 characters. The video need not ' +
      'exist yet; one that the viewer may not see is refused.',
  })
  videoId: string

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

  @Field(() => JsonObject, {
    description: 'The bounding-box sequence: an object with `boxes`, at least one of them a keyframe.',
  })
  frames: object

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

  @Field(() => Float, { nullable: true, description: 'Confidence in the annotation, 0 to 1; 1 by default.' })
  confidence?: number | null

  @Field(() => String, {
    nullable: true,
    description:
      'Where the annotation comes from, in a word of at most 50 ' +
      'characters such as manual or import; manual by default.',
  })
  source?: string

  @Field(() => ID, {
    nullable: true,
    description:
      'ID of the project to put it into, none if null. If absent, the ' +
      "persona's project, where the viewer may create annotations in it.",
  })
  projectId?: string | null
}

@InputType({ description: 'Changes to an annotation; absent fields stay as they are.' })
export class UpdateAnnotationInput {
  @Field(() => ID, { description: 'ID of the annotation.' })
  id: string

  @Field(() => Int, {
    nullable: true,
    description: 'Refuse the change with PRECONDITION_FAILED unless the row is at this version.',
  })
  ifVersion?: number | null

  @Field(() => String, {
    nullable: true,
    description:
      '`type` if `label` names an ontology type, `object` if it names a ' +
      'world object, or another word of at most 50 characters.',
  })
  type?: string

  @Field(() => String, {
    nullable: true,
    description: 'What is annotated: the `key` of an ontology type or of a world object, or free text; not empty.',
  })
  label?: string

  @Field(() => JsonObject, {
    nullable: true,
    description: 'The bounding-box sequence, which replaces the stored one as a whole.',
  })
  frames?: object

  @Field(() => ID, {
    nullable: true,
    description:
      'ID of the persona from whose perspective the annotation is made; null for none, ' +
      'refused if `type` is `type`. A persona in a project where the viewer may create ' +
      'annotations moves it into that project, unless `projectId` is given.',
  })
  personaId?: string | null

  @Field(() => LinkType, {
    nullable: true,
    description: 'Kind of world object that `label` names; null if it names none.',
  })
  linkType?: LinkType | null

  @Field(() => Float, { nullable: true, description: 'Confidence in the annotation, 0 to 1; null for unknown.' })
  confidence?: number | null

  @Field(() => String, {
    nullable: true,
    description: 'Where the annotation comes from, in a word of at most 50 characters such as manual or import.',
  })
  source?: string

  @Field(() => ID, {
    nullable: true,
    description: 'ID of the project to move it into; null takes it out of its project.',
  })
  projectId?: string | null
}

@InputType({ description: 'The annotation to delete.' })
export class DeleteAnnotationInput {
  @Field(() => ID, { description: "ID of the annotation's video; NOT_FOUND if the annotation belongs to another one." })
  videoId: string

  @Field(() => ID, { description: 'ID of the annotation.' })
  id: string

  @Field(() => Int, {
    nullable: true,
    description: 'Refuse the deletion with PRECONDITION_FAILED unless the row is at this version.',
  })
  ifVersion?: number | null
}

@InputType({ description: 'A range of frames of a video, both ends included.' })
export class FrameWindowInput {
  @Field(() => Int, { description: 'Number of the first frame, counted from 0.' })
  from: number

  @Field(() => Int, { description: 'Number of the last frame, counted from 0; not before `from`.' })
  to: number
}

@InputType('AnnotationFilter', {
  description: 'Which annotations to list. All given conditions must be met; absent fields do not restrict.',
})
export class AnnotationFilterInput {
  @Field(() => ID, { nullable: true, description: 'Only annotations of the persona with this ID.' })
  personaId?: string

  @Field(() => String, { nullable: true, description: 'Only annotations with exactly this `type`, such as object.' })
  type?: string

  @Field(() => LinkType, {
    nullable: true,
    description: 'Only annotations whose label names this kind of world object.',
  })
  linkType?: LinkType

  @Field(() => String, { nullable: true, description: 'Only annotations with exactly this label.' })
  label?: string

  @Field(() => String, { nullable: true, description: 'Only annotations from exactly this source, such as manual.' })
  source?: string

  @Field(() => ID, { nullable: true, description: 'Only annotations created by the user with this ID.' })
  createdBy?: string

  @Field(() => FrameWindowInput, {
    nullable: true,
    description:
      'Only annotations whose boxes reach into this range of frames; gaps ' +
      'between their first and last box count as reached.',
  })
  visibleIn?: FrameWindowInput
}

@InputType({ description: 'Annotations to create together: either all of them or, if one is refused, none.' })
export class SaveAnnotationsInput {
  @Field(() => [CreateAnnotationInput], { description: '1 to 1,000 annotations, returned in the same order.' })
  annotations: CreateAnnotationInput[]
}

@InputType({
  description: 'A keyframe to set on one frame. Absent fields keep the values of the box that the frame has, if any.',
})
export class KeyframeInput {
  @Field(() => Int, { description: 'Number of the frame, counted from 0.' })
  frameNumber: number

  @Field(() => Float, { description: 'Left edge, in pixels of the video as displayed.' })
  x: number

  @Field(() => Float, { description: 'Upper edge, in pixels of the video as displayed.' })
  y: number

  @Field(() => Float, { description: 'Width in pixels, above 0.' })
  width: number

  @Field(() => Float, { description: 'Height in pixels, above 0.' })
  height: number

  @Field(() => Boolean, {
    nullable: true,
    description:
      'False hides the annotation from this keyframe to the next visible one; ' +
      'without effect while the sequence has `visibilityRanges`.',
  })
  visible?: boolean

  @Field(() => Float, { nullable: true, description: 'Confidence in the box, 0 to 1.' })
  confidence?: number
}

@InputType({
  description:
    'Changes to a bounding-box sequence: keyframes to set, boxes to delete, and lists to ' +
    'replace; at least one change. A result that is not a valid sequence is refused.',
})
export class PatchSequenceInput {
  @Field(() => ID, { description: 'ID of the annotation.' })
  id: string

  @Field(() => Int, {
    nullable: true,
    description: 'Refuse the change with PRECONDITION_FAILED unless the row is at this version.',
  })
  ifVersion?: number | null

  @Field(() => [KeyframeInput], {
    nullable: true,
    description: 'Keyframes to set, at most 1,000. A frame may occur only once in `upsert` and `delete` together.',
  })
  upsert?: KeyframeInput[]

  @Field(() => [Int], {
    nullable: true,
    description:
      'Numbers of the frames whose stored boxes are deleted, at most 1,000; a frame without a stored box is refused.',
  })
  delete?: number[]

  @Field(() => [JsonObject], {
    nullable: true,
    description:
      'How boxes move between keyframes: segments that replace those of ' +
      'the sequence. Absent keeps them, null removes them.',
  })
  interpolationSegments?: Record<string, unknown>[] | null

  @Field(() => [JsonObject], {
    nullable: true,
    description:
      'Where the annotation is visible or hidden: ranges of frames that replace ' +
      'those of the sequence. Absent keeps them, null removes them.',
  })
  visibilityRanges?: Record<string, unknown>[] | null
}
