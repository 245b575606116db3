import { Field, ID, InputType, ObjectType } from 'type-graphql'

@ObjectType({ description: 'One item of rich text: a piece of plain text, or a reference.' })
export class GlossItem {
  @Field(() => String, {
    description:
      'Kind of the item: `text`, or a reference to a type of an ontology (`typeRef`), to a world object ' +
      '(`objectRef`), to an annotation (`annotationRef`) or to a claim (`claimRef`).',
  })
  type: string

  @Field(() => String, {
    description:
      'For `text`, the text itself. For a reference, the ID of its target; for a `claimRef` with `refClaimId`, the ' +
      'text to show, such as `[1]`.',
  })
  content: string

  @Field(() => String, {
    nullable: true,
    description: 'Kind of the referenced type or world object, such as `entity`; null if not stated.',
  })
  refType?: string | null

  @Field(() => ID, {
    nullable: true,
    description:
      'For `typeRef`: ID of the persona that defines the type. In the ontology of a persona, null means that persona.',
  })
  refPersonaId?: string | null

  @Field(() => ID, { nullable: true, description: 'For `claimRef`: ID of the claim; null if `content` is that ID.' })
  refClaimId?: string | null
}

@InputType({ description: 'One item of rich text: a piece of plain text, or a reference.' })
export class GlossItemInput {
  @Field(() => String, {
    description:
      'Kind of the item: `text`, or a reference to a type of an ontology (`typeRef`), to a world object ' +
      '(`objectRef`), to an annotation (`annotationRef`) or to a claim (`claimRef`).',
  })
  type: string

  @Field(() => String, {
    description:
      'For `text`, the text itself. For a reference, the ID of its target; for a `claimRef` with `refClaimId`, the ' +
      'text to show, such as `[1]`.',
  })
  content: string

  @Field(() => String, {
    nullable: true,
    description: 'Kind of the referenced type or world object, such as `entity`.',
  })
  refType?: string | null

  @Field(() => ID, {
    nullable: true,
    description:
      'For `typeRef`: ID of the persona that defines the type. In the ontology of a persona, absence means that ' +
      'persona.',
  })
  refPersonaId?: string | null

  @Field(() => ID, { nullable: true, description: 'For `claimRef`: ID of the claim, unless `content` is that ID.' })
  refClaimId?: string | null
}
