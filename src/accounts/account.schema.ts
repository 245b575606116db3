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

/** Headers do not take longer secret keys. */
const longestSecret = 8192
/** The secret key under either name (AK-02). Both are optional here; the service requires one of them. */
const secret = Type.Optional(Type.String({ minLength: 1, maxLength: longestSecret }))
const keyName = Type.String({ minLength: 1, maxLength: 255 })

export const createApiKeySchema = Type.Object({
  provider: Type.String({ minLength: 1, maxLength: 50, format: 'not-blank' }),
  keyName,
  key: secret,
  apiKey: secret,
})

export const updateApiKeySchema = Type.Object({
  keyName: Type.Optional(keyName),
  key: secret,
  apiKey: secret,
  isActive: Type.Optional(Type.Boolean()),
})

/** The id is not checked for its form: an unknown one is 404 (G-05). */
export const apiKeyParams = Type.Object({ keyId: Type.String() })
