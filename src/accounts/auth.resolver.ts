import { Arg, Ctx, Extensions, Mutation, Query, Resolver } from 'type-graphql'
import { inputOf, plain } from '../graphql/classes.js'
import type { GraphQLContext } from '../graphql/context.js'
import { withoutActor, withoutKey } from '../graphql/doors.js'
import { payloadOf } from '../graphql/payloads.js'
import { parse } from '../lib/validate.js'
import { login } from './login.service.js'
import * as sessions from './session.service.js'
import * as users from './user.service.js'
import { loginSchema, registerSchema } from './user.shape.js'
import { Account } from './user.type.js'

const LoginInput = inputOf('LoginInput', 'User name and password to sign in with.', loginSchema)
const RegisterInput = inputOf('RegisterInput', 'The account to create.', registerSchema)
const LoginPayload = payloadOf('login', { account: () => Account })
const LogoutPayload = payloadOf('logout', {}, true)
const RegisterPayload = payloadOf('register', { account: () => Account })

/**
 * G-17: counts a login or registration in the same bucket as the REST routes and, like them, before its input is
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

  @Mutation(() => LoginPayload, {
    description:
      'Signs in and sets the session cookie. UNAUTHENTICATED if name or password is wrong, ACCOUNT_LOCKED after ' +
      'repeated failures, FORBIDDEN if the account is deactivated.',
  })
  @Extensions({ ...withoutKey, ...withoutActor })
  async login(
    @Ctx() ctx: GraphQLContext,
    @Arg('input', () => LoginInput) input: object,
  ): Promise<{ account: Account }> {
    await countAttempt(ctx)
    const { username, password, rememberMe = false } = parse(loginSchema, plain(input))
    const { presented, ipAddress, userAgent } = ctx.cookie
    const { user, session } = await login(ctx, { username, password, rememberMe, presented, ipAddress, userAgent })
    ctx.cookie.set(session)
    const { passwordHash: _secret, ...account } = user
    return { account }
  }

  @Mutation(() => LogoutPayload, {
    description: "Ends the caller's session and clears the cookie. Without a session, nothing is deleted.",
  })
  @Extensions({ ...withoutKey, ...withoutActor })
  async logout(@Ctx() ctx: GraphQLContext): Promise<object> {
    await sessions.logout(ctx, ctx.cookie.presented)
    ctx.cookie.clear()
    return {}
  }

  @Mutation(() => RegisterPayload, {
    description: 'Creates an account and signs in to it. FORBIDDEN where registration is disabled.',
  })
  @Extensions({ ...withoutKey, ...withoutActor })
  async register(
    @Ctx() ctx: GraphQLContext,
    @Arg('input', () => RegisterInput) input: object,
  ): Promise<{ account: Account }> {
    await countAttempt(ctx)
    users.requireRegistration(ctx)
    const account = await users.register(ctx, parse(registerSchema, plain(input)))
    const days = ctx.config.session.timeoutDays
    ctx.cookie.set(await sessions.openSession(ctx, account.id, days, ctx.cookie, { presented: ctx.cookie.presented }))
    return { account }
  }
}
