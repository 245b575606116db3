import { Type, type TSchema } from '@sinclair/typebox'
import { boolean, record, served, text, time, uuid, word } from '../database/rows/record.js'
import { answerShapes } from '../database/rows/record-schema.js'
import { oneOf, says, usually } from '../lib/described.js'
import { pageQuery } from '../lib/page-query.js'
import { nameText, optional, uuid as uuidShape } from '../lib/schema.js'

const ofRole = <S extends TSchema>(schema: S) =>
  usually(
    'SystemRole',
    'Role of an account on the server. SYSTEM_ADMIN: an administrator, who manages accounts and is not bound by the ' +
      'permission table. USER: everybody else.',
    ['system_admin', 'user'],
    schema,
  )
const anyText = { ...served, shape: Type.String() } as const

const aboutService = 'Whether the account is one of a program: it has no password, and acts by tokens alone.'

/** The accounts. */
export const userRecord = record('users', 'u', {
  id: uuid('ID of the account, the same as that of its User.', { ...served, required: true }),
  username: text('Name to sign in with, unique without regard to case.', { ...anyText, required: true }),
  email: text('E-mail address, unique; null if there is none.', { ...anyText, nullable: true }),
  passwordHash: text({ ...served, nullable: true, printed: false }),
  displayName: text('Display name.', { ...anyText, required: true }),
  systemRole: word('Role on the server.', { ...served, shape: ofRole(Type.String()) }),
  isAdmin: boolean('Whether the account is an administrator: true exactly if `systemRole` is SYSTEM_ADMIN.', {
    ...served,
    derived: true,
  }),
  isActive: boolean('False while the account is deactivated: nobody can sign in to it.', served),
  isService: boolean(aboutService, served),
  removedAt: time({ ...served, nullable: true, printed: false }),
  spelling: text({ ...served, nullable: true, printed: false }),
  createdAt: time('When it was created.', served),
  updatedAt: time('When it was last changed.', served),
})

const printed = Type.Object({ ...answerShapes(userRecord), id: says('ID of the user.', uuidShape) })

/** Returns the schema of a user in REST answers with only these columns. */
export const userWith = (...columns: (keyof typeof userRecord.fields)[]) => Type.Pick(printed, columns)
/** The fields of a user that other users can see. */
export const person = userWith('id', 'username', 'displayName')
/** The fields of a user in a search by name or part of a name, before a member is added. */
export const foundUser = userWith('id', 'username', 'displayName', 'isService')

const newName = (least: number, most: number, refusal: string) =>
  says(
    `Name to sign in with: ${least} to ${most} letters and digits of one script and signs of ASCII, without spaces. ` +
      `${refusal} if it is taken in any spelling, whether it differs in case or in letters that look alike.`,
    Type.String({ minLength: least, maxLength: most, format: 'user-name' }),
  )
const email = (sentence: string) =>
  Type.Optional(says(sentence, Type.Union([Type.String({ format: 'email' }), Type.Null(), Type.Literal('')])))
const newEmail = (refusal: string) =>
  email(`E-mail address; none when absent, null or empty. ${refusal} if it is taken.`)
const changedEmail = email('E-mail address; null or an empty string clears it. CONFLICT if it is taken.')
const password = (what: string, least: number, more = '') =>
  says(
    `${what}, at least ${least} characters. By default, very common passwords are refused.${more}`,
    Type.String({ minLength: least, format: 'password' }),
  )
/**
 * The display name appears on everything that the user makes, so a long name would inflate the answers of other users.
 */
const displayName = says('Display name, 1 to 255 characters.', Type.String({ minLength: 1, maxLength: 255 }))
const isAdmin = (sentence: string) => Type.Optional(says(sentence, Type.Boolean()))
const systemRole = Type.Optional(
  says(
    'The role in place of `isAdmin`: SYSTEM_ADMIN for true, USER for false. Refused if both are given and disagree.',
    ofRole(Type.Union([Type.Literal('system_admin'), Type.Literal('user')])),
  ),
)

export const loginSchema = Type.Object({
  username: says('User name of the account, in any case.', nameText),
  password: says('Password of the account.', nameText),
  rememberMe: Type.Optional(
    says(
      'True for a session of at least 30 days; otherwise it lasts as long as the server is configured for.',
      Type.Boolean({ default: false }),
    ),
  ),
})

export const registerSchema = Type.Object({
  username: newName(3, 50, 'VALIDATION_ERROR'),
  email: newEmail('VALIDATION_ERROR'),
  password: password('Password', 8),
  displayName,
})

export const profileSchema = Type.Object({
  email: changedEmail,
  displayName: Type.Optional(displayName),
  password: Type.Optional(password('New password', 6, ' It ends all other sessions of the account.')),
  currentPassword: Type.Optional(
    says(
      'The present password. Where it is given with a new one, the change is refused with VALIDATION_ERROR unless it ' +
        'is right, and with ACCOUNT_LOCKED after repeated failures.',
      Type.String({ format: 'password' }),
    ),
  ),
})

export const createUserSchema = Type.Object({
  username: newName(1, 255, 'CONFLICT'),
  email: newEmail('CONFLICT'),
  password: password('Password', 6),
  displayName,
  isAdmin: isAdmin('Whether the account is an administrator; false when absent.'),
  systemRole,
})

export const createServiceAccountSchema = Type.Object({
  username: newName(1, 255, 'CONFLICT'),
  email: newEmail('CONFLICT'),
  displayName,
  isAdmin: isAdmin('Whether the account is an administrator; false when absent.'),
})

export const updateUserSchema = Type.Object({
  isActive: Type.Optional(
    says(
      'False deactivates the account: its sessions end and nobody can sign in to it, but its content stays. True ' +
        "activates it again. The caller's own account cannot be deactivated.",
      Type.Boolean(),
    ),
  ),
  email: changedEmail,
  displayName: Type.Optional(displayName),
  password: Type.Optional(
    password('New password', 6, ' It ends all sessions of the account, except the session of this request.'),
  ),
  isAdmin: isAdmin('Whether the account is an administrator. The last administrator must remain one.'),
  systemRole,
})

/** A user name in a look-up, in any spelling. */
export const knownUsername = Type.String({ minLength: 1, maxLength: 255 })
export const usersQuery = Type.Object({ username: says('User name to look up.', knownUsername) })
export const peopleQuery = Type.Object({
  search: Type.Optional(
    says('Only people whose user name or display name contains this text, ignoring case.', knownUsername),
  ),
  ...pageQuery,
})
export const userParams = Type.Object({ userId: says('ID of the account.', uuidShape) })

const choice = {
  userId: optional(says('ID of the user.', uuidShape)),
  username: optional(says('Exact user name of the user.', knownUsername)),
}
/** A user in inputs of GraphQL. */
export const userReference = {
  input: says('The user.', oneOf('UserReferenceInput', 'A user, by ID or by name.', Type.Object(choice))),
  of: { userId: 'userId', username: 'username' },
}
