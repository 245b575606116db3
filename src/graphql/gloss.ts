import { Field, ID, InputType, ObjectType } from 'type-graphql'

@ObjectType({ description: 'A piece of rich text.' })
export class GlossItem {
  @Field(() => String, { description: 'text, typeRef, objectRef, annotationRef or claimRef.' })
  type: string

  @Field(() => String, { description: 'The text, or the id of what it refers to.' })
  content: string

  @Field(() => String, { nullable: true, description: 'Kind of the type or object referred to.' })
  refType?: string | null

  @Field(() => ID, { nullable: true, description: 'Persona whose type is referred to.' })
  refPersonaId?: string | null

  @Field(() => ID, { nullable: true, description: 'Claim referred to.' })
  refClaimId?: string | null
}

@InputType({ description: 'A piece of rich text.' })
export class GlossItemInput {
  @Field(() => String, { description: 'text, typeRef, objectRef, annotationRef or claimRef.' })
  type: string

  @Field(() => String, { description: 'The text, or the id of what it refers to.' })
  content: string

  @Field(() => String, { nullable: true, description: 'Kind of the type or object referred to.' })
  refType?: string | null

  @Field(() => ID, { nullable: true, description: 'Persona whose type is referred to.' })
  refPersonaId?: string | null

  @Field(() => ID, { nullable: true, description: 'Claim referred to.' })
  refClaimId?: string | null
}
