import { Type, type TSchema } from '@sinclair/typebox'
import { tokenScopes } from '../access/vocabulary.js'
import { document, record, served, text, time, uuid } from '../database/rows/record.js'
import { says, usually } from '../lib/described.js'
import { choice, nameText, nullable, optional, uuid as uuidShape } from '../lib/schema.js'

const scopeOf = <S extends TSchema>(schema: S) =>
  usually(
    'TokenScope',
    'What a token is good for. READ: everything that only reads, but exports. WRITE: that, and everything that changes ' +
      'something. EXPORT: downloads of NDJSON, and the list of projects. ADMIN: what is for administrators, while the ' +
      'user is one.',
    tokenScopes,
    schema,
  )
const scope = scopeOf(choice(tokenScopes))
/** The service refuses an unknown scope by name, which this schema alone could not do. */
const anyScope = scopeOf(nameText)

/** The tokens by which programs act for a user. */
export const apiTokenRecord = record('apiTokens', 't', {
  id: uuid('ID of the token, by which it is revoked.', { ...served, required: true, shown: false }),
  userId: uuid('ID of the user for whom the token acts.', { ...served, required: true }),
  tokenHash: text({ ...served, required: true, printed: false }),
  tokenTail: text('Last four characters of the token, after `...`.', {
    ...served,
    required: true,
    members: ['tail'],
    shape: Type.String(),
    shown: false,
  }),
  name: text('What the token is for, in the words of whoever made it.', {
    ...served,
    required: true,
    shape: Type.String(),
  }),
  scopes: document('What the token is good for.', {
    ...served,
    type: '_text',
    required: true,
    shape: Type.Array(scope),
  }),
  projectIds: document('IDs of the projects outside of which the token reaches nothing; null if it is not limited.', {
    ...served,
    type: '_uuid',
    nullable: true,
    shape: Type.Array(uuidShape),
  }),
  expiresAt: time('When the token expires; null if never.', { ...served, nullable: true }),
  lastUsedAt: time('When the token was last used, exact to about a minute; null if never.', {
    ...served,
    nullable: true,
  }),
  createdBy: uuid('ID of the user who made it; null if the account is gone.', {
    answeredAs: 'creatorId',
    ...served,
    nullable: true,
  }),
  createdAt: time('When it was created.', served),
})

/** A limit that keeps lists of tokens short enough to be read at once. */
export const mostTokens = 100
/** The lifetime of a token in days if the request does not set one. */
export const usualDays = 90

export const createTokenSchema = Type.Object({
  name: says('What the token is for, 1 to 255 characters.', Type.String({ minLength: 1, maxLength: 255 })),
  scopes: says(
    'What the token is to be good for, at least one. `admin` is for administrators, and not for tokens that are ' +
      'limited to projects.',
    Type.Array(anyScope, { minItems: 1, maxItems: 20 }),
  ),
  projectIds: optional(
    says(
      'IDs of at most 100 projects, in each of which the user has a role: the token reaches nothing outside of them. ' +
        'Not limited when absent or null.',
      Type.Array(uuidShape, { minItems: 1, maxItems: 100 }),
    ),
  ),
  expiresAt: Type.Optional(
    says(
      `When the token expires; ${usualDays} days from now when absent, or as long as the server allows where that is ` +
        'less. Null for never, where the server allows it (TOKENS_MAX_DAYS).',
      nullable(Type.String({ format: 'date-time' })),
    ),
  ),
})

export const tokenId = says('ID of the token.', uuidShape)
