import { Field, ID, InputType, ObjectType } from 'type-graphql'
import { rowsOf } from '../graphql/classes.js'
import { connectionType } from '../graphql/connection.js'
import { filteredArgs } from '../graphql/filter.js'
import { Node } from '../graphql/node.js'
import { orderedPageArgs } from '../graphql/order.js'
import { apiTokenRecord } from './api-token.shape.js'

@ObjectType({
  implements: Node,
  description: 'A token by which a program acts for a user. Its text is shown only when it is made.',
})
export class Token extends rowsOf(apiTokenRecord) {
  @Field(() => String, { description: apiTokenRecord.fields.tokenTail.shape.description })
  tail: string
}

export const aboutNewToken = 'The token itself. It is shown this once: the server keeps only its SHA-256.'

export const TokenConnection = connectionType('Token', () => Token)

const TokenPageArgs = orderedPageArgs('Token', { NAME: 'name', CREATED_AT: 'createdAt' })

@InputType({ description: 'Conditions that every listed token meets.' })
class TokenFilter {
  @Field(() => ID, { nullable: true, description: 'Only tokens of the user with this ID.' })
  userId?: string | null

  @Field(() => String, {
    nullable: true,
    description: 'Only tokens whose name, or the user name or display name of whose user, contains this text.',
  })
  search?: string | null
}
export const TokensArgs = filteredArgs(TokenPageArgs, TokenFilter)
export type TokensArgs = InstanceType<typeof TokensArgs>
