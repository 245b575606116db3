import { readFile } from 'node:fs/promises'
import type { Config } from '../config.js'
import type { Context } from '../context.js'
import { isObject } from '../lib/json-walk.js'

export interface KnowledgeBase {
  mode: 'online' | 'offline'
  url: string
  /** Maps identifiers of another knowledge base to those of this one; set in offline mode only (H-04). */
  idMapping: Record<string, unknown> | null
  allowExternalLinks: boolean
}

export interface ServerConfig {
  mode: 'single-user' | 'multi-user'
  allowRegistration: boolean
  kb: KnowledgeBase
  externalLinks: { kb: boolean; videoSources: boolean }
}

const mappings = new WeakMap<Config, Promise<Record<string, unknown> | null>>()

/** H-02, H-03: what front ends need to know before anybody has signed in. */
export async function getServerConfig(ctx: Pick<Context, 'config' | 'log'>): Promise<ServerConfig> {
  const { serviceMode: mode, allowRegistration, kb, allowVideoSourceLinks } = ctx.config
  const idMapping = await idMappingOf(ctx)
  return {
    mode,
    allowRegistration: allowRegistration && mode === 'multi-user',
    kb: { mode: kb.mode, url: kb.url, idMapping, allowExternalLinks: kb.allowExternalLinks },
    externalLinks: { kb: kb.allowExternalLinks, videoSources: allowVideoSourceLinks },
  }
}

/**
 * The identifier mapping of offline mode, read from KB_ID_MAPPING_PATH once per process; null where there is none and,
 * with a warning, where the file cannot be read (H-04).
 */
export function idMappingOf({ config, log }: Pick<Context, 'config' | 'log'>): Promise<Record<string, unknown> | null> {
  const path = config.kb.idMappingPath
  if (path === null) return Promise.resolve(null)
  const known = mappings.get(config)
  if (known) return known
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
