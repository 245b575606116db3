import { Field, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql'

export enum UserContent {
  KEEP = 'keep',
  TRANSFER = 'transfer',
  DELETE = 'delete',
}
registerEnumType(UserContent, {
  name: 'UserContent',
  description: 'What becomes of what a deleted user did in projects, and of that which others built on.',
  valuesConfig: {
    KEEP: { description: 'It stays; its author is shown as a removed user.' },
    TRANSFER: { description: 'Another user becomes its author, and the owner of the projects.' },
    DELETE: { description: 'It goes, with the claims of others below.' },
  },
})

@ObjectType({ description: 'How much there is of one kind of content.' })
export class ContentCount {
  @Field(() => Int, { description: 'In projects.' })
  inProjects: number

  @Field(() => Int, { description: 'In no project.' })
  personal: number
}

@ObjectType({ description: 'What an account has, and its deletion concerns.' })
export class UserDeletion {
  @Field(() => ContentCount, { description: 'Personas.' })
  personas: ContentCount

  @Field(() => ContentCount, { description: 'Objects of its worlds.' })
  worldObjects: ContentCount

  @Field(() => ContentCount, { description: 'Summaries that it made.' })
  summaries: ContentCount

  @Field(() => ContentCount, { description: 'Claims that it made.' })
  claims: ContentCount

  @Field(() => ContentCount, { description: 'Relations of claims that it made.' })
  claimRelations: ContentCount

  @Field(() => ContentCount, { description: 'Annotations that it made.' })
  annotations: ContentCount

  @Field(() => Int, { description: 'Claims of others that go with its content where all of that is deleted.' })
  claimsOfOthers: number

  @Field(() => Int, { description: 'Projects that it owns.' })
  projects: number

  @Field(() => Int, { description: 'Sessions.' })
  sessions: number

  @Field(() => Int, { description: 'API keys.' })
  apiKeys: number
}

@InputType({ description: 'An account to remove.' })
export class DeleteUserInput {
  @Field(() => ID, { description: 'The account; not the own one.' })
  id: string

  @Field(() => UserContent, { nullable: true, description: 'What becomes of its content in projects (KEEP).' })
  content?: UserContent

  @Field(() => ID, { nullable: true, description: 'Whose the content becomes, with TRANSFER: an active user.' })
  transferTo?: string
}
