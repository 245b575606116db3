import { Arg, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql'
import type { GraphQLContext } from '../graphql/context.js'
import { parse } from '../lib/validate.js'
import { explainAccess } from './explain.service.js'
import { createPermissionSchema, explainSchema, permissionQuery, updatePermissionSchema } from './permission.schema.js'
import * as permissions from './permission.service.js'
import {
  AccessExplanation,
  CreatePermissionInput,
  DeletePermissionInput,
  Permission,
  UpdatePermissionInput,
} from './permission.type.js'

@Resolver(() => Permission)
export class PermissionResolver {
  @Query(() => [Permission], { description: 'The permission table, sorted; for administrators.' })
  permissions(
    @Ctx() ctx: GraphQLContext,
    @Arg('scope', () => String, { nullable: true, description: 'Only this scope.' }) scope?: string,
    @Arg('role', () => String, { nullable: true, description: 'Only this role.' }) role?: string,
    @Arg('resourceType', () => String, { nullable: true, description: 'Only this kind of resource.' })
    resourceType?: string,
    @Arg('action', () => String, { nullable: true, description: 'Only this action.' }) action?: string,
  ): Promise<Permission[]> {
    const given = Object.entries({ scope, role, resourceType, action }).filter(([, value]) => typeof value === 'string')
    return permissions.listPermissions(ctx, parse(permissionQuery, Object.fromEntries(given)))
  }

  @Query(() => AccessExplanation, {
    description: 'Whether a user may do something with a resource, and why; for administrators.',
  })
  explainAccess(
    @Ctx() ctx: GraphQLContext,
    @Arg('userId', () => ID, { description: 'The account.' }) userId: string,
    @Arg('action', () => String, { description: 'Such as read.' }) action: string,
    @Arg('kind', () => String, { description: 'Such as persona.' }) kind: string,
    @Arg('id', () => ID, { description: 'The resource; of create the project or group where it would be made.' })
    id: string,
  ): Promise<AccessExplanation> {
    return explainAccess(ctx, parse(explainSchema, { userId, action, kind, id }))
  }

  @Mutation(() => Permission, { description: 'Adds a row to the permission table; for administrators.' })
  createPermission(
    @Ctx() ctx: GraphQLContext,
    @Arg('input', () => CreatePermissionInput) input: CreatePermissionInput,
  ): Promise<Permission> {
    return permissions.createPermission(ctx, parse(createPermissionSchema, { ...input }))
  }

  @Mutation(() => Permission, { description: 'Changes a row of the permission table; for administrators.' })
  updatePermission(
    @Ctx() ctx: GraphQLContext,
    @Arg('input', () => UpdatePermissionInput) input: UpdatePermissionInput,
  ): Promise<Permission> {
    return permissions.updatePermission(
      ctx,
      input.id,
      parse(updatePermissionSchema, { ownOnly: input.ownOnly }).ownOnly,
    )
  }

  @Mutation(() => Boolean, { description: 'Removes a row of the permission table; for administrators.' })
  async deletePermission(
    @Ctx() ctx: GraphQLContext,
    @Arg('input', () => DeletePermissionInput) input: DeletePermissionInput,
  ): Promise<boolean> {
    await permissions.deletePermission(ctx, input.id)
    return true
  }
}
