import { Field, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql'

export enum UserContent {
  KEEP = 'keep',
  TRANSFER = 'transfer',
  DELETE = 'delete',
}
registerEnumType(UserContent, {
  name: 'UserContent',
  description:
    'What happens to the content that a deleted user made in projects, and to personal content that the work of ' +
    'others depends on. Other personal content is deleted in any case.',
  valuesConfig: {
    KEEP: { description: 'The content stays, with an account named "Removed user" as its author.' },
    TRANSFER: {
      description:
        "The user in `transferTo` becomes the author of the content and the owner of the deleted user's projects.",
    },
    DELETE: { description: 'The content is deleted, together with the claims of other users that depend on it.' },
  },
})

@ObjectType({ description: 'Number of items of one kind, inside and outside projects.' })
export class ContentCount {
  @Field(() => Int, { description: 'Number of items that belong to a project.' })
  inProjects: number

  @Field(() => Int, { description: 'Number of items that belong to no project.' })
  personal: number
}

@ObjectType({ description: 'Counts of what a user has, which the deletion of the account affects.' })
export class UserDeletion {
  @Field(() => ContentCount, { description: 'Personas of the user.' })
  personas: ContentCount

  @Field(() => ContentCount, { description: "Objects in the user's worlds." })
  worldObjects: ContentCount

  @Field(() => ContentCount, { description: 'Summaries written by the user.' })
  summaries: ContentCount

  @Field(() => ContentCount, { description: 'Claims made by the user.' })
  claims: ContentCount

  @Field(() => ContentCount, { description: 'Relations between claims that the user made.' })
  claimRelations: ContentCount

  @Field(() => ContentCount, { description: 'Annotations made by the user.' })
  annotations: ContentCount

  @Field(() => Int, {
    description:
      'Number of claims of other users that are deleted too if the content is deleted (DELETE): those in summaries ' +
      "of the user or of the user's personas, and those below the user's claims.",
  })
  claimsOfOthers: number

  @Field(() => Int, { description: 'Number of projects that the user owns; those owned by groups do not count.' })
  projects: number

  @Field(() => Int, { description: 'Number of sessions of the user; they end.' })
  sessions: number

  @Field(() => Int, { description: "Number of the user's stored API keys; they are deleted." })
  apiKeys: number
}

@InputType({ description: 'The user account to delete, and what happens to its content.' })
export class DeleteUserInput {
  @Field(() => ID, { description: "ID of the user. The caller's own account cannot be deleted (FORBIDDEN)." })
  id: string

  @Field(() => UserContent, {
    nullable: true,
    description:
      "What happens to the user's content in projects and to content that others depend on; KEEP when absent.",
  })
  content?: UserContent

  @Field(() => ID, {
    nullable: true,
    description:
      'ID of the user who receives the content, another user with an active account. Required with TRANSFER, refused ' +
      'otherwise.',
  })
  transferTo?: string
}
