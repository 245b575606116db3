import { Field, ObjectType } from 'type-graphql'

@ObjectType({ description: 'What the caller may do with an object that they can read.' })
export class ViewerCan {
  @Field(() => Boolean, { description: 'Whether the caller may change it.' })
  update: boolean

  @Field(() => Boolean, { description: 'Whether the caller may delete it.' })
  delete: boolean

  @Field(() => Boolean, { description: 'Whether the caller may share it with others.' })
  share: boolean

  @Field(() => Boolean, {
    description: 'Whether the caller may accept or reject it; false for what is never reviewed.',
  })
  review: boolean
}
