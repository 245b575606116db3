import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ConfigError, readConfig } from '../../src/config.js'
import { checkFolders } from '../../src/config-folders.js'
import { rows } from '../../src/config-variables.js'

const needed = {
  DATABASE_URL: 'postgres://localhost/parallax',
  SESSION_SECRET: 's'.repeat(32),
  API_KEY_ENCRYPTION_KEY: 'ab'.repeat(32),
  ADMIN_PASSWORD: 'admin-password-1',
}

/** What is said of a setting: faults stop the start. */
function said(env: Record<string, string>) {
  const warnings: string[] = []
  try {
    readConfig({ ...needed, ...env }, (text) => warnings.push(text))
    return { faults: [], warnings }
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return { faults: error.faults, warnings }
  }
}

/** The default of a row of the table says what kind of value it takes. */
const kindOf = (name: string, byDefault: string): string[] => {
  if (/^(true|false)$/.test(byDefault) || name === 'SINGLE_USER_MODE') return ['perhaps', 'ture', '2']
  if (/^\d+$/.test(byDefault))
    return ['-1', '1.5', 'soon', '1e3', '99999999999999999999', ...(name === 'PORT' ? ['70000'] : [])]
  if (/^https?:/.test(byDefault) && name !== 'ALLOWED_ORIGINS') return ['ftp://x', 'somewhere']
  return []
}
const more: Record<string, string[]> = {
  API_PROCESSES: ['0', '-1', 'all'],
  LOG_LEVEL: ['loud'],
  METRICS_PORT: ['-1', '65536', 'x'],
  NODE_ENV: ['live'],
  SERVICE_MODE: ['some'],
  KB_MODE: ['maybe'],
  VIDEO_STORAGE_TYPE: ['s3'],
  THUMBNAIL_STORAGE_TYPE: ['s3'],
  EXPORT_STORAGE_TYPE: ['s3'],
  VIDEO_DEFAULT_ACCESS: ['shut'],
  PERSISTED_DOCUMENTS: ['on'],
  OTEL_TRACES_EXPORTER: ['zipkin'],
  OBJSTORE_ENDPOINT: ['store'],
  CDN_BASE_URL: ['cdn'],
  DATABASE_URL: ['mysql://x', 'somewhere'],
  DATABASE_DIRECT_URL: ['mysql://x'],
  DATABASE_REPLICA_URLS: ['mysql://x', 'one two'],
  SESSION_SECRET: ['short'],
  API_KEY_ENCRYPTION_KEY: ['xyz'],
  API_KEY_ENCRYPTION_KEY_PREVIOUS: ['xyz'],
  ADMIN_PASSWORD: ['x'.repeat(73)],
  ALLOWED_ORIGINS: ['*', 'somewhere', 'https://example.org/'],
  ALLOWED_HOSTS: ['a b'],
  TRUST_PROXY: ['everybody'],
  BASE_PATH: ['a b'],
  WEBHOOK_ALLOWED_HOSTS: ['a b'],
  REDIS_HOST: ['redis://x'],
  REDIS_SENTINELS: ['a b'],
  REDIS_CLUSTER_NODES: ['a b'],
  TRASH_DAYS: ['91'],
}
const wrong = Object.entries(rows).flatMap(([name, row]) =>
  [...kindOf(name, row.default), ...(more[name] ?? [])].map((value) => [name, value] as const),
)

describe('a wrong setting stops the start and is named', () => {
  it('holds for most variables of the table', () => {
    expect(new Set(wrong.map(([name]) => name)).size).toBeGreaterThan(100)
  })

  it.each(wrong)('%s=%s', (name, value) => {
    const { faults, warnings } = said({ [name]: value })
    // Of time-outs the contract says that they are ignored.
    if (name.includes('TIMEOUT')) expect([faults, warnings]).toEqual([[], [expect.stringContaining(name)]])
    else expect(faults.filter((fault) => fault.startsWith(`${name} `))).not.toEqual([])
  })

  it('holds for a trash that would outlive the history', () => {
    expect(said({ HISTORY_DAYS: '7', TRASH_DAYS: '8' }).faults).toEqual([expect.stringContaining('TRASH_DAYS')])
    expect(said({ HISTORY_DAYS: '7', TRASH_DAYS: '7' }).faults).toEqual([])
    // The default gives way.
    expect(said({ HISTORY_DAYS: '7' }).faults).toEqual([])
    expect(said({ HISTORY_DAYS: '0', TRASH_DAYS: '8' }).faults).toEqual([])
  })
})

describe('a folder that cannot be used stops the start and its variable is named', () => {
  const folders = Object.entries(rows).flatMap(([name, row]) => ('folder' in row ? [name] : []))
  let top: string
  beforeAll(() => {
    top = mkdtempSync(join(tmpdir(), 'parallax-folders-'))
    writeFileSync(join(top, 'file'), '')
  })
  afterAll(() => rmSync(top, { recursive: true }))
  const faultsOf = (env: Record<string, string>) => {
    try {
      checkFolders(env, readConfig({ ...needed, ...env }))
      return []
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error
      return error.faults
    }
  }

  it.each(folders)('%s', (name) => {
    for (const path of ['/usr', '/', '/proc/here', '/etc/parallax', join(top, 'file'), join(top, 'file', 'below')])
      expect(faultsOf({ [name]: path }), path).toEqual([expect.stringMatching(new RegExp(`^${name} `))])
    expect(faultsOf({ [name]: top })).toEqual([])
    expect(faultsOf({})).toEqual([])
  })

  it('has to be there for videos, and is made for everything else', () => {
    for (const name of folders) {
      const found = faultsOf({ [name]: join(top, name, 'new') })
      if (name === 'STORAGE_PATH') expect(found).toEqual([expect.stringMatching(/^STORAGE_PATH .*does not exist/)])
      else expect(found).toEqual([])
    }
  })

  it('is not looked at where an object store takes its place', () => {
    const store = {
      OBJSTORE_BUCKET: 'b',
      OBJSTORE_REGION: 'r',
      OBJSTORE_ACCESS_KEY_ID: 'a',
      OBJSTORE_SECRET_ACCESS_KEY: 's',
    }
    expect(faultsOf({ ...store, VIDEO_STORAGE_TYPE: 'objstore', STORAGE_PATH: '/nonexistent' })).toEqual([])
  })
})
