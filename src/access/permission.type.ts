import type { Selectable } from 'kysely'
import { Field, ID, InputType, ObjectType } from 'type-graphql'
import type { RolePermissions } from '../database/schema.js'
import { Node } from '../graphql/node.js'
import { DateTime } from '../graphql/scalars.js'

@ObjectType({
  implements: Node,
  description: 'A row of the permission table: it allows a role an action on resources of one type.',
})
export class Permission
  extends Node
  implements
    Pick<
      Selectable<RolePermissions>,
      'scope' | 'role' | 'resourceType' | 'action' | 'ownOnly' | 'createdAt' | 'updatedAt'
    >
{
  @Field(() => String, { description: 'Where the role is held: `system`, `group` or `project`.' })
  scope: string

  @Field(() => String, { description: 'Role in this scope, such as `annotator`.' })
  role: string

  @Field(() => String, { description: 'Type of the resources, such as `persona`.' })
  resourceType: string

  @Field(() => String, { description: 'Action that the row allows, such as `read`; `manage` stands for all actions.' })
  action: string

  @Field(() => Boolean, { description: 'Whether the row allows the action only on what the user has made.' })
  ownOnly: boolean

  @Field(() => DateTime, { description: 'When it was created.' })
  createdAt: string

  @Field(() => DateTime, { description: 'When it was last changed.' })
  updatedAt: string
}

@ObjectType({ description: 'Whether a user may do something with a resource, and why.' })
export class AccessExplanation {
  @Field(() => Boolean, { description: 'Whether the user may do it.' })
  allowed: boolean

  @Field(() => String, {
    nullable: true,
    description: 'Role of the user in the project or group that decides; null if there is none.',
  })
  role: string | null

  @Field(() => [String], {
    description:
      'Every reason for which the user may do it, such as `owner`, `share` or a row of the permission table; empty ' +
      'if they may not, unless it says that the account is deactivated.',
  })
  reasons: string[]
}

@InputType({
  description:
    'The row to add to the permission table. VALIDATION_ERROR if it would have no effect, CONFLICT if it exists ' +
    'already.',
})
export class CreatePermissionInput {
  @Field(() => String, {
    description:
      'Where the role is held: `group` or `project`. A row for `system` would have no effect and is refused.',
  })
  scope: string

  @Field(() => String, {
    description:
      'Role in this scope: `group_owner`, `group_admin` or `group_member`; `project_owner`, `project_manager`, ' +
      '`annotator`, `reviewer` or `viewer`.',
  })
  role: string

  @Field(() => String, {
    description:
      'Type of the resources: `annotation`, `summary`, `claim`, `persona`, `world_state`, `video`, `project`, ' +
      '`group` or `user`.',
  })
  resourceType: string

  @Field(() => String, {
    description:
      'Action to allow: `create`, `read`, `update`, `delete`, `share`, `export`, `assign`, `manage_members`, `fork`, ' +
      '`review`, or `manage` for all of them.',
  })
  action: string

  @Field(() => Boolean, {
    nullable: true,
    description: 'True to allow the action only on what the user has made; false when absent.',
  })
  ownOnly?: boolean
}

@InputType({
  description: 'The change of a row of the permission table. VALIDATION_ERROR if the row would then have no effect.',
})
export class UpdatePermissionInput {
  @Field(() => ID, { description: 'ID of the row.' })
  id: string

  @Field(() => Boolean, { description: 'True to allow the action only on what the user has made.' })
  ownOnly: boolean
}

@InputType({ description: 'The row to delete from the permission table.' })
export class DeletePermissionInput {
  @Field(() => ID, { description: 'ID of the row.' })
  id: string
}
