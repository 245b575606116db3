import { Field, ObjectType } from 'type-graphql'
import { DateTime, Json } from '../graphql/scalars.js'

@ObjectType({ description: 'What the server can reach: ok or unreachable.' })
export class HealthChecks {
  @Field(() => String, { description: 'The database.' })
  database: string

  @Field(() => String, { description: 'The queue store.' })
  queue: string

  @Field(() => String, { description: 'The model service.' })
  modelService: string
}

@ObjectType({ description: 'Whether the server takes work.' })
export class Health {
  @Field(() => String, { description: 'ready or not ready.' })
  status: string

  @Field(() => DateTime, { description: 'When it was looked at.' })
  timestamp: string

  @Field(() => HealthChecks, { description: 'What it can reach.' })
  checks: HealthChecks
}

@ObjectType({ description: 'The external knowledge base.' })
export class KnowledgeBaseConfig {
  @Field(() => String, { description: 'online or offline.' })
  mode: string

  @Field(() => String, { description: 'Its API.' })
  url: string

  @Field(() => Json, { nullable: true, description: 'Ids in offline mode.' })
  idMapping: unknown

  @Field(() => Boolean, { description: 'Whether front ends may link to it.' })
  allowExternalLinks: boolean
}

@ObjectType({ description: 'Where front ends may link to.' })
export class ExternalLinks {
  @Field(() => Boolean, { description: 'The knowledge base.' })
  kb: boolean

  @Field(() => Boolean, { description: 'Uploaders and pages of videos.' })
  videoSources: boolean
}

@ObjectType('ServerConfig', { description: 'What front ends need to know before anybody has signed in.' })
export class ServerConfigOutput {
  @Field(() => String, { description: 'single-user or multi-user.' })
  mode: string

  @Field(() => Boolean, { description: 'Whether anybody may make an account.' })
  allowRegistration: boolean

  @Field(() => KnowledgeBaseConfig, { description: 'The external knowledge base.' })
  kb: KnowledgeBaseConfig

  @Field(() => ExternalLinks, { description: 'Where front ends may link to.' })
  externalLinks: ExternalLinks
}
