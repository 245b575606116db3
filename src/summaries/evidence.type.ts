import { Field, Float, Int, ObjectType } from 'type-graphql'

@ObjectType({ description: 'A box in a frame; shares of the picture, 0 to 1.' })
export class EvidenceBox {
  @Field(() => String, { description: 'A class of the detector, or the text that was read.' })
  label: string

  @Field(() => Float, { description: 'Left edge.' })
  x: number

  @Field(() => Float, { description: 'Upper edge.' })
  y: number

  @Field(() => Float, { description: 'Width.' })
  width: number

  @Field(() => Float, { description: 'Height.' })
  height: number

  @Field(() => Float, { nullable: true, description: '0 to 1.' })
  confidence?: number | null
}

@ObjectType({ description: 'A frame that shows something.' })
export class EvidenceFrame {
  @Field(() => Int, { description: 'Number of the frame, from 0.' })
  frameNumber: number

  @Field(() => Float, { nullable: true, description: 'Seconds from the start.' })
  timestamp?: number | null

  @Field(() => [EvidenceBox], { nullable: true, description: 'Where it shows it.' })
  boxes?: EvidenceBox[] | null
}

@ObjectType({ description: 'What a sentence of a summary, or a claim, rests on.' })
export class Evidence {
  @Field(() => String, { description: 'The sentence.' })
  text: string

  @Field(() => String, { description: 'measured, seen, read or heard.' })
  source: string

  @Field(() => Float, { nullable: true, description: 'How sure it is, 0 to 1.' })
  confidence?: number | null

  @Field(() => Float, {
    nullable: true,
    description: 'From when on, in seconds; null where it is about the whole video.',
  })
  startTime?: number | null

  @Field(() => Float, { nullable: true, description: 'Until when, in seconds.' })
  endTime?: number | null

  @Field(() => [EvidenceFrame], { nullable: true, description: 'Frames that show it, at most twelve.' })
  frames?: EvidenceFrame[] | null
}
