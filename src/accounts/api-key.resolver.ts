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
  @Query(() => ApiKeyConnection, { description: "The caller's own stored API keys, newest first." })
  apiKeys(@Ctx() ctx: GraphQLContext, @Args(() => ApiKeysArgs) args: ApiKeysArgs): Promise<ConnectionOf<ApiKey>> {
    const { provider, isActive, ...page } = args
    return keys.pageOfApiKeys(ctx, page, { provider, isActive })
  }

  @Query(() => ApiKeyConnection, {
    description:
      'API keys of the shared pool, newest first; model-service calls use them for users without a key of their own. ' +
      'For administrators only.',
  })
  sharedApiKeys(@Ctx() ctx: GraphQLContext, @Args(() => ApiKeysArgs) args: ApiKeysArgs): Promise<ConnectionOf<ApiKey>> {
    const { provider, isActive, ...page } = args
    return keys.pageOfApiKeys(ctx, page, { provider, isActive }, { shared: true })
  }

  @Mutation(() => ApiKey, {
    description:
      'Stores an API key of an external provider, encrypted. CONFLICT if a key of the same provider is stored already.',
  })
  createApiKey(
    @Ctx() ctx: GraphQLContext,
    @Arg('input', () => CreateApiKeyInput) input: CreateApiKeyInput,
  ): Promise<ApiKey> {
    const { shared = false, ...key } = input
    return keys.createApiKey(ctx, parse(createApiKeySchema, key), { shared })
  }

  @Mutation(() => ApiKey, { description: 'Changes a stored API key.' })
  updateApiKey(
    @Ctx() ctx: GraphQLContext,
    @Arg('input', () => UpdateApiKeyInput) input: UpdateApiKeyInput,
  ): Promise<ApiKey> {
    const { id, shared = false, ...changes } = input
    return keys.updateApiKey(ctx, id, parse(updateApiKeySchema, changes), { shared })
  }

  @Mutation(() => Boolean, { description: 'Deletes a stored API key. Returns true.' })
  async deleteApiKey(
    @Ctx() ctx: GraphQLContext,
    @Arg('input', () => DeleteApiKeyInput) input: DeleteApiKeyInput,
  ): Promise<boolean> {
    await keys.deleteApiKey(ctx, input.id, { shared: input.shared ?? false })
    return true
  }
}
