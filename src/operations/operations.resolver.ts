import { Ctx, Query, Resolver } from 'type-graphql'
import type { GraphQLContext } from '../graphql/context.js'
import { readiness } from './health.service.js'
import { Health, ServerConfigOutput } from './operations.type.js'
import { getServerConfig } from './server-config.service.js'

@Resolver()
export class OperationsResolver {
  @Query(() => Health, { description: 'Whether the server is ready for requests, and which services it can reach.' })
  async health(@Ctx() ctx: GraphQLContext): Promise<Health> {
    return { ...(await readiness(ctx)), timestamp: ctx.now().toISOString() }
  }

  @Query(() => ServerConfigOutput, { description: 'Configuration that front ends need before sign-in; public.' })
  serverConfig(@Ctx() ctx: GraphQLContext): Promise<ServerConfigOutput> {
    return getServerConfig(ctx)
  }
}
