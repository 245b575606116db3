import type { Selectable } from 'kysely'
import { Field, ID, InputType, ObjectType } from 'type-graphql'
import type { RolePermissions } from '../database/schema.js'
import { Node } from '../graphql/node.js'
import { DateTime } from '../graphql/scalars.js'

@ObjectType({
  implements: Node,
  description: 'A row of the permission table: what a role may do with a kind of resource.',
})
export class Permission
  extends Node
  implements
    Pick<
      Selectable<RolePermissions>,
      'scope' | 'role' | 'resourceType' | 'action' | 'ownOnly' | 'createdAt' | 'updatedAt'
    >
{
  @Field(() => String, { description: 'system, group or project.' })
  scope: string

  @Field(() => String, { description: 'Role of the scope, such as annotator.' })
  role: string

  @Field(() => String, { description: 'Kind of resource, such as persona.' })
  resourceType: string

  @Field(() => String, { description: 'What may be done; manage stands for everything.' })
  action: string

  @Field(() => Boolean, { description: 'Only with rows of their own.' })
  ownOnly: boolean

  @Field(() => DateTime, { description: 'When the row was made.' })
  createdAt: string

  @Field(() => DateTime, { description: 'When the row was last changed.' })
  updatedAt: string
}

@ObjectType({ description: 'Whether somebody may do something, and why.' })
export class AccessExplanation {
  @Field(() => Boolean, { description: 'Whether the access rules allow it.' })
  allowed: boolean

  @Field(() => String, { nullable: true, description: 'The role in the project or group concerned.' })
  role: string | null

  @Field(() => [String], { description: 'Every way that leads to the resource.' })
  reasons: string[]
}

@InputType({ description: 'A new row of the permission table.' })
export class CreatePermissionInput {
  @Field(() => String, { description: 'system, group or project.' })
  scope: string

  @Field(() => String, { description: 'A role of the scope.' })
  role: string

  @Field(() => String, {
    description: 'annotation, summary, claim, persona, world_state, video, project, group or user.',
  })
  resourceType: string

  @Field(() => String, {
    description: 'create, read, update, delete, share, export, assign, manage_members, fork, review or manage.',
  })
  action: string

  @Field(() => Boolean, { nullable: true, description: 'Only with rows of their own.' })
  ownOnly?: boolean
}

@InputType({ description: 'A change of a row of the permission table.' })
export class UpdatePermissionInput {
  @Field(() => ID, { description: 'The row.' })
  id: string

  @Field(() => Boolean, { description: 'Only with rows of their own.' })
  ownOnly: boolean
}

@InputType({ description: 'A row of the permission table to remove.' })
export class DeletePermissionInput {
  @Field(() => ID, { description: 'The row.' })
  id: string
}
