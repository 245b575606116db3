import { ArgsType, Field, ID, InputType, ObjectType } from 'type-graphql'
import { MembersArgs, User } from '../accounts/user.type.js'
import { rowsOf } from '../graphql/classes.js'
import { enumOf } from '../graphql/enums.js'
import { connectionType } from '../graphql/connection.js'
import { filteredArgs } from '../graphql/filter.js'
import { Node } from '../graphql/node.js'
import { orderedPageArgs } from '../graphql/order.js'
import { Group } from '../groups/group.type.js'
import { projectMemberRecord, projectRecord, projectScope } from './project.shape.js'

export const ProjectRole = enumOf(projectMemberRecord.fields.role.shape)
export const ProjectScope = enumOf(projectScope)

@ObjectType({ description: 'What the caller may do with a project.' })
export class ProjectViewerCan {
  @Field(() => Boolean, { description: 'Whether the caller may change the project.' })
  update: boolean

  @Field(() => Boolean, { description: 'Whether the caller may delete the project.' })
  delete: boolean

  @Field(() => Boolean, {
    description: 'Whether the caller may add, change and remove members. False while the project is archived.',
  })
  manageMembers: boolean

  @Field(() => Boolean, {
    description:
      'Whether the caller may add objects to their world in the project. False while the project is archived.',
  })
  addToWorld: boolean
}

@ObjectType({
  implements: Node,
  description: 'A project: videos that its members annotate together, and the content they make there.',
})
export class Project extends rowsOf(projectRecord) {
  @Field(() => User, { nullable: true, description: 'The user who owns the project; null if a group owns it.' })
  owner?: User | null

  @Field(() => User, {
    nullable: true,
    description: 'The user who created the project; null when the account is gone.',
  })
  creator?: User | null

  @Field(() => Group, {
    nullable: true,
    description: 'The group that owns the project; null if a user owns it or the caller may not read the group.',
  })
  ownerGroup?: Group | null

  @Field(() => [ProjectMember], {
    description: 'Members in the order in which they joined; empty if the caller may not read the project.',
  })
  members?: ProjectMember[]
}

@ObjectType({ implements: Node, description: 'Membership of a user in a project.' })
export class ProjectMember extends rowsOf(projectMemberRecord) {
  @Field(() => User, { nullable: true, description: 'The user who is the member.' })
  user?: User | null

  @Field(() => Project, { nullable: true, description: 'The project; null if the caller may not read it.' })
  project?: Project | null
}

export const ProjectMemberConnection = connectionType('ProjectMember', () => ProjectMember)

@ArgsType()
export class ProjectMembersArgs extends MembersArgs {
  @Field(() => ID, { description: 'ID of the project.' })
  projectId: string
}

export const ProjectConnection = connectionType('Project', () => Project)
const ProjectPageArgs = orderedPageArgs('Project', { NAME: 'name', CREATED_AT: 'createdAt', UPDATED_AT: 'updatedAt' })

@InputType({ description: 'Conditions that every listed project meets.' })
class ProjectFilter {
  @Field(() => ProjectScope, {
    nullable: true,
    description: "Which of the caller's projects to list; ALL when absent.",
  })
  scope?: 'personal' | 'group' | 'all'

  @Field(() => String, {
    nullable: true,
    description:
      'Only projects whose name or slug contains this text, ignoring case. No restriction when absent or empty.',
  })
  search?: string

  @Field(() => Boolean, {
    nullable: true,
    description: 'True to list archived projects only; false or absent to list the others only.',
  })
  isArchived?: boolean

  @Field(() => Boolean, {
    nullable: true,
    description:
      "True to list everybody's projects, whatever `scope` says; for administrators only. False when absent.",
  })
  everyones?: boolean
}
export const ProjectsArgs = filteredArgs(ProjectPageArgs, ProjectFilter)
export type ProjectsArgs = InstanceType<typeof ProjectsArgs>
