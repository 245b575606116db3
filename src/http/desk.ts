import { existsSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { Config } from '../config.js'
import { isErrno } from '../lib/errno.js'

/** The web pages that the build makes of web/. */
export interface Desk {
  /** The addresses of its pages, `/videos/:videoId` among them. */
  paths: string[]
  /** The GraphQL documents that it sends, by the SHA-256 of their texts. */
  documents: ReadonlyMap<string, string>
  /** A file of it, packed by the best of what the client takes; undefined where there is none. */
  read(file: string, acceptEncoding: string): Promise<{ content: Buffer; encoding?: 'br' | 'gzip' } | undefined>
}

/** Beside the built program, or in the checkout it runs from. */
const folders = [new URL('../../desk/', import.meta.url), new URL('../../dist/desk/', import.meta.url)]

/** The desk as it was built; undefined where it is switched off or its packages were not there to build it. */
export function findDesk(config: Pick<Config, 'desk'>): Desk | undefined {
  const folder = config.desk ? folders.find((one) => existsSync(new URL('desk.json', one))) : undefined
  if (!folder) return undefined
  const { paths, documents } = JSON.parse(readFileSync(new URL('desk.json', folder), 'utf8')) as {
    paths: string[]
    documents: Record<string, string>
  }
  return {
    paths,
    documents: new Map(Object.entries(documents).map(([id, body]) => [id.replace(/^sha256:/, ''), body])),
    async read(file, acceptEncoding) {
      const encoding = (['br', 'gzip'] as const).find((one) => new RegExp(`\\b${one}\\b`).test(acceptEncoding))
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
