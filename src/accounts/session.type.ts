import { Field, ID, InputType, ObjectType } from 'type-graphql'
import { rowsOf } from '../graphql/classes.js'
import { connectionType } from '../graphql/connection.js'
import { filteredArgs } from '../graphql/filter.js'
import { Node } from '../graphql/node.js'
import { orderedPageArgs } from '../graphql/order.js'
import { DateTime } from '../graphql/scalars.js'
import { sessionRecord } from './session.shape.js'

export const aboutCurrent = 'Whether this is the session of the current request.'

@ObjectType({ implements: Node, description: 'A session of a signed-in user that has not ended.' })
export class Session extends rowsOf(sessionRecord) {
  @Field(() => String, { description: sessionRecord.fields.tokenTail.shape.description })
  token: string

  @Field(() => Boolean, { description: aboutCurrent })
  isCurrent: boolean
}

export const SessionConnection = connectionType('Session', () => Session)

const SessionPageArgs = orderedPageArgs('Session', {
  CREATED_AT: 'createdAt',
  LAST_ACTIVITY_AT: 'lastActivityAt',
  EXPIRES_AT: 'expiresAt',
})

@InputType({ description: 'Conditions that every listed session meets.' })
class SessionFilter {
  @Field(() => DateTime, { nullable: true, description: 'Only sessions used at this time or later.' })
  activeSince?: string | null

  @Field(() => ID, { nullable: true, description: 'Only sessions of the user with this ID.' })
  userId?: string | null

  @Field(() => String, {
    nullable: true,
    description: 'Only sessions of users whose user name or display name contains this text, ignoring case.',
  })
  search?: string | null
}
export const SessionsArgs = filteredArgs(SessionPageArgs, SessionFilter)
export type SessionsArgs = InstanceType<typeof SessionsArgs>
