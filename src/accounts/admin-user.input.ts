import { Field, ID, InputType } from 'type-graphql'
import { SystemRole } from './user.type.js'

@InputType({ description: 'The account to create.' })
export class CreateUserInput {
  @Field(() => String, {
    description:
      'Name to sign in with: 1 to 255 letters and digits of one script and signs of ASCII, without spaces. CONFLICT if ' +
      'it is taken in any spelling, whether it differs in case or in letters that look alike.',
  })
  username: string

  @Field(() => String, {
    nullable: true,
    description: 'E-mail address; none when absent, null or empty. CONFLICT if it is taken.',
  })
  email?: string | null

  @Field(() => String, {
    description: 'Password, at least 6 characters. By default, very common passwords are refused.',
  })
  password: string

  @Field(() => String, { description: 'Display name, 1 to 255 characters.' })
  displayName: string

  @Field(() => Boolean, { nullable: true, description: 'Whether the account is an administrator; false when absent.' })
  isAdmin?: boolean

  @Field(() => SystemRole, {
    nullable: true,
    description:
      'The role in place of `isAdmin`: SYSTEM_ADMIN for true, USER for false. Refused if both are given and disagree.',
  })
  systemRole?: SystemRole
}

@InputType({ description: 'Changes to an account; absent fields stay as they are.' })
export class UpdateUserInput {
  @Field(() => ID, { description: 'ID of the account.' })
  id: string

  @Field(() => String, {
    nullable: true,
    description: 'E-mail address; null or an empty string clears it. CONFLICT if it is taken.',
  })
  email?: string | null

  @Field(() => String, { nullable: true, description: 'Display name, 1 to 255 characters.' })
  displayName?: string

  @Field(() => String, {
    nullable: true,
    description:
      'New password, at least 6 characters. By default, very common passwords are refused. It ends all sessions of ' +
      'the account, except the session of this request.',
  })
  password?: string

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether the account is an administrator. The last administrator must remain one.',
  })
  isAdmin?: boolean

  @Field(() => SystemRole, {
    nullable: true,
    description:
      'The role in place of `isAdmin`: SYSTEM_ADMIN for true, USER for false. Refused if both are given and disagree.',
  })
  systemRole?: SystemRole

  @Field(() => Boolean, {
    nullable: true,
    description:
      'False deactivates the account: its sessions end and nobody can sign in to it, but its content stays. True ' +
      "activates it again. The caller's own account cannot be deactivated.",
  })
  isActive?: boolean
}
