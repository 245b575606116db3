import { Ctx, Query, Resolver } from 'type-graphql'
import type { GraphQLContext } from '../graphql/context.js'
import { readiness } from './health.service.js'
import { Health, ServerConfigOutput } from './operations.type.js'
import { getServerConfig } from './server-config.service.js'

@Resolver()
export class OperationsResolver {
  @Query(() => Health, { description: 'Whether the server takes work and what it can reach.' })
  async health(@Ctx() ctx: GraphQLContext): Promise<Health> {
    return { ...(await readiness(ctx)), timestamp: ctx.now().toISOString() }
  }

  @Query(() => ServerConfigOutput, { description: 'What front ends need to know before anybody has signed in.' })
  serverConfig(@Ctx() ctx: GraphQLContext): Promise<ServerConfigOutput> {
    return getServerConfig(ctx)
  }
}
