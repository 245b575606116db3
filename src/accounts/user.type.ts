import type { Selectable } from 'kysely'
import { ArgsType, Field, ID, ObjectType, registerEnumType } from 'type-graphql'
import type { Users } from '../database/schema.js'
import { connectionType } from '../graphql/connection.js'
import { Node } from '../graphql/node.js'
import { orderedPageArgs } from '../graphql/order.js'
import { DateTime } from '../graphql/scalars.js'

@ObjectType({ implements: Node, description: 'A user, as everybody sees them. `Account` has the private fields.' })
export class User extends Node implements Pick<Selectable<Users>, 'username' | 'displayName'> {
  @Field(() => String, { description: 'Name to sign in with, unique without regard to case.' })
  username: string

  @Field(() => String, { description: 'Display name.' })
  displayName: string
}

export enum SystemRole {
  SYSTEM_ADMIN = 'system_admin',
  USER = 'user',
}
registerEnumType(SystemRole, {
  name: 'SystemRole',
  description:
    'Role of an account on the server. SYSTEM_ADMIN: an administrator, who manages accounts and is not bound by the ' +
    'permission table. USER: everybody else.',
})

/** Not a Node, because its id is that of the User it belongs to, and an id must lead to one object only. */
@ObjectType({ description: "An account with its private fields: the caller's own or, for administrators, anybody's." })
export class Account implements Pick<
  Selectable<Users>,
  'id' | 'username' | 'displayName' | 'email' | 'isAdmin' | 'systemRole' | 'isActive' | 'createdAt' | 'updatedAt'
> {
  @Field(() => ID, { description: 'ID of the account, the same as that of its User.' })
  id: string

  @Field(() => String, { description: 'Name to sign in with, unique without regard to case.' })
  username: string

  @Field(() => String, { description: 'Display name.' })
  displayName: string

  @Field(() => String, { nullable: true, description: 'E-mail address, unique; null if there is none.' })
  email: string | null

  @Field(() => Boolean, {
    description: 'Whether the account is an administrator: true exactly if `systemRole` is SYSTEM_ADMIN.',
  })
  isAdmin: boolean

  @Field(() => SystemRole, { description: 'Role on the server.' })
  systemRole: SystemRole | string

  @Field(() => Boolean, { description: 'False while the account is deactivated: nobody can sign in to it.' })
  isActive: boolean

  @Field(() => DateTime, { description: 'When it was created.' })
  createdAt: string

  @Field(() => DateTime, { description: 'When it was last changed.' })
  updatedAt: string
}

export const AccountConnection = connectionType('Account', () => Account)
const AccountPageArgs = orderedPageArgs('Account', {
  USERNAME: 'username',
  CREATED_AT: 'createdAt',
  UPDATED_AT: 'updatedAt',
})

@ArgsType()
export class AccountsArgs extends AccountPageArgs {
  @Field(() => String, {
    nullable: true,
    description: 'Only accounts whose user name, display name or e-mail address contains this text, ignoring case.',
  })
  search?: string
}
