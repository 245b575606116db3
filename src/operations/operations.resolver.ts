import { Ctx, Query, Resolver } from 'type-graphql'
import { objectOf } from '../graphql/classes.js'
import type { GraphQLContext } from '../graphql/context.js'
import { readiness } from './health.service.js'
import { health, serverConfig, type Health, type ServerConfig } from './operations.shape.js'
import { getServerConfig } from './server-config.service.js'

const HealthOutput = objectOf(health)
const ServerConfigOutput = objectOf(serverConfig)

@Resolver()
export class OperationsResolver {
  @Query(() => HealthOutput, {
    description: 'Whether the server is ready for requests, and which services it can reach.',
  })
  async health(@Ctx() ctx: GraphQLContext): Promise<Health> {
    return { ...(await readiness(ctx)), timestamp: ctx.now().toISOString() }
  }

  @Query(() => ServerConfigOutput, { description: 'Configuration that front ends need before sign-in; public.' })
  serverConfig(@Ctx() ctx: GraphQLContext): Promise<ServerConfig> {
    return getServerConfig(ctx)
  }
}
