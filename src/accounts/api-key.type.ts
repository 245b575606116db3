import type { Selectable } from 'kysely'
import { ArgsType, Field, ID, InputType, Int, ObjectType } from 'type-graphql'
import type { ApiKeys } from '../database/schema.js'
import { connectionType } from '../graphql/connection.js'
import { Node } from '../graphql/node.js'
import { orderedPageArgs } from '../graphql/order.js'
import { DateTime } from '../graphql/scalars.js'

@ObjectType({
  implements: Node,
  description: 'A stored key of an external provider; the key itself is never shown again.',
})
export class ApiKey
  extends Node
  implements
    Pick<
      Selectable<ApiKeys>,
      'userId' | 'provider' | 'keyName' | 'keyMask' | 'isActive' | 'usageCount' | 'lastUsed' | 'createdAt' | 'updatedAt'
    >
{
  @Field(() => ID, { nullable: true, description: 'Whose it is; null in the shared pool.' })
  userId: string | null

  @Field(() => String, { description: 'Provider in lower case.' })
  provider: string

  @Field(() => String, { description: 'Name to show.' })
  keyName: string

  @Field(() => String, { description: 'The last four characters of the key.' })
  keyMask: string

  @Field(() => Boolean, { description: 'Whether model-service calls may use it.' })
  isActive: boolean

  @Field(() => Boolean, {
    description:
      'Whether it can be decrypted and sent. False where its row was changed in the database or its encryption key is gone.',
  })
  isUsable: boolean

  @Field(() => Int, { description: 'How often it was used.' })
  usageCount: number

  @Field(() => DateTime, { nullable: true, description: 'When it was used last.' })
  lastUsed: string | null

  @Field(() => DateTime, { nullable: true, description: 'The same as `lastUsed`.' })
  lastUsedAt: string | null

  @Field(() => DateTime, { description: 'When it was stored.' })
  createdAt: string

  @Field(() => DateTime, { description: 'When it was last changed.' })
  updatedAt: string
}

export const ApiKeyConnection = connectionType('ApiKey', () => ApiKey)
const ApiKeyPageArgs = orderedPageArgs('ApiKey', {
  PROVIDER: 'provider',
  KEY_NAME: 'keyName',
  CREATED_AT: 'createdAt',
  UPDATED_AT: 'updatedAt',
  LAST_USED: 'lastUsed',
  USAGE_COUNT: 'usageCount',
})

@ArgsType()
export class ApiKeysArgs extends ApiKeyPageArgs {
  @Field(() => String, { nullable: true, description: 'Only those of a provider.' })
  provider?: string | null

  @Field(() => Boolean, {
    nullable: true,
    description: 'Only those that model-service calls may use, or only the others.',
  })
  isActive?: boolean | null
}

@InputType({ description: 'A key to store.' })
export class CreateApiKeyInput {
  @Field(() => String, { description: 'Such as anthropic, openai or google; at most one key of each.' })
  provider: string

  @Field(() => String, { description: 'Name to show.' })
  keyName: string

  @Field(() => String, { description: 'The key.' })
  key: string

  @Field(() => Boolean, { nullable: true, description: 'Into the shared pool; for administrators.' })
  shared?: boolean
}

@InputType({ description: 'Changes of a stored key; absent fields stay.' })
export class UpdateApiKeyInput {
  @Field(() => ID, { description: 'The stored key.' })
  id: string

  @Field(() => String, { nullable: true, description: 'Name to show.' })
  keyName?: string

  @Field(() => String, { nullable: true, description: 'Replaces the key.' })
  key?: string

  @Field(() => Boolean, { nullable: true, description: 'Whether model-service calls may use it.' })
  isActive?: boolean

  @Field(() => Boolean, { nullable: true, description: 'One of the shared pool; for administrators.' })
  shared?: boolean
}

@InputType({ description: 'A stored key to remove.' })
export class DeleteApiKeyInput {
  @Field(() => ID, { description: 'The stored key.' })
  id: string

  @Field(() => Boolean, { nullable: true, description: 'One of the shared pool; for administrators.' })
  shared?: boolean
}
