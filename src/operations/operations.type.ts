import { Field, ObjectType } from 'type-graphql'
import { DateTime, Json } from '../graphql/scalars.js'

@ObjectType({ description: 'Which services the server can reach: each is `ok` or `unreachable`.' })
export class HealthChecks {
  @Field(() => String, { description: '`ok` if the database answers, else `unreachable`.' })
  database: string

  @Field(() => String, { description: '`ok` if the queue store answers, else `unreachable`.' })
  queue: string

  @Field(() => String, { description: '`ok` if the model service answers, else `unreachable`.' })
  modelService: string
}

@ObjectType({ description: 'Whether the server is ready for requests.' })
export class Health {
  @Field(() => String, {
    description: '`ready`, or `not ready` while the database is unreachable or the server shuts down.',
  })
  status: string

  @Field(() => DateTime, { description: 'When this was checked.' })
  timestamp: string

  @Field(() => HealthChecks, { description: 'Which services the server can reach.' })
  checks: HealthChecks
}

@ObjectType({ description: 'The external knowledge base, such as Wikidata, in which front ends look up items.' })
export class KnowledgeBaseConfig {
  @Field(() => String, { description: 'Mode of the knowledge base: `online` or `offline`.' })
  mode: string

  @Field(() => String, { description: 'URL of the API of the knowledge base.' })
  url: string

  @Field(() => Json, {
    nullable: true,
    description:
      'Maps IDs of another knowledge base to IDs of this one, as a JSON ' +
      'object; null in online mode or without a mapping.',
  })
  idMapping: unknown

  @Field(() => Boolean, { description: 'Whether front ends may link to the knowledge base.' })
  allowExternalLinks: boolean
}

@ObjectType({ description: 'Which outside links front ends may show.' })
export class ExternalLinks {
  @Field(() => Boolean, { description: 'Whether front ends may link to the knowledge base.' })
  kb: boolean

  @Field(() => Boolean, { description: 'Whether front ends may link to the uploaders and web pages of videos.' })
  videoSources: boolean
}

@ObjectType('ServerConfig', { description: 'Configuration that front ends need before sign-in.' })
export class ServerConfigOutput {
  @Field(() => String, { description: 'Mode of the server: `single-user` or `multi-user`.' })
  mode: string

  @Field(() => Boolean, { description: 'Whether anybody may register; always false in single-user mode.' })
  allowRegistration: boolean

  @Field(() => KnowledgeBaseConfig, { description: 'The external knowledge base and its mode.' })
  kb: KnowledgeBaseConfig

  @Field(() => ExternalLinks, { description: 'Which outside links front ends may show.' })
  externalLinks: ExternalLinks
}
