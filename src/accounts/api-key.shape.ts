import { Type } from '@sinclair/typebox'
import { boolean, integer, record, served, text, time, uuid } from '../database/rows/record.js'
import { anyId, onlyRest, says } from '../lib/described.js'

const aboutActive = 'Whether model-service calls may use the key.'

/** An API key of an external model provider; it belongs to one user, or to all users if `userId` is null. */
export const apiKeyRecord = record('apiKeys', 'k', {
  id: uuid('ID of the stored API key.', { ...served, required: true, shown: false }),
  userId: uuid('ID of the user who owns the key; null for a key of the shared pool.', { ...served, nullable: true }),
  provider: text('Name of the provider in lower case, such as `openai`.', { ...served, required: true }),
  keyName: text('Display name.', { ...served, required: true }),
  encryptedKey: text({ ...served, required: true, printed: false }),
  encryptionKeyId: text({ ...served, required: true, printed: false }),
  keyMask: text(
    'Last four characters of the key after `...`; `...` alone if the key has no more than four characters.',
    { ...served, required: true },
  ),
  isActive: boolean(aboutActive, served),
  lastUsed: time('When the provider last answered a call with the key; null if never.', { ...served, nullable: true }),
  usageCount: integer('Number of model-service calls with the key that the provider has answered.', served),
  createdAt: time('When it was created.', served),
  updatedAt: time('When it was last changed.', served),
})

/** The longest secret key that fits into a header. */
const longestSecret = 8192
/** The secret key under either name (AK-02). Both are optional here; the service requires one of them. */
const secret = Type.String({ minLength: 1, maxLength: longestSecret })
const keyName = says('Display name, 1 to 255 characters.', Type.String({ minLength: 1, maxLength: 255 }))
const sameKey = Type.Optional(onlyRest(says('The same as `key`, under an older name.', secret)))

export const newSecret = says(
  'The API key, at most 8192 characters; space around it is removed. It is stored encrypted.',
  secret,
)

export const createApiKeySchema = Type.Object({
  provider: says(
    'Name of the provider, such as `anthropic`, `openai` or `google`: 1 to 50 characters, kept in lower case. At ' +
      'most one key of each provider is stored.',
    Type.String({ minLength: 1, maxLength: 50, format: 'not-blank' }),
  ),
  keyName,
  key: Type.Optional(newSecret),
  apiKey: sameKey,
})

export const updateApiKeySchema = Type.Object({
  keyName: Type.Optional(keyName),
  key: Type.Optional(
    says('The API key that replaces the stored one, at most 8192 characters; space around it is removed.', secret),
  ),
  apiKey: sameKey,
  isActive: Type.Optional(says(aboutActive, Type.Boolean())),
})

/** The form of the id is not checked, so that an unknown id is answered with 404 (G-05). */
export const keyId = says('ID of the stored API key.', anyId(Type.String()))
