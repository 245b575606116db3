import { Field, ObjectType } from 'type-graphql'

@ObjectType({ description: 'What the viewer may do with something that they read.' })
export class ViewerCan {
  @Field(() => Boolean, { description: 'Change it.' })
  update: boolean

  @Field(() => Boolean, { description: 'Delete it.' })
  delete: boolean

  @Field(() => Boolean, { description: 'Share it with others.' })
  share: boolean
}
