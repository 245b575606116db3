import { Arg, Ctx, Extensions, Field, InputType, Mutation, Query, Resolver } from 'type-graphql'
import type { GraphQLContext } from '../graphql/context.js'
import { withoutKey } from '../graphql/idempotency.js'
import { withoutActor } from '../graphql/mutation-fields.js'
import { parse } from '../lib/validate.js'
import { loginSchema, profileSchema, registerSchema } from './account.schema.js'
import * as sessions from './session.service.js'
import { Account } from './user.type.js'
import * as users from './user.service.js'

@InputType({ description: 'User name and password to sign in with.' })
export class LoginInput {
  @Field(() => String, { description: 'User name of the account, in any case.' })
  username: string

  @Field(() => String, { description: 'Password of the account.' })
  password: string

  @Field(() => Boolean, {
    nullable: true,
    description: 'True for a session of at least 30 days; otherwise it lasts as long as the server is configured for.',
  })
  rememberMe?: boolean
}

@InputType({ description: 'The account to create.' })
export class RegisterInput {
  @Field(() => String, {
    description:
      'Name to sign in with: 3 to 50 letters and digits of one script and signs of ASCII, without spaces. ' +
      'VALIDATION_ERROR if it is taken in any spelling, whether it differs in case or in letters that look alike.',
  })
  username: string

  @Field(() => String, {
    nullable: true,
    description: 'E-mail address; none when absent, null or empty. VALIDATION_ERROR if it is taken.',
  })
  email?: string | null

  @Field(() => String, {
    description: 'Password, at least 8 characters. By default, very common passwords are refused.',
  })
  password: string

  @Field(() => String, { description: 'Display name, 1 to 255 characters.' })
  displayName: string
}

@InputType({ description: "Changes to the caller's own account; absent fields stay as they are." })
export class UpdateProfileInput {
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
      'New password, at least 6 characters. By default, very common passwords are refused. It ends all other ' +
      'sessions of the account.',
  })
  password?: string
}

/**
 * G-17: counts a login or registration in the same bucket as the REST routes and, like these, before its input is
 * checked; throws RATE_LIMITED when the bucket is empty.
 */
async function countAttempt(ctx: GraphQLContext): Promise<void> {
  await ctx.rateLimits.consume(
    { name: 'login', points: ctx.config.rateLimits.loginMax, seconds: 60 },
    ctx.cookie.ipAddress ?? '',
  )
}

@Resolver(() => Account)
export class AuthResolver {
  @Query(() => Account, {
    nullable: true,
    description: 'Account of the signed-in caller; null if nobody is signed in.',
  })
  async viewer(@Ctx() ctx: GraphQLContext): Promise<Account | null> {
    return ctx.actor ? users.getAccount(ctx) : null
  }

  @Mutation(() => Account, {
    description:
      'Signs in and sets the session cookie. UNAUTHENTICATED if name or password is wrong, ACCOUNT_LOCKED after ' +
      'repeated failures, FORBIDDEN if the account is deactivated.',
  })
  @Extensions({ ...withoutKey, ...withoutActor })
  async login(@Ctx() ctx: GraphQLContext, @Arg('input', () => LoginInput) input: LoginInput): Promise<Account> {
    await countAttempt(ctx)
    const { username, password, rememberMe = false } = parse(loginSchema, { ...input })
    const { presented, ipAddress, userAgent } = ctx.cookie
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

  @Mutation(() => Boolean, {
    description: "Ends the caller's session and clears the cookie. Returns true, even without a session.",
  })
  @Extensions({ ...withoutKey, ...withoutActor })
  async logout(@Ctx() ctx: GraphQLContext): Promise<boolean> {
    await sessions.logout(ctx, ctx.cookie.presented)
    ctx.cookie.clear()
    return true
  }

  @Mutation(() => Account, {
    description: 'Creates an account and signs in to it. FORBIDDEN where registration is disabled.',
  })
  @Extensions({ ...withoutKey, ...withoutActor })
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

  @Mutation(() => Account, { description: "Changes the caller's own account." })
  updateProfile(
    @Ctx() ctx: GraphQLContext,
    @Arg('input', () => UpdateProfileInput) input: UpdateProfileInput,
  ): Promise<Account> {
    return users.updateProfile(ctx, parse(profileSchema, { ...input }))
  }
}
