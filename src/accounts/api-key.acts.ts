import { Type } from '@sinclair/typebox'
import { act, type Act, type Acts } from '../acts/act.js'
import { listAct } from '../acts/list-act.js'
import { answerShapes } from '../database/rows/record-schema.js'
import { inputOf } from '../graphql/classes.js'
import { named, success } from '../http/answers.js'
import { says } from '../lib/described.js'
import { nullable, optional } from '../lib/schema.js'
import * as keys from './api-key.service.js'
import { apiKeyRecord, createApiKeySchema, keyId, newSecret, updateApiKeySchema } from './api-key.shape.js'
import { aboutLastUsedAt, aboutUsable, ApiKey } from './api-key.type.js'

const apiKey = named(
  'ApiKey',
  Type.Object({
    ...answerShapes(apiKeyRecord),
    lastUsedAt: says(aboutLastUsedAt, nullable(Type.String({ format: 'date-time' }))),
    isUsable: says(aboutUsable, Type.Boolean()),
  }),
)

// REST has separate paths for the caller's own keys and for the shared pool; mutations have an argument instead.
const ofPool = {
  id: keyId,
  shared: optional(
    says(
      "True if the key is one of the shared pool, for administrators only; otherwise it is one of the caller's own.",
      Type.Boolean(),
    ),
  ),
}
const ofNew = {
  shared: optional(
    says(
      "True to store the key in the shared pool, for administrators only; otherwise it is the caller's own.",
      Type.Boolean(),
    ),
  ),
}
const CreateApiKeyInput = inputOf(
  'CreateApiKeyInput',
  'The API key to store.',
  Type.Object({ ...createApiKeySchema.properties, key: newSecret, ...ofNew }),
)

const own: Act[] = [
  listAct({
    says: "Lists the caller's provider keys.",
    rest: 'GET /api/api-keys',
    id: 'listApiKeys',
    item: apiKey,
    list: (ctx) => keys.listApiKeys(ctx, {}),
  }),
  act({
    says: 'Stores an API key of an external provider, encrypted. CONFLICT if a key of the same provider is stored already.',
    rest: 'POST /api/api-keys',
    body: createApiKeySchema,
    run: (ctx, { body }) => keys.createApiKey(ctx, body, {}),
    status: 201,
    answer: apiKey,
    mutation: {
      name: 'createApiKey',
      input: CreateApiKeyInput,
      own: ofNew,
      run: (ctx, { shared, body }) => keys.createApiKey(ctx, body, { shared: shared ?? false }),
      payload: { apiKey: { type: () => ApiKey, says: 'The API key.' } },
    },
  }),
  act({
    says: 'Changes a stored API key.',
    rest: 'PUT /api/api-keys/:keyId',
    params: { keyId },
    body: updateApiKeySchema,
    run: (ctx, { keyId: id, body }) => keys.updateApiKey(ctx, id, body, {}),
    answer: apiKey,
    mutation: {
      name: 'updateApiKey',
      input: 'Changes to a stored API key; absent fields stay as they are.',
      own: ofPool,
      run: (ctx, { id, shared, body }) => keys.updateApiKey(ctx, id, body, { shared: shared ?? false }),
      payload: { apiKey: { type: () => ApiKey, says: 'The API key.' } },
    },
  }),
  act({
    says: 'Deletes a stored API key.',
    rest: 'DELETE /api/api-keys/:keyId',
    params: { keyId },
    run: (ctx, { keyId: id }) => keys.deleteApiKey(ctx, id, {}),
    answer: success,
    send: () => ({ success: true }),
    mutation: {
      name: 'deleteApiKey',
      input: 'The stored API key to delete.',
      own: ofPool,
      run: (ctx, { id, shared }) => keys.deleteApiKey(ctx, id, { shared: shared ?? false }),
      deletes: true,
    },
  }),
]

const pool = { shared: true }
const shared: Act[] = [
  listAct({
    says: 'Lists the provider keys of the shared pool.',
    rest: 'GET /api/admin/api-keys',
    id: 'listSharedApiKeys',
    auth: 'admin',
    item: apiKey,
    list: (ctx) => keys.listApiKeys(ctx, pool),
  }),
  act({
    says: 'Stores a provider key in the shared pool.',
    rest: 'POST /api/admin/api-keys',
    id: 'createSharedApiKey',
    auth: 'admin',
    body: createApiKeySchema,
    run: (ctx, { body }) => keys.createApiKey(ctx, body, pool),
    status: 201,
    answer: apiKey,
  }),
  act({
    says: 'Changes a provider key of the shared pool.',
    rest: 'PUT /api/admin/api-keys/:keyId',
    id: 'updateSharedApiKey',
    auth: 'admin',
    params: { keyId },
    body: updateApiKeySchema,
    run: (ctx, { keyId: id, body }) => keys.updateApiKey(ctx, id, body, pool),
    answer: apiKey,
  }),
  act({
    says: 'Deletes a provider key of the shared pool.',
    rest: 'DELETE /api/admin/api-keys/:keyId',
    id: 'deleteSharedApiKey',
    auth: 'admin',
    params: { keyId },
    run: (ctx, { keyId: id }) => keys.deleteApiKey(ctx, id, pool),
    answer: success,
    send: () => ({ success: true }),
  }),
]

export const apiKeyActs: Acts = { tag: 'API keys', acts: [...own, ...shared] }
