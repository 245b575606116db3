import { Field, InputType, ObjectType } from 'type-graphql'
import { rowsOf } from '../graphql/classes.js'
import { connectionType } from '../graphql/connection.js'
import { filteredArgs } from '../graphql/filter.js'
import { Node } from '../graphql/node.js'
import { orderedPageArgs } from '../graphql/order.js'
import { DateTime } from '../graphql/scalars.js'
import { apiKeyRecord } from './api-key.shape.js'

export const aboutUsable =
  'Whether the key can be decrypted and sent in an HTTP header. False if its row was changed in the database, ' +
  'its encryption key is gone, or the key or its provider has characters that a header cannot carry.'
export const aboutLastUsedAt = 'The same as `lastUsed`.'

@ObjectType({
  implements: Node,
  description: 'A stored API key of an external provider. The key itself is never returned.',
})
export class ApiKey extends rowsOf(apiKeyRecord) {
  @Field(() => Boolean, { description: aboutUsable })
  isUsable: boolean

  @Field(() => DateTime, { nullable: true, description: aboutLastUsedAt })
  lastUsedAt: string | null
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

@InputType({ description: 'Conditions that every listed key meets.' })
class ApiKeyFilter {
  @Field(() => String, { nullable: true, description: 'Only keys of this provider, ignoring case.' })
  provider?: string | null

  @Field(() => Boolean, {
    nullable: true,
    description: 'True for active keys only, false for inactive ones only; both when absent.',
  })
  isActive?: boolean | null
}
export const ApiKeysArgs = filteredArgs(ApiKeyPageArgs, ApiKeyFilter)
export type ApiKeysArgs = InstanceType<typeof ApiKeysArgs>
