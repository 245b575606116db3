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
  @Query(() => [Permission], {
    description:
      'Rows of the permission table, sorted by scope, role, resource type and action. For administrators only.',
  })
  permissions(
    @Ctx() ctx: GraphQLContext,
    @Arg('scope', () => String, {
      nullable: true,
      description: 'Only rows of this scope: `system`, `group` or `project`.',
    })
    scope?: string,
    @Arg('role', () => String, { nullable: true, description: 'Only rows for this role, such as `annotator`.' })
    role?: string,
    @Arg('resourceType', () => String, {
      nullable: true,
      description: 'Only rows for this type of resource, such as `persona`.',
    })
    resourceType?: string,
    @Arg('action', () => String, {
      nullable: true,
      description: 'Only rows for this action, such as `read`. Rows for `manage` are listed under `manage` alone.',
    })
    action?: string,
  ): Promise<Permission[]> {
    const given = Object.entries({ scope, role, resourceType, action }).filter(([, value]) => typeof value === 'string')
    return permissions.listPermissions(ctx, parse(permissionQuery, Object.fromEntries(given)))
  }

  @Query(() => AccessExplanation, {
    description:
      'Tells whether a user may do something with a resource, and why. NOT_FOUND for an unknown user or resource. ' +
      'For administrators only.',
  })
  explainAccess(
    @Ctx() ctx: GraphQLContext,
    @Arg('userId', () => ID, { description: 'ID of the user.' }) userId: string,
    @Arg('action', () => String, {
      description: 'The action in question, such as `read`; one of those that the permission table knows.',
    })
    action: string,
    @Arg('kind', () => String, {
      description: 'Type of the resource, such as `persona`; one of those that the permission table knows.',
    })
    kind: string,
    @Arg('id', () => ID, {
      description:
        'ID of the resource. For the action `create`: ID of the project in which content would be made, or of the ' +
        'group in which a project would be made.',
    })
    id: string,
  ): Promise<AccessExplanation> {
    return explainAccess(ctx, parse(explainSchema, { userId, action, kind, id }))
  }

  @Mutation(() => Permission, {
    description: 'Adds a row to the permission table. It takes effect with the next request. For administrators only.',
  })
  createPermission(
    @Ctx() ctx: GraphQLContext,
    @Arg('input', () => CreatePermissionInput) input: CreatePermissionInput,
  ): Promise<Permission> {
    return permissions.createPermission(ctx, parse(createPermissionSchema, { ...input }))
  }

  @Mutation(() => Permission, {
    description: 'Changes a row of the permission table, with effect from the next request. For administrators only.',
  })
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

  @Mutation(() => Boolean, {
    description:
      'Deletes a row of the permission table, with effect from the next request. For administrators only. Returns ' +
      'true.',
  })
  async deletePermission(
    @Ctx() ctx: GraphQLContext,
    @Arg('input', () => DeletePermissionInput) input: DeletePermissionInput,
  ): Promise<boolean> {
    await permissions.deletePermission(ctx, input.id)
    return true
  }
}
