import { Arg, Ctx, Extensions, Field, InputType, Mutation, Query, Resolver } from 'type-graphql'
import type { GraphQLContext } from '../graphql/context.js'
import { withoutKey } from '../graphql/idempotency.js'
import { parse } from '../lib/validate.js'
import { loginSchema, profileSchema, registerSchema } from './account.schema.js'
import * as sessions from './session.service.js'
import { Account } from './user.type.js'
import * as users from './user.service.js'

@InputType({ description: 'Credentials.' })
export class LoginInput {
  @Field(() => String, { description: 'Name of the account.' })
  username: string

  @Field(() => String, { description: 'Its password.' })
  password: string

  @Field(() => Boolean, { nullable: true, description: 'Keep the session for at least 30 days.' })
  rememberMe?: boolean
}

@InputType({ description: 'A new account.' })
export class RegisterInput {
  @Field(() => String, { description: '3 to 50 characters, unique.' })
  username: string

  @Field(() => String, { nullable: true, description: 'E-mail address, unique; none when absent, null or empty.' })
  email?: string | null

  @Field(() => String, { description: 'At least 8 characters.' })
  password: string

  @Field(() => String, { description: 'Name to show.' })
  displayName: string
}

@InputType({ description: 'Changes of the own account; absent fields stay.' })
export class UpdateProfileInput {
  @Field(() => String, { nullable: true, description: 'E-mail address; null clears it.' })
  email?: string | null

  @Field(() => String, { nullable: true, description: 'Name to show.' })
  displayName?: string

  @Field(() => String, {
    nullable: true,
    description: 'At least 6 characters; ends every other session of the account.',
  })
  password?: string
}

/** G-17: the bucket that the REST routes count in. */
async function countAttempt(ctx: GraphQLContext): Promise<void> {
  await ctx.rateLimits.consume(
    { name: 'login', points: ctx.config.rateLimits.loginMax, seconds: 60 },
    ctx.cookie.ipAddress ?? '',
  )
}

@Resolver(() => Account)
export class AuthResolver {
  @Query(() => Account, { nullable: true, description: 'The signed-in account, null for anonymous callers.' })
  async viewer(@Ctx() ctx: GraphQLContext): Promise<Account | null> {
    return ctx.actor ? users.getAccount(ctx) : null
  }

  @Mutation(() => Account, { description: 'Signs in and sets the session cookie.' })
  @Extensions(withoutKey)
  async login(@Ctx() ctx: GraphQLContext, @Arg('input', () => LoginInput) input: LoginInput): Promise<Account> {
    const { username, password, rememberMe = false } = parse(loginSchema, { ...input })
    const { presented, ipAddress, userAgent } = ctx.cookie
    await countAttempt(ctx)
    const { user, session } = await sessions.login(ctx, {
      username,
      password,
      rememberMe,
      presented,
      ipAddress,
      userAgent,
    })
    ctx.cookie.set(session)
    const { passwordHash: _secret, ...account } = user
    return account
  }

  @Mutation(() => Boolean, { description: 'Ends the session; always true.' })
  @Extensions(withoutKey)
  async logout(@Ctx() ctx: GraphQLContext): Promise<boolean> {
    await sessions.logout(ctx, ctx.cookie.presented)
    ctx.cookie.clear()
    return true
  }

  @Mutation(() => Account, { description: 'Makes an account and signs it in, where registration is open.' })
  @Extensions(withoutKey)
  async register(
    @Ctx() ctx: GraphQLContext,
    @Arg('input', () => RegisterInput) input: RegisterInput,
  ): Promise<Account> {
    await countAttempt(ctx)
    users.requireRegistration(ctx)
    const account = await users.register(ctx, parse(registerSchema, { ...input }))
    const days = ctx.config.session.timeoutDays
    ctx.cookie.set(await sessions.openSession(ctx, account.id, days, ctx.cookie, { presented: ctx.cookie.presented }))
    return account
  }

  @Mutation(() => Account, { description: 'Changes the own account.' })
  updateProfile(
    @Ctx() ctx: GraphQLContext,
    @Arg('input', () => UpdateProfileInput) input: UpdateProfileInput,
  ): Promise<Account> {
    return users.updateProfile(ctx, parse(profileSchema, { ...input }))
  }
}
