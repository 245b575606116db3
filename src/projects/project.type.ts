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
registerEnumType(ProjectRole, { name: 'ProjectRole', description: 'What somebody is in a project.' })

export enum ProjectScope {
  PERSONAL = 'personal',
  GROUP = 'group',
  ALL = 'all',
}
registerEnumType(ProjectScope, {
  name: 'ProjectScope',
  description: 'Own projects, those of own groups, or both with those joined directly.',
})

@ObjectType({ description: 'What the viewer may do with a project.' })
export class ProjectViewerCan {
  @Field(() => Boolean, { description: 'Change it.' })
  update: boolean

  @Field(() => Boolean, { description: 'Delete it.' })
  delete: boolean

  @Field(() => Boolean, { description: 'Add, change and remove members.' })
  manageMembers: boolean
}

@ObjectType({ implements: Node, description: 'Work on a set of videos by several people.' })
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
  @Field(() => String, { description: 'Name to show.' })
  name: string

  @Field(() => String, { nullable: true, description: 'What the project is for.' })
  description: string | null

  @Field(() => String, { description: 'Unique short name, fixed for good.' })
  slug: string

  @Field(() => Json, { description: 'Settings of front ends, kept as they were sent.' })
  settings: Selectable<Projects>['settings']

  @Field(() => Boolean, { description: 'Put aside: to be read, exported and restored alone; lists leave it out.' })
  isArchived: boolean

  @Field(() => ID, { description: 'Id of the account that made it, kept when the account is gone.' })
  createdBy: string

  @Field(() => DateTime, { description: 'When it was made.' })
  createdAt: string

  @Field(() => DateTime, { description: 'When it was last changed.' })
  updatedAt: string

  @Field(() => ID, { nullable: true, description: 'Id of the account that owns it, null when a group does.' })
  ownerUserId: string | null

  @Field(() => ID, { nullable: true, description: 'Id of the group that owns it, null when an account does.' })
  ownerGroupId: string | null

  @Field(() => User, { nullable: true, description: 'The account that owns it, null when a group does.' })
  ownerUser?: User | null

  @Field(() => Group, { nullable: true, description: 'The group that owns it, for members of the group.' })
  ownerGroup?: Group | null

  @Field(() => [ProjectMember], { description: 'Who works in it, earliest first.' })
  members?: ProjectMember[]
}

@ObjectType({ implements: Node, description: 'Somebody in a project.' })
export class ProjectMember
  extends Node
  implements Pick<Selectable<ProjectMemberships>, 'joinedAt' | 'userId' | 'projectId'>
{
  @Field(() => ProjectRole, { description: 'What the member is there.' })
  role: ProjectRole

  @Field(() => DateTime, { description: 'When the member joined.' })
  joinedAt: string

  @Field(() => ID, { description: 'The account.' })
  userId: string

  @Field(() => ID, { description: 'The project.' })
  projectId: string

  @Field(() => User, { nullable: true, description: 'The account.' })
  user?: User | null

  @Field(() => Project, { nullable: true, description: 'The project.' })
  project?: Project | null
}

export const ProjectConnection = connectionType('Project', () => Project)
export const ProjectPageArgs = orderedPageArgs('Project', {
  NAME: 'name',
  CREATED_AT: 'createdAt',
  UPDATED_AT: 'updatedAt',
})
export type ProjectPageArgs = InstanceType<typeof ProjectPageArgs>
