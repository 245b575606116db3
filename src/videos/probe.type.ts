import { Field, Float, Int, ObjectType, registerEnumType } from 'type-graphql'
import { DateTime } from '../graphql/scalars.js'

export enum FrameMoment {
  START = 'start',
  MIDDLE = 'middle',
}
registerEnumType(FrameMoment, {
  name: 'FrameMoment',
  description: 'START is when a frame begins; at MIDDLE every player that seeks there draws it, however it rounds.',
})

@ObjectType({ description: 'A ratio of whole numbers.' })
export class Fraction {
  @Field(() => Int, { description: 'Above the line.' })
  numerator: number

  @Field(() => Int, { description: 'Below the line.' })
  denominator: number
}

@ObjectType({ description: 'What the file of a video says of itself, once all of it was read.' })
export class VideoProbe {
  @Field(() => DateTime, { description: 'When it was read.' })
  probedAt: string

  @Field(() => String, { nullable: true, description: 'Why it is no video that can be read; all else is null then.' })
  fault: string | null

  @Field(() => String, { nullable: true, description: 'SHA-256 of its bytes in hexadecimal.' })
  sha256: string | null

  @Field(() => String, { nullable: true, description: 'Such as h264 or vp9.' })
  codec: string | null

  @Field(() => Int, { nullable: true, description: 'Degrees clockwise by which players turn it: 0, 90, 180 or 270.' })
  rotation: number | null

  @Field(() => Int, { nullable: true, description: 'Pixels as displayed.' })
  width: number | null

  @Field(() => Int, { nullable: true, description: 'Pixels as displayed.' })
  height: number | null

  @Field(() => Float, { nullable: true, description: 'Seconds.' })
  duration: number | null

  @Field(() => Int, { nullable: true, description: 'Frames that players show.' })
  frameCount: number | null

  @Field(() => Fraction, { nullable: true, description: 'Frames a second; the mean where it varies.' })
  frameRate: Fraction | null

  @Field(() => Fraction, { nullable: true, description: "Seconds of one tick, the unit of the file's times." })
  timeBase: Fraction | null

  @Field(() => Boolean, { nullable: true, description: 'Frames do not stand at equal distances.' })
  isVariableRate: boolean | null
}
