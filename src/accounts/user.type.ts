import { Field, ID, InputType, ObjectType } from 'type-graphql'
import { rowsOf } from '../graphql/classes.js'
import { connectionType, PageArgs } from '../graphql/connection.js'
import { filteredArgs } from '../graphql/filter.js'
import { Node } from '../graphql/node.js'
import { orderedPageArgs } from '../graphql/order.js'
import { peopleQuery, userRecord } from './user.shape.js'

/** The descriptions of the counts of an account. */
export const aboutCounts = {
  personas: 'Number of personas that the account owns.',
  sessions: 'Number of sessions of the account that have not expired.',
  apiKeys: 'Number of API keys that the account has stored.',
}

@ObjectType({ implements: Node, description: 'A user, as everybody sees them. `Account` has the private fields.' })
export class User extends rowsOf(userRecord, 'username', 'displayName', 'isService') {}

@ObjectType({
  description: "An account with its private fields: the caller's own or, for administrators, any account.",
})
export class Account extends rowsOf(
  userRecord,
  ...(['username', 'displayName', 'email', 'isService', 'isActive', 'isAdmin'] as const),
  ...(['systemRole', 'createdAt', 'updatedAt'] as const),
) {
  @Field(() => ID, { name: 'userId', description: 'ID of the user whose account it is.' })
  override id: string

  @Field(() => User, { description: 'The user whose account it is, as all users see them.' })
  user?: User
}

export const UserConnection = connectionType('User', () => User)

@InputType({ description: 'Conditions that every listed user meets.' })
class UserFilter {
  @Field(() => String, { nullable: true, description: peopleQuery.properties.search.description! })
  search?: string | null
}
export const UsersArgs = filteredArgs(PageArgs, UserFilter)
export type UsersArgs = InstanceType<typeof UsersArgs>

export const AccountConnection = connectionType('Account', () => Account)
const AccountPageArgs = orderedPageArgs('Account', {
  USERNAME: 'username',
  CREATED_AT: 'createdAt',
  UPDATED_AT: 'updatedAt',
})

@InputType({ description: 'Conditions that every listed account meets.' })
class AccountFilter {
  @Field(() => String, {
    nullable: true,
    description: 'Only accounts whose user name, display name or e-mail address contains this text, ignoring case.',
  })
  search?: string
}
export const AccountsArgs = filteredArgs(AccountPageArgs, AccountFilter)
export type AccountsArgs = InstanceType<typeof AccountsArgs>

@InputType({ description: 'Conditions that every listed member meets.' })
class MemberFilter {
  @Field(() => String, {
    nullable: true,
    description: 'Only members whose user name or display name contains this text, ignoring case.',
  })
  search?: string | null
}
export const MembersArgs = filteredArgs(PageArgs, MemberFilter)
