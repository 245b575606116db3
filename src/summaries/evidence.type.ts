import { Field, Float, Int, ObjectType } from 'type-graphql'

@ObjectType({
  description: 'A box that is evidence, in a frame; x, y, width and height are fractions of the picture, 0 to 1.',
})
export class EvidenceBox {
  @Field(() => String, { description: 'Class of the detected object, or the text that was read in the box.' })
  label: string

  @Field(() => Float, { description: 'Left edge, as a fraction of the picture width.' })
  x: number

  @Field(() => Float, { description: 'Top edge, as a fraction of the picture height.' })
  y: number

  @Field(() => Float, { description: 'Width, as a fraction of the picture width.' })
  width: number

  @Field(() => Float, { description: 'Height, as a fraction of the picture height.' })
  height: number

  @Field(() => Float, { nullable: true, description: 'Confidence, 0 to 1; null when unknown.' })
  confidence?: number | null

  @Field(() => String, {
    nullable: true,
    description:
      'The `key` of the type of the persona that the label stood for when the summary was made; null when there was none.',
  })
  typeId?: string | null

  @Field(() => String, { nullable: true, description: 'Name that the type `typeId` had then.' })
  typeName?: string | null
}

@ObjectType({ description: 'A frame of the video that is evidence for a statement.' })
export class EvidenceFrame {
  @Field(() => Int, { description: 'Number of the frame, counted from 0.' })
  frameNumber: number

  @Field(() => Float, { nullable: true, description: 'Seconds from the start of the video; null when unknown.' })
  timestamp?: number | null

  @Field(() => [EvidenceBox], {
    nullable: true,
    description: 'Where in the frame the evidence is; null or empty when it is the whole frame.',
  })
  boxes?: EvidenceBox[] | null
}

@ObjectType({ description: 'Evidence for a sentence of a summary or for a claim: where in the video it was found.' })
export class Evidence {
  @Field(() => String, { description: 'The sentence of the summary that the evidence supports.' })
  text: string

  @Field(() => String, {
    description:
      'Kind of evidence: `measured` signals, objects `seen`, text `read` or speech `heard`; a `note` is a sentence in ' +
      'which the model speaks of itself, of which no claim is made.',
  })
  source: string

  @Field(() => Float, { nullable: true, description: 'Confidence, 0 to 1; null when unknown.' })
  confidence?: number | null

  @Field(() => Float, {
    nullable: true,
    description: 'Start, in seconds of the video; null when the evidence is the whole video.',
  })
  startTime?: number | null

  @Field(() => Float, {
    nullable: true,
    description: 'End, in seconds of the video; null when the evidence is the whole video.',
  })
  endTime?: number | null

  @Field(() => [EvidenceFrame], {
    nullable: true,
    description: 'Frames that show it; the built-in model service gives at most 12.',
  })
  frames?: EvidenceFrame[] | null
}
