import { readFile } from 'node:fs/promises'
import type { Config } from '../config.js'
import type { Context } from '../context.js'
import { isObject } from '../lib/json-walk.js'
import type { ServerConfig } from './operations.shape.js'

const mappings = new WeakMap<Config, Promise<Record<string, unknown> | null>>()

/** Returns the settings that front ends need before a user has signed in (H-02, H-03). */
export async function getServerConfig(ctx: Pick<Context, 'config' | 'log'>): Promise<ServerConfig> {
  const { serviceMode: mode, allowRegistration, kb, allowVideoSourceLinks } = ctx.config
  const { mode: kbMode, url, allowExternalLinks } = kb
  const base = { mode: kbMode, url, idMapping: await idMappingOf(ctx), allowExternalLinks }
  return {
    mode,
    allowRegistration: allowRegistration && mode === 'multi-user',
    kb: base,
    wikidata: base,
    externalLinks: { kb: allowExternalLinks, wikidata: allowExternalLinks, videoSources: allowVideoSourceLinks },
  }
}

/**
 * Returns the identifier mapping of offline mode, read from KB_ID_MAPPING_PATH once per process; null if the variable
 * is not set and, with a warning, if the file cannot be read (H-04).
 */
export function idMappingOf({ config, log }: Pick<Context, 'config' | 'log'>): Promise<Record<string, unknown> | null> {
  const path = config.kb.idMappingPath
  if (path === null) return Promise.resolve(null)
  const cached = mappings.get(config)
  if (cached) return cached
  const reading = readMapping(path).catch((error: unknown) => {
    log.warn({ err: error }, 'KB_ID_MAPPING_PATH cannot be read')
    return null
  })
  mappings.set(config, reading)
  return reading
}

async function readMapping(path: string): Promise<Record<string, unknown>> {
  const value: unknown = JSON.parse(await readFile(path, 'utf8'))
  if (!isObject(value)) throw new Error(`${path} holds no JSON object`)
  return value
}
