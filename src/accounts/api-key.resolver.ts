import { Args, Ctx, Extensions, Query, Resolver } from 'type-graphql'
import type { ConnectionOf } from '../graphql/connection.js'
import type { GraphQLContext } from '../graphql/context.js'
import { readsNode, unlessRefused } from '../node-readers.js'
import { asRoute } from '../graphql/doors.js'
import { allOf, listPage } from '../lib/page.js'
import * as keys from './api-key.service.js'
import { ApiKey, ApiKeyConnection, ApiKeysArgs } from './api-key.type.js'

/** Reads the actor's own API keys and, for administrators, the shared ones, which have no parent. */
readsNode('ApiKey', async (ctx, found) => {
  const own = found.some(({ parent }) => parent !== null) ? await allOf(keys.listApiKeys(ctx, {})) : []
  const shared = found.some(({ parent }) => parent === null)
    ? await unlessRefused([], async () => allOf(keys.listApiKeys(ctx, { shared: true })))
    : []
  return [...own, ...shared]
})

@Resolver(() => ApiKey)
export class ApiKeyResolver {
  @Query(() => ApiKeyConnection, { description: "The caller's own stored API keys, newest first." })
  @Extensions(asRoute('GET /api/api-keys'))
  apiKeys(
    @Ctx() ctx: GraphQLContext,
    @Args(() => ApiKeysArgs) { filter, ...page }: ApiKeysArgs,
  ): Promise<ConnectionOf<ApiKey>> {
    return listPage(page, keys.listApiKeys(ctx, {}, { ...filter }))
  }

  @Query(() => ApiKeyConnection, {
    description:
      'API keys of the shared pool, newest first; model-service calls use them for users without a key of their own. ' +
      'For administrators only.',
  })
  @Extensions(asRoute('GET /api/admin/api-keys'))
  sharedApiKeys(
    @Ctx() ctx: GraphQLContext,
    @Args(() => ApiKeysArgs) { filter, ...page }: ApiKeysArgs,
  ): Promise<ConnectionOf<ApiKey>> {
    return listPage(page, keys.listApiKeys(ctx, { shared: true }, { ...filter }))
  }
}
