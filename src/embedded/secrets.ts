import { randomBytes } from 'node:crypto'
import { accessSync, chmodSync, constants, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isErrno } from '@parallax/shared/errno.js'
import { makeFolder } from '../config-folders.js'
import { readIfPresent } from '../database/launch/postgres-home.js'

const makers = {
  SESSION_SECRET: () => randomBytes(32).toString('hex'),
  API_KEY_ENCRYPTION_KEY: () => randomBytes(32).toString('hex'),
  ADMIN_PASSWORD: () => randomBytes(15).toString('base64url'),
}

type SecretName = keyof typeof makers
const names = Object.keys(makers) as SecretName[]

export interface Secrets {
  values: Record<SecretName, string>
  file: string
  /** The names of the secrets that this call generated, not those that were given or found. */
  made: SecretName[]
}

/**
 * Returns the secrets of an embedded start (CF-13): from the environment, else from `secrets.json` in the data folder,
 * else generated and stored there.
 */
export function fillSecrets(dataDir: string, env: Record<string, string | undefined>): Secrets {
  const file = join(dataDir, 'secrets.json')
  const kept = readSecrets(file)
  const fromEnv = Object.fromEntries(names.flatMap((name) => (env[name]?.trim() ? [[name, env[name]?.trim()]] : [])))
  const made = names.filter((name) => !fromEnv[name] && !kept[name])
  const fresh = Object.fromEntries(made.map((name) => [name, makers[name]()]))
  if (made.length > 0) writeSecrets(dataDir, file, { ...kept, ...fresh })
  return { values: { ...kept, ...fresh, ...fromEnv } as Record<SecretName, string>, file, made }
}

/** Returns the secrets that an installation already has, from the environment or `secrets.json`; generates none. */
export function presentSecrets(
  dataDir: string,
  env: Record<string, string | undefined>,
): Partial<Record<SecretName, string>> {
  const kept = readSecrets(join(dataDir, 'secrets.json'))
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = env[name]?.trim() || kept[name]
      return value ? [[name, value]] : []
    }),
  )
}

/** Stores secrets from a backup in `secrets.json`, in place of the existing secrets. Returns the path of the file. */
export function keepSecrets(dataDir: string, secrets: Record<string, string>): string {
  const file = join(dataDir, 'secrets.json')
  const present = Object.fromEntries(names.flatMap((name) => (secrets[name] ? [[name, secrets[name]]] : [])))
  writeSecrets(dataDir, file, { ...readSecrets(file), ...present })
  return file
}

/**
 * Creates the data folder and `folders`. Throws an error with a message of one line if that is not possible, or if the
 * data folder cannot be read and written.
 */
export function makeFolders(dataDir: string, folders: string[]): void {
  try {
    for (const folder of [dataDir, ...folders]) makeFolder(folder)
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    throw notWritable(dataDir, error)
  }
}

/**
 * Returns the secrets of an embedded start from the environment, else generated, and stores none: enough to look for
 * faults of the configuration.
 */
export function placeholderSecrets(env: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, env[name]?.trim() || makers[name]()]))
}

function readSecrets(file: string): Partial<Record<SecretName, string>> {
  let text: string | undefined
  try {
    text = readIfPresent(file)
    if (text === undefined) return {}
    if (process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0) chmodSync(file, 0o600)
  } catch (error) {
    throw new Error(`${file} cannot be read (${reason(error)}): start as the user who owns it.`, { cause: error })
  }
  try {
    const parsed: unknown = JSON.parse(text)
    const stored = new Map<string, unknown>(typeof parsed === 'object' && parsed !== null ? Object.entries(parsed) : [])
    return Object.fromEntries(
      names.flatMap((name) => (typeof stored.get(name) === 'string' ? [[name, stored.get(name)]] : [])),
    )
  } catch (cause) {
    throw new Error(
      `${file} is not JSON. Bring it back from a backup; without it, sessions, stored provider keys, secrets of webhooks and the password of admin are lost.`,
      { cause },
    )
  }
}

/** Writes a temporary file and renames it, so that a crash leaves either the old file or the new one. */
function writeSecrets(dataDir: string, file: string, secrets: Partial<Record<SecretName, string>>): void {
  const temporary = `${file}.${process.pid}`
  try {
    writeFileSync(temporary, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600, flush: true })
    renameSync(temporary, file)
  } catch (error) {
    throw notWritable(dataDir, error)
  }
}

function notWritable(dataDir: string, error: unknown): Error {
  const advice = 'make it writable for this user or set PARALLAX_DATA_DIR to another folder.'
  return new Error(`The data folder ${dataDir} cannot be written (${reason(error)}): ${advice}`, { cause: error })
}

function reason(error: unknown): string {
  return isErrno(error, 'EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'ENOTDIR', 'EEXIST', 'ENOENT', 'EINVAL')
    ? (error.code ?? '')
    : String(error)
}
