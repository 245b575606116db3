import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Readable } from 'node:stream'
import type { ByteRange } from '../../lib/byte-range.js'
import { openFolder } from './local.js'
import type { Bucket, Draft, Store, StoredFile } from './store.js'

export type ExportFilesConfig = { type: 'local' | 'objstore'; root: string; prefix: string }

/** The files of frozen exports. Names are plain; missing files are null. */
export type ExportFiles = {
  /** Receives a file as its bytes arrive; it is not visible until it is kept. */
  draft(name: string, source: AsyncIterable<Buffer>): Promise<Draft>
  open(name: string, range?: ByteRange): Promise<Readable | null>
  remove(name: string): Promise<void>
  list(): Promise<StoredFile[]>
  /**
   * Returns an address of the object store, valid for `expiresIn` seconds; null if this server sends the bytes itself.
   */
  url(name: string, expiresIn: number): Promise<string | null>
}

/** Larger than any export: the object store cuts uploads into parts of a ten thousandth of it, at least 8 MiB. */
const largest = 80 * 1024 ** 3

/**
 * Opens the storage of frozen exports: a folder, which is created when it is first needed, for this account alone, or a
 * bucket below a prefix.
 */
export function openExportFiles(config: ExportFilesConfig, bucket: Bucket): ExportFiles {
  const root = resolve(config.root)
  const isLocal = config.type === 'local'
  const store: Store = isLocal ? openFolder(root, 0o600) : bucket
  const keyOf = (name: string) => (isLocal ? name : config.prefix + name)
  return {
    draft: async (name, source) => {
      if (isLocal) await mkdir(root, { recursive: true, mode: 0o700 })
      return store.draft(keyOf(name), source, largest)
    },
    open: (name, range) => store.open(keyOf(name), range),
    remove: (name) => store.remove(keyOf(name)),
    list: async () => {
      if (isLocal && !existsSync(root)) return []
      const files = await store.list(isLocal ? undefined : config.prefix)
      return files.map((file) => ({
        ...file,
        filename: isLocal ? file.filename : file.filename.slice(config.prefix.length),
      }))
    },
    url: async (name, expiresIn) => (isLocal ? null : (await bucket.url(keyOf(name), expiresIn)).url),
  }
}
