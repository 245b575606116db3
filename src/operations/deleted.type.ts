import { Field, ID, ObjectType } from 'type-graphql'

@ObjectType({ description: 'Deleted objects of one type.' })
export class DeletedObjects {
  @Field(() => String, { description: 'Name of their type, such as `Claim`.' })
  type: string

  @Field(() => [ID], { description: 'The `id` of each.' })
  ids: string[]
}
