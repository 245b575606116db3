import type { Selectable } from 'kysely'
import { Field, ID, ObjectType, registerEnumType } from 'type-graphql'
import { User } from '../accounts/user.type.js'
import type { ProjectMemberships, Projects } from '../database/schema.js'
import { connectionType } from '../graphql/connection.js'
import { Node } from '../graphql/node.js'
import { orderedPageArgs } from '../graphql/order.js'
import { DateTime, Json } from '../graphql/scalars.js'
import { Group } from '../groups/group.type.js'

export enum ProjectRole {
  PROJECT_OWNER = 'project_owner',
  PROJECT_MANAGER = 'project_manager',
  ANNOTATOR = 'annotator',
  REVIEWER = 'reviewer',
  VIEWER = 'viewer',
}
registerEnumType(ProjectRole, {
  name: 'ProjectRole',
  description: 'Role of a member in a project. Roles and the permission table together decide what a member may do.',
})

export enum ProjectScope {
  PERSONAL = 'personal',
  GROUP = 'group',
  ALL = 'all',
}
registerEnumType(ProjectScope, {
  name: 'ProjectScope',
  description:
    'Which projects to list. PERSONAL: those that the caller owns. GROUP: those owned by groups of the caller. ALL: ' +
    'both, and those that the caller has joined.',
})

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
}

@ObjectType({
  implements: Node,
  description: 'A project: videos that its members annotate together, and the content they make there.',
})
export class Project
  extends Node
  implements
    Pick<
      Selectable<Projects>,
      | 'name'
      | 'description'
      | 'slug'
      | 'settings'
      | 'isArchived'
      | 'createdBy'
      | 'createdAt'
      | 'updatedAt'
      | 'ownerUserId'
      | 'ownerGroupId'
    >
{
  @Field(() => String, { description: 'Display name, not empty.' })
  name: string

  @Field(() => String, { nullable: true, description: 'Description of the project; null if there is none.' })
  description: string | null

  @Field(() => String, {
    description: 'Unique short name of lower-case words joined by hyphens, at most 100 characters. It never changes.',
  })
  slug: string

  @Field(() => Json, { description: 'Settings for front ends, as they were sent. The server does not interpret them.' })
  settings: Selectable<Projects>['settings']

  @Field(() => Boolean, {
    description:
      'Whether the project is archived: its content, members and videos can be read and exported but not changed, ' +
      'and lists leave it out unless asked for.',
  })
  isArchived: boolean

  @Field(() => ID, { description: 'ID of the user who created the project. Kept after that account is deleted.' })
  createdBy: string

  @Field(() => DateTime, { description: 'When it was created.' })
  createdAt: string

  @Field(() => DateTime, { description: 'When it was last changed.' })
  updatedAt: string

  @Field(() => ID, { nullable: true, description: 'ID of the user who owns the project; null if a group owns it.' })
  ownerUserId: string | null

  @Field(() => ID, { nullable: true, description: 'ID of the group that owns the project; null if a user owns it.' })
  ownerGroupId: string | null

  @Field(() => User, { nullable: true, description: 'The user who owns the project; null if a group owns it.' })
  ownerUser?: User | null

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
export class ProjectMember
  extends Node
  implements Pick<Selectable<ProjectMemberships>, 'joinedAt' | 'userId' | 'projectId'>
{
  @Field(() => ProjectRole, { description: 'Role of the member in the project.' })
  role: ProjectRole

  @Field(() => DateTime, { description: 'When the user joined the project.' })
  joinedAt: string

  @Field(() => ID, { description: 'ID of the user.' })
  userId: string

  @Field(() => ID, { description: 'ID of the project.' })
  projectId: string

  @Field(() => User, { nullable: true, description: 'The user who is the member.' })
  user?: User | null

  @Field(() => Project, { nullable: true, description: 'The project; null if the caller may not read it.' })
  project?: Project | null
}

export const ProjectConnection = connectionType('Project', () => Project)
export const ProjectPageArgs = orderedPageArgs('Project', {
  NAME: 'name',
  CREATED_AT: 'createdAt',
  UPDATED_AT: 'updatedAt',
})
export type ProjectPageArgs = InstanceType<typeof ProjectPageArgs>
