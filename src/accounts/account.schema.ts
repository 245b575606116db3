import { Type } from '@sinclair/typebox'
import { nameText, uuid } from '../lib/schema.js'

const password = (minLength: number) => Type.String({ minLength, format: 'password' })
const email = Type.String({ format: 'email' })
const noEmail = Type.Union([email, Type.Null(), Type.Literal('')])
const username = (minLength: number, maxLength = 50) => Type.String({ minLength, maxLength, format: 'user-name' })
/** It is shown with everything that its user made, so a long one would fill the answers that others get. */
const displayName = Type.String({ minLength: 1, maxLength: 255 })

export const loginSchema = Type.Object({
  username: nameText,
  password: nameText,
  rememberMe: Type.Optional(Type.Boolean({ default: false })),
})

export const registerSchema = Type.Object({
  username: username(3),
  email: Type.Optional(noEmail),
  password: password(8),
  displayName,
})

export const profileSchema = Type.Object({
  email: Type.Optional(noEmail),
  displayName: Type.Optional(displayName),
  password: Type.Optional(password(6)),
})

const systemRole = Type.Union([Type.Literal('system_admin'), Type.Literal('user')])

export const createUserSchema = Type.Object({
  username: username(1, 255),
  email: Type.Optional(noEmail),
  password: password(6),
  displayName,
  isAdmin: Type.Optional(Type.Boolean()),
  systemRole: Type.Optional(systemRole),
})

export const updateUserSchema = Type.Object({
  isActive: Type.Optional(Type.Boolean()),
  email: Type.Optional(noEmail),
  displayName: Type.Optional(displayName),
  password: Type.Optional(password(6)),
  isAdmin: Type.Optional(Type.Boolean()),
  systemRole: Type.Optional(systemRole),
})

/** A user name as it is looked up, in any spelling. */
export const knownUsername = Type.String({ minLength: 1, maxLength: 255 })
export const usersQuery = Type.Object({ username: knownUsername })
export const userParams = Type.Object({ userId: uuid })
export const sessionParams = Type.Object({ sessionId: uuid })
