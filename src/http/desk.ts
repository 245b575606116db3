import { existsSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { isErrno } from '@parallax/shared/errno.js'
import type { Config } from '../config.js'
import { acceptsEncoding } from '../lib/accept-encoding.js'

/** The desk: the web front end, as built from web/. */
export interface Desk {
  /** The route patterns of its pages, such as `/videos/:videoId`. */
  paths: string[]
  /** The GraphQL documents that it sends, by the SHA-256 of their texts. */
  documents: ReadonlyMap<string, string>
  /**
   * Reads a file of the desk in the best compressed form that the client accepts; undefined if the file does not exist.
   */
  read(file: string, acceptEncoding: string): Promise<{ content: Buffer; encoding?: 'br' | 'gzip' } | undefined>
}

/** The possible folders of the desk: beside the built program, or in the checkout from which the program runs. */
const folders = [new URL('../../desk/', import.meta.url), new URL('../../dist/desk/', import.meta.url)]

/** Finds the built desk; undefined if it is switched off, or was not built because its packages were missing. */
export function findDesk(config: Pick<Config, 'desk' | 'basePath'>): Desk | undefined {
  const folder = config.desk ? folders.find((candidate) => existsSync(new URL('desk.json', candidate))) : undefined
  if (!folder) return undefined
  const { paths, documents } = JSON.parse(readFileSync(new URL('desk.json', folder), 'utf8')) as {
    paths: string[]
    documents: Record<string, string>
  }
  return {
    paths,
    documents: new Map(Object.entries(documents).map(([id, body]) => [id.replace(/^sha256:/, ''), body])),
    async read(file, acceptEncoding) {
      if (file === 'index.html' && config.basePath) {
        const page = await readFile(new URL(file, folder), 'utf8')
        return { content: Buffer.from(below(config.basePath, page)) }
      }
      const encoding = (['br', 'gzip'] as const).find((coding) => acceptsEncoding(acceptEncoding, coding))
      try {
        const suffix = encoding ? { br: '.br', gzip: '.gz' }[encoding] : ''
        return { content: await readFile(new URL(file + suffix, folder)), ...(encoding && { encoding }) }
      } catch (error) {
        if (isErrno(error, 'ENOENT')) return undefined
        throw error
      }
    },
  }
}

/** Returns the page with the base path in the addresses of its files, and as an attribute for its scripts. */
function below(basePath: string, page: string): string {
  return page.replace('<html ', `<html data-base="${basePath}" `).replaceAll('"/desk/', `"${basePath}/desk/`)
}
