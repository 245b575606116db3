import type { Selectable } from 'kysely'
import { Field, ID, ObjectType } from 'type-graphql'
import type { Users } from '../database/schema.js'
import { connectionType } from '../graphql/connection.js'
import { Node } from '../graphql/node.js'
import { orderedPageArgs } from '../graphql/order.js'
import { DateTime } from '../graphql/scalars.js'

@ObjectType({ implements: Node, description: 'A person with an account.' })
export class User extends Node implements Pick<Selectable<Users>, 'username' | 'displayName'> {
  @Field(() => String, { description: 'Unique, case-sensitive name to sign in with.' })
  username: string

  @Field(() => String, { description: 'Name to show.' })
  displayName: string
}

/** No Node: its id is that of the User it belongs to, and an id leads to one object. */
@ObjectType({ description: 'The account of the signed-in person, or any account for an administrator.' })
export class Account implements Pick<
  Selectable<Users>,
  'id' | 'username' | 'displayName' | 'email' | 'isAdmin' | 'systemRole' | 'isActive' | 'createdAt' | 'updatedAt'
> {
  @Field(() => ID, { description: 'The id of the User.' })
  id: string

  @Field(() => String, { description: 'Unique, case-sensitive name to sign in with.' })
  username: string

  @Field(() => String, { description: 'Name to show.' })
  displayName: string

  @Field(() => String, { nullable: true, description: 'E-mail address.' })
  email: string | null

  @Field(() => Boolean, { description: 'True exactly when the system role is system_admin.' })
  isAdmin: boolean

  @Field(() => String, { description: 'system_admin or user.' })
  systemRole: string

  @Field(() => Boolean, { description: 'False while the account is deactivated: nobody signs in to it.' })
  isActive: boolean

  @Field(() => DateTime, { description: 'When the account was made.' })
  createdAt: string

  @Field(() => DateTime, { description: 'When the account was last changed.' })
  updatedAt: string
}

export const AccountConnection = connectionType('Account', () => Account)
export const AccountPageArgs = orderedPageArgs('Account', {
  USERNAME: 'username',
  CREATED_AT: 'createdAt',
  UPDATED_AT: 'updatedAt',
})
export type AccountPageArgs = InstanceType<typeof AccountPageArgs>
