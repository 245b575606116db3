import { Field, ID, InputType, registerEnumType } from 'type-graphql'

export enum SystemRole {
  SYSTEM_ADMIN = 'system_admin',
  USER = 'user',
}
registerEnumType(SystemRole, { name: 'SystemRole', description: 'What an account may do beyond its own content.' })

@InputType({ description: 'A new account, made by an administrator.' })
export class CreateUserInput {
  @Field(() => String, { description: 'Unique, not blank.' })
  username: string

  @Field(() => String, { nullable: true, description: 'E-mail address, unique.' })
  email?: string | null

  @Field(() => String, { description: 'At least 6 characters.' })
  password: string

  @Field(() => String, { description: 'Name to show.' })
  displayName: string

  @Field(() => Boolean, { nullable: true, description: 'Whether it administers the server.' })
  isAdmin?: boolean

  @Field(() => SystemRole, { nullable: true, description: 'The same in other words; must agree with isAdmin.' })
  systemRole?: SystemRole
}

@InputType({ description: 'Changes of an account by an administrator; absent fields stay.' })
export class UpdateUserInput {
  @Field(() => ID, { description: 'The account.' })
  id: string

  @Field(() => String, { nullable: true, description: 'E-mail address; null clears it.' })
  email?: string | null

  @Field(() => String, { nullable: true, description: 'Name to show.' })
  displayName?: string

  @Field(() => String, { nullable: true, description: 'At least 6 characters; ends every session of the account.' })
  password?: string

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether it administers the server; one administrator must stay.',
  })
  isAdmin?: boolean

  @Field(() => SystemRole, { nullable: true, description: 'The same in other words; must agree with isAdmin.' })
  systemRole?: SystemRole

  @Field(() => Boolean, {
    nullable: true,
    description: 'False ends every session of the account and keeps it closed, with all that it has, until true.',
  })
  isActive?: boolean
}
