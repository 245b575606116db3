import { kind } from '../database/rows/kind.js'
import { AppError, conflict } from '../lib/errors.js'

const ofUser = { parent: 'it.user_id' }
const nameTaken = () => conflict('Username already exists', 'username')
const providerTaken = () => conflict('An API key for this provider already exists', 'provider')

export const userKind = kind('users', {
  name: 'user',
  noun: 'User',
  type: 'User',
  owner: 'id',
  log: { secrets: ['passwordHash'], derived: ['spelling'] },
  refusals: {
    users_username_unique: nameTaken,
    users_spelling_unique: nameTaken,
    users_email_unique: () => conflict('Email already exists', 'email'),
    users_last_administrator: () => new AppError('VALIDATION_ERROR', 'At least one administrator is required'),
  },
})

export const settingKind = kind('settings', {
  name: 'setting',
  noun: 'Setting',
  log: { thing: 'null', part: 'it.name' },
})

export const apiKeyKind = kind('apiKeys', {
  name: 'api_key',
  noun: 'API key',
  type: 'ApiKey',
  readThrough: 'userId',
  owner: 'userId',
  log: {
    ...ofUser,
    secrets: ['encryptedKey', 'encryptionKeyId'],
    details: { provider: 'it.provider', keyName: 'it.key_name' },
  },
  refusals: { api_keys_provider_unique: providerTaken, api_keys_shared_provider_unique: providerTaken },
})

export const apiTokenKind = kind('apiTokens', {
  name: 'api_token',
  noun: 'Token',
  type: 'Token',
  owner: 'userId',
  log: { ...ofUser, secrets: ['tokenHash', 'tokenTail'], details: { name: 'it.name', scopes: 'it.scopes' } },
})

export const sessionKind = kind('sessions', {
  name: 'session',
  noun: 'Session',
  type: 'Session',
  owner: 'userId',
  log: {
    ...ofUser,
    secrets: ['tokenHash', 'tokenTail'],
    events: ['insert', 'delete'],
    details: { ipAddress: 'it.ip_address', userAgent: 'it.user_agent' },
  },
})

export const failedSignInKind = kind('loginAttempts', {
  name: 'failed_sign_in',
  noun: 'Sign-in',
  log: {
    events: ['insert'],
    onlyRows: 'not it.success',
    details: { username: 'it.username', ipAddress: 'it.ip_address' },
  },
})
