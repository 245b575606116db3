import { Field, ID, InputType } from 'type-graphql'
import { JsonObject } from '../graphql/scalars.js'
import { ProjectRole } from './project.type.js'

@InputType({ description: 'A new project.' })
export class CreateProjectInput {
  @Field(() => String, { description: 'Name to show, not empty.' })
  name: string

  @Field(() => String, { nullable: true, description: 'What the project is for.' })
  description?: string | null

  @Field(() => String, { description: 'Lower-case words joined by hyphens, at most 100 characters, unique.' })
  slug: string

  @Field(() => ID, { nullable: true, description: 'The group that owns it; the caller must be its admin or owner.' })
  ownerGroupId?: string | null

  @Field(() => ID, { nullable: true, description: 'The account that owns it: the own one, or any for administrators.' })
  ownerUserId?: string | null

  @Field(() => JsonObject, { nullable: true, description: 'Settings of front ends.' })
  settings?: Record<string, unknown>
}

@InputType({ description: 'Changes of a project; absent fields stay.' })
export class UpdateProjectInput {
  @Field(() => ID, { description: 'The project.' })
  id: string

  @Field(() => String, { nullable: true, description: 'Name to show, not empty.' })
  name?: string

  @Field(() => String, { nullable: true, description: 'What the project is for; null clears it.' })
  description?: string | null

  @Field(() => JsonObject, { nullable: true, description: 'Replaces the settings as a whole.' })
  settings?: Record<string, unknown>

  @Field(() => Boolean, { nullable: true, description: 'Put it aside or take it up again.' })
  isArchived?: boolean
}

@InputType({ description: 'A project to remove.' })
export class DeleteProjectInput {
  @Field(() => ID, { description: 'The project.' })
  id: string
}

@InputType({ description: 'Somebody and the role to have in a project.' })
export class ProjectMemberInput {
  @Field(() => ID, { description: 'The project.' })
  projectId: string

  @Field(() => ID, { description: 'The account.' })
  userId: string

  @Field(() => ProjectRole, { description: 'Any role but PROJECT_OWNER.' })
  role: ProjectRole
}

@InputType({ description: 'A member to take out of a project.' })
export class RemoveProjectMemberInput {
  @Field(() => ID, { description: 'The project.' })
  projectId: string

  @Field(() => ID, { description: 'The account; the own one to leave.' })
  userId: string
}
