import type { Selectable } from 'kysely'
import { ArgsType, Field, ID, ObjectType } from 'type-graphql'
import type { Sessions } from '../database/schema.js'
import { connectionType } from '../graphql/connection.js'
import { Node } from '../graphql/node.js'
import { orderedPageArgs } from '../graphql/order.js'
import { DateTime } from '../graphql/scalars.js'

@ObjectType({ implements: Node, description: 'A sign-in that has not ended.' })
export class Session
  extends Node
  implements
    Pick<Selectable<Sessions>, 'userId' | 'expiresAt' | 'ipAddress' | 'userAgent' | 'lastActivityAt' | 'createdAt'>
{
  @Field(() => String, { description: 'The last eight characters of its token.' })
  token: string

  @Field(() => DateTime, { description: 'When it ends by itself.' })
  expiresAt: string

  @Field(() => String, { nullable: true, description: 'Address it was made from.' })
  ipAddress: string | null

  @Field(() => String, { nullable: true, description: 'Program it was made with.' })
  userAgent: string | null

  @Field(() => DateTime, { description: 'Last request, to the minute.' })
  lastActivityAt: string

  @Field(() => DateTime, { description: 'When it was made.' })
  createdAt: string

  @Field(() => Boolean, { description: 'Whether this request came with it.' })
  isCurrent: boolean

  @Field(() => ID, { description: 'Whose it is.' })
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
  @Field(() => DateTime, { nullable: true, description: 'Only those used since then.' })
  activeSince?: string | null
}

@ArgsType()
export class AllSessionsArgs extends SessionsArgs {
  @Field(() => ID, { nullable: true, description: 'Only those of a user.' })
  userId?: string | null

  @Field(() => String, {
    nullable: true,
    description: 'Only those of users whose user name or display name contains this.',
  })
  search?: string | null
}
