import type { TObject } from '@sinclair/typebox'
import { Arg, Ctx, Extensions, Query, Resolver } from 'type-graphql'
import { fieldOf } from '../graphql/classes.js'
import type { GraphQLContext } from '../graphql/context.js'
import { readsNode } from '../node-readers.js'
import { asRoute } from '../graphql/doors.js'
import { requireOneOf } from '../kind-words.js'
import { resourceTypes } from './vocabulary.js'
import { allOf } from '../lib/page.js'
import { parse } from '../lib/validate.js'
import { explainAccess } from './explain.service.js'
import * as permissions from './permission.service.js'
import { explainSchema, permissionQuery } from './permission.shape.js'
import { AccessExplanation, Permission } from './permission.type.js'

/** Returns an argument that is a member of the schema. */
function member(of: TObject, name: string) {
  const { type, options } = fieldOf(of.properties[name]!, 'input')
  return Arg(name, () => type, options)
}

readsNode('Permission', async (ctx) => allOf(permissions.listPermissions(ctx, {})))

@Resolver(() => Permission)
export class PermissionResolver {
  @Query(() => [Permission], {
    description:
      'Rows of the permission table, sorted by scope, role, resource type and action. For administrators only.',
  })
  @Extensions(asRoute('GET /api/admin/permissions'))
  async permissions(
    @Ctx() ctx: GraphQLContext,
    @member(permissionQuery, 'scope') scope?: string,
    @member(permissionQuery, 'role') role?: string,
    @member(permissionQuery, 'resourceType') resourceType?: string,
    @member(permissionQuery, 'action') action?: string,
  ): Promise<Permission[]> {
    requireOneOf(resourceTypes, resourceType, 'resourceType')
    const filters = Object.entries({ scope, role, resourceType, action }).filter(
      ([, value]) => typeof value === 'string',
    )
    return [...(await allOf(permissions.listPermissions(ctx, parse(permissionQuery, Object.fromEntries(filters)))))]
  }

  @Query(() => AccessExplanation, {
    description:
      'Tells whether a user may do something with a resource, and why. NOT_FOUND for an unknown user or resource. ' +
      'For administrators only.',
  })
  @Extensions(asRoute('GET /api/admin/permissions'))
  explainAccess(
    @Ctx() ctx: GraphQLContext,
    @member(explainSchema, 'userId') userId: string,
    @member(explainSchema, 'action') action: string,
    @member(explainSchema, 'kind') kind: string,
    @member(explainSchema, 'id') id: string,
  ): Promise<AccessExplanation> {
    return explainAccess(ctx, parse(explainSchema, { userId, action, kind, id }))
  }
}
