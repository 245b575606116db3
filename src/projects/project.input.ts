import { Field, ID, InputType } from 'type-graphql'
import { JsonObject } from '../graphql/scalars.js'
import { ProjectRole } from './project.type.js'

@InputType({
  description:
    'The project to create. Only one of `ownerGroupId` and `ownerUserId` may be given; without either, the caller ' +
    'owns it.',
})
export class CreateProjectInput {
  @Field(() => String, { description: 'Display name, not empty.' })
  name: string

  @Field(() => String, { nullable: true, description: 'Description of the project.' })
  description?: string | null

  @Field(() => String, {
    description:
      'Unique short name: lower-case letters and digits in words joined by hyphens, at most 100 characters. It ' +
      'cannot be changed later.',
  })
  slug: string

  @Field(() => ID, {
    nullable: true,
    description: 'ID of the group that owns the project. The caller must be an owner or admin of that group.',
  })
  ownerGroupId?: string | null

  @Field(() => ID, {
    nullable: true,
    description: "ID of the user who owns the project. Only administrators may give another user's ID.",
  })
  ownerUserId?: string | null

  @Field(() => JsonObject, {
    nullable: true,
    description:
      'Settings for front ends. The server stores them without interpreting them; an empty object when absent.',
  })
  settings?: Record<string, unknown>
}

@InputType({ description: 'Changes to a project; absent fields stay as they are.' })
export class UpdateProjectInput {
  @Field(() => ID, { description: 'ID of the project.' })
  id: string

  @Field(() => String, { nullable: true, description: 'Display name, not empty.' })
  name?: string

  @Field(() => String, { nullable: true, description: 'Description of the project; null clears it.' })
  description?: string | null

  @Field(() => JsonObject, {
    nullable: true,
    description: 'Settings for front ends, not interpreted by the server. They replace the stored settings as a whole.',
  })
  settings?: Record<string, unknown>

  @Field(() => Boolean, {
    nullable: true,
    description:
      'True archives the project, false restores it. An archived project accepts only changes that restore it.',
  })
  isArchived?: boolean
}

@InputType({ description: 'The project to delete.' })
export class DeleteProjectInput {
  @Field(() => ID, { description: 'ID of the project.' })
  id: string
}

@InputType({ description: 'A user and their role in a project.' })
export class ProjectMemberInput {
  @Field(() => ID, { description: 'ID of the project.' })
  projectId: string

  @Field(() => ID, { nullable: true, description: 'ID of the user; required to change the role of a member.' })
  userId?: string | null

  @Field(() => String, {
    nullable: true,
    description: 'For `addProjectMember`: the user name of the user, in place of `userId`.',
  })
  username?: string | null

  @Field(() => ProjectRole, { description: 'Role in the project. PROJECT_OWNER is refused.' })
  role: ProjectRole
}

@InputType({ description: 'The member to remove from a project.' })
export class RemoveProjectMemberInput {
  @Field(() => ID, { description: 'ID of the project.' })
  projectId: string

  @Field(() => ID, { description: "ID of the user; the caller's own to leave the project." })
  userId: string
}
