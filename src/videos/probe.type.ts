import { Field, Float, Int, ObjectType, registerEnumType } from 'type-graphql'
import { DateTime } from '../graphql/scalars.js'

export enum FrameMoment {
  START = 'start',
  MIDDLE = 'middle',
}
registerEnumType(FrameMoment, {
  name: 'FrameMoment',
  description:
    'Moment within the time that a frame is shown. START is when it begins; MIDDLE ' +
    'is the time to seek to, at which every player draws this frame.',
})

@ObjectType({ description: 'An exact ratio of two integers.' })
export class Fraction {
  @Field(() => Int, { description: 'Numerator of the ratio.' })
  numerator: number

  @Field(() => Int, { description: 'Denominator of the ratio.' })
  denominator: number
}

@ObjectType({ description: 'What was read from the file of a video, as opposed to its metadata.' })
export class VideoProbe {
  @Field(() => DateTime, { description: 'When the file was read.' })
  probedAt: string

  @Field(() => String, {
    nullable: true,
    description:
      'Why the file is not a readable video; all fields but `probedAt` are null then. Null for a readable video.',
  })
  fault: string | null

  @Field(() => String, {
    nullable: true,
    description: 'SHA-256 of the file, in hexadecimal; null if it is not a readable video.',
  })
  sha256: string | null

  @Field(() => String, {
    nullable: true,
    description: 'Video codec, such as h264 or vp9; null if the file is not a readable video.',
  })
  codec: string | null

  @Field(() => Int, {
    nullable: true,
    description:
      'Angle in degrees, clockwise, by which players rotate the picture: 0, ' +
      '90, 180 or 270. Null if the file is not a readable video.',
  })
  rotation: number | null

  @Field(() => Boolean, {
    nullable: true,
    description:
      'Whether players exchange left and right after the rotation, as some telephones ask; null if the file is not a ' +
      'readable video, or was read before this was told.',
  })
  mirrored: boolean | null

  @Field(() => Int, {
    nullable: true,
    description:
      'Width of the video as displayed (square pixels, after rotation), in pixels: boxes are in these pixels. ' +
      'Null if the file is not a readable video.',
  })
  width: number | null

  @Field(() => Int, {
    nullable: true,
    description:
      'Height of the video as displayed (square pixels, after rotation), in pixels: boxes are in these pixels. ' +
      'Null if the file is not a readable video.',
  })
  height: number | null

  @Field(() => Float, {
    nullable: true,
    description: 'When the last frame ends, in seconds of `currentTime`; null if the file is not a readable video.',
  })
  duration: number | null

  @Field(() => Int, {
    nullable: true,
    description: 'Number of frames that players show; null if the file is not a readable video.',
  })
  frameCount: number | null

  @Field(() => Fraction, {
    nullable: true,
    description: 'Frames per second, exactly; the mean if the rate varies. Null if the file is not a readable video.',
  })
  frameRate: Fraction | null

  @Field(() => Fraction, {
    nullable: true,
    description:
      'Length of one tick, the unit of the times in the file, in seconds; null if the file is not a readable video.',
  })
  timeBase: Fraction | null

  @Field(() => Boolean, {
    nullable: true,
    description:
      'Whether the frame rate varies, so that the times of frames do not follow ' +
      'from `frameRate`; null if the file is not a readable video.',
  })
  isVariableRate: boolean | null
}
