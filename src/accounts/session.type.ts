import type { Selectable } from 'kysely'
import { ArgsType, Field, ID, ObjectType } from 'type-graphql'
import type { Sessions } from '../database/schema.js'
import { connectionType } from '../graphql/connection.js'
import { Node } from '../graphql/node.js'
import { orderedPageArgs } from '../graphql/order.js'
import { DateTime } from '../graphql/scalars.js'

@ObjectType({ implements: Node, description: 'A session of a signed-in user that has not ended.' })
export class Session
  extends Node
  implements
    Pick<Selectable<Sessions>, 'userId' | 'expiresAt' | 'ipAddress' | 'userAgent' | 'lastActivityAt' | 'createdAt'>
{
  @Field(() => String, { description: "Last eight characters of the session's token, after `...`." })
  token: string

  @Field(() => DateTime, { description: 'When the session expires, unless it is extended.' })
  expiresAt: string

  @Field(() => String, { nullable: true, description: 'IP address from which the user signed in; null if unknown.' })
  ipAddress: string | null

  @Field(() => String, {
    nullable: true,
    description: 'User-Agent header with which the user signed in; null if there was none.',
  })
  userAgent: string | null

  @Field(() => DateTime, { description: 'When the session was last used, exact to about a minute.' })
  lastActivityAt: string

  @Field(() => DateTime, { description: 'When it was created.' })
  createdAt: string

  @Field(() => Boolean, { description: 'Whether this is the session of the current request.' })
  isCurrent: boolean

  @Field(() => ID, { description: 'ID of the user whose session it is.' })
  userId: string
}

export const SessionConnection = connectionType('Session', () => Session)

const SessionPageArgs = orderedPageArgs('Session', {
  CREATED_AT: 'createdAt',
  LAST_ACTIVITY_AT: 'lastActivityAt',
  EXPIRES_AT: 'expiresAt',
})

@ArgsType()
export class SessionsArgs extends SessionPageArgs {
  @Field(() => DateTime, { nullable: true, description: 'Only sessions used at this time or later.' })
  activeSince?: string | null
}

@ArgsType()
export class AllSessionsArgs extends SessionsArgs {
  @Field(() => ID, { nullable: true, description: 'Only sessions of the user with this ID.' })
  userId?: string | null

  @Field(() => String, {
    nullable: true,
    description: 'Only sessions of users whose user name or display name contains this text, ignoring case.',
  })
  search?: string | null
}
