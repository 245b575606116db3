import type { Selectable } from 'kysely'
import { ArgsType, Field, ID, InputType, Int, ObjectType } from 'type-graphql'
import type { ApiKeys } from '../database/schema.js'
import { connectionType } from '../graphql/connection.js'
import { Node } from '../graphql/node.js'
import { orderedPageArgs } from '../graphql/order.js'
import { DateTime } from '../graphql/scalars.js'

@ObjectType({
  implements: Node,
  description: 'A stored API key of an external provider. The key itself is never returned.',
})
export class ApiKey
  extends Node
  implements
    Pick<
      Selectable<ApiKeys>,
      'userId' | 'provider' | 'keyName' | 'keyMask' | 'isActive' | 'usageCount' | 'lastUsed' | 'createdAt' | 'updatedAt'
    >
{
  @Field(() => ID, {
    nullable: true,
    description: 'ID of the user who owns the key; null for a key of the shared pool.',
  })
  userId: string | null

  @Field(() => String, { description: 'Name of the provider in lower case, such as `openai`.' })
  provider: string

  @Field(() => String, { description: 'Display name.' })
  keyName: string

  @Field(() => String, {
    description:
      'Last four characters of the key after `...`; `...` alone if the key has no more than four characters.',
  })
  keyMask: string

  @Field(() => Boolean, { description: 'Whether model-service calls may use the key.' })
  isActive: boolean

  @Field(() => Boolean, {
    description:
      'Whether the key can be decrypted and sent in an HTTP header. False if its row was changed in the database, ' +
      'its encryption key is gone, or the key or its provider has characters that a header cannot carry.',
  })
  isUsable: boolean

  @Field(() => Int, { description: 'Number of model-service calls with the key that the provider has answered.' })
  usageCount: number

  @Field(() => DateTime, {
    nullable: true,
    description: 'When the provider last answered a call with the key; null if never.',
  })
  lastUsed: string | null

  @Field(() => DateTime, { nullable: true, description: 'The same as `lastUsed`.' })
  lastUsedAt: string | null

  @Field(() => DateTime, { description: 'When it was created.' })
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
  @Field(() => String, { nullable: true, description: 'Only keys of this provider, ignoring case.' })
  provider?: string | null

  @Field(() => Boolean, {
    nullable: true,
    description: 'True for active keys only, false for inactive ones only; both when absent.',
  })
  isActive?: boolean | null
}

@InputType({ description: 'The API key to store.' })
export class CreateApiKeyInput {
  @Field(() => String, {
    description:
      'Name of the provider, such as `anthropic`, `openai` or `google`: 1 to 50 characters, kept in lower case. At ' +
      'most one key of each provider is stored.',
  })
  provider: string

  @Field(() => String, { description: 'Display name, 1 to 255 characters.' })
  keyName: string

  @Field(() => String, {
    description: 'The API key, at most 8192 characters; space around it is removed. It is stored encrypted.',
  })
  key: string

  @Field(() => Boolean, {
    nullable: true,
    description: "True to store the key in the shared pool, for administrators only; otherwise it is the caller's own.",
  })
  shared?: boolean
}

@InputType({ description: 'Changes to a stored API key; absent fields stay as they are.' })
export class UpdateApiKeyInput {
  @Field(() => ID, { description: 'ID of the stored API key.' })
  id: string

  @Field(() => String, { nullable: true, description: 'Display name, 1 to 255 characters.' })
  keyName?: string

  @Field(() => String, {
    nullable: true,
    description: 'The API key that replaces the stored one, at most 8192 characters; space around it is removed.',
  })
  key?: string

  @Field(() => Boolean, { nullable: true, description: 'Whether model-service calls may use the key.' })
  isActive?: boolean

  @Field(() => Boolean, {
    nullable: true,
    description:
      "True if the key is one of the shared pool, for administrators only; otherwise it is one of the caller's own.",
  })
  shared?: boolean
}

@InputType({ description: 'The stored API key to delete.' })
export class DeleteApiKeyInput {
  @Field(() => ID, { description: 'ID of the stored API key.' })
  id: string

  @Field(() => Boolean, {
    nullable: true,
    description:
      "True if the key is one of the shared pool, for administrators only; otherwise it is one of the caller's own.",
  })
  shared?: boolean
}
