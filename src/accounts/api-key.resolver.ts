import { Arg, Args, Ctx, Mutation, Query, Resolver } from 'type-graphql'
import type { ConnectionOf } from '../graphql/connection.js'
import type { GraphQLContext } from '../graphql/context.js'
import { parse } from '../lib/validate.js'
import { createApiKeySchema, updateApiKeySchema } from './account.schema.js'
import * as keys from './api-key.service.js'
import {
  ApiKey,
  ApiKeyConnection,
  ApiKeysArgs,
  CreateApiKeyInput,
  DeleteApiKeyInput,
  UpdateApiKeyInput,
} from './api-key.type.js'

@Resolver(() => ApiKey)
export class ApiKeyResolver {
  @Query(() => ApiKeyConnection, { description: 'The stored keys of the caller, newest first.' })
  apiKeys(@Ctx() ctx: GraphQLContext, @Args(() => ApiKeysArgs) args: ApiKeysArgs): Promise<ConnectionOf<ApiKey>> {
    const { provider, isActive, ...page } = args
    return keys.pageOfApiKeys(ctx, page, { provider, isActive })
  }

  @Query(() => ApiKeyConnection, { description: 'The keys that everybody may use, newest first; for administrators.' })
  sharedApiKeys(@Ctx() ctx: GraphQLContext, @Args(() => ApiKeysArgs) args: ApiKeysArgs): Promise<ConnectionOf<ApiKey>> {
    const { provider, isActive, ...page } = args
    return keys.pageOfApiKeys(ctx, page, { provider, isActive }, { shared: true })
  }

  @Mutation(() => ApiKey, { description: 'Stores a key, encrypted.' })
  createApiKey(
    @Ctx() ctx: GraphQLContext,
    @Arg('input', () => CreateApiKeyInput) input: CreateApiKeyInput,
  ): Promise<ApiKey> {
    const { shared = false, ...key } = input
    return keys.createApiKey(ctx, parse(createApiKeySchema, key), { shared })
  }

  @Mutation(() => ApiKey, { description: 'Changes a stored key.' })
  updateApiKey(
    @Ctx() ctx: GraphQLContext,
    @Arg('input', () => UpdateApiKeyInput) input: UpdateApiKeyInput,
  ): Promise<ApiKey> {
    const { id, shared = false, ...changes } = input
    return keys.updateApiKey(ctx, id, parse(updateApiKeySchema, changes), { shared })
  }

  @Mutation(() => Boolean, { description: 'Removes a stored key.' })
  async deleteApiKey(
    @Ctx() ctx: GraphQLContext,
    @Arg('input', () => DeleteApiKeyInput) input: DeleteApiKeyInput,
  ): Promise<boolean> {
    await keys.deleteApiKey(ctx, input.id, { shared: input.shared ?? false })
    return true
  }
}
