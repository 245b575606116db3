import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, realpath, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join, resolve, sep } from 'node:path'
import type { Readable } from 'node:stream'
import type { ByteRange } from '../lib/byte-range.js'
import { isErrno } from '../lib/errno.js'
import type { Folder, StoredFile } from './storage-store.js'

/**
 * A folder as a file store. No name reaches outside it, neither by `..` nor by a link; such names are missing files.
 */
export function openFolder(root: string): Folder {
  const pathOf = (name: string): Promise<string | null> => realPathInside(root, name)
  return {
    pathOf,
    list: () => listFiles(root),
    stat: async (name) => {
      const path = await pathOf(name)
      if (path === null) return null
      const { size, mtime, ctime } = await stat(path)
      return { size, modifiedAt: mtime, changedAt: mtime > ctime ? mtime : ctime }
    },
    open: async (name, range) => {
      const path = await pathOf(name)
      return path === null ? null : openFile(path, range)
    },
    put: async (name, bytes) => {
      const path = resolve(root, name)
      if (!path.startsWith(root + sep) || name.includes('\u0000')) throw new Error(`${name} lies outside its folder`)
      await mkdir(root, { recursive: true })
      const folder = await realpath(dirname(path))
      const top = await realpath(root)
      if (folder !== top && !folder.startsWith(top + sep)) throw new Error(`${name} lies outside its folder`)
      const draft = join(folder, `.${randomUUID()}.part`)
      try {
        await writeFile(draft, bytes)
        await rename(draft, path)
      } finally {
        await rm(draft, { force: true })
      }
      return path
    },
  }
}

async function realPathInside(root: string, name: string): Promise<string | null> {
  const path = resolve(root, name)
  if (name.includes('\u0000') || !path.startsWith(resolve(root) + sep)) return null
  return missingAsNull(async () => {
    const [top, real] = await Promise.all([realpath(root), realpath(path)])
    if (!real.startsWith(top + sep)) return null
    return (await stat(real)).isFile() ? real : null
  })
}

/** An unreadable folder is an error, not an empty one: a lost mount must not look like deleted videos. */
async function listFiles(root: string): Promise<StoredFile[]> {
  const names = await readdir(root)
  const files = await Promise.all(
    names.sort().map(async (filename): Promise<StoredFile[]> => {
      const path = await realPathInside(root, filename)
      if (path === null) return []
      const { size, mtime } = await stat(path)
      return [{ filename, path: join(root, filename), size, modifiedAt: mtime }]
    }),
  )
  return files.flat()
}

async function openFile(path: string, range: ByteRange | undefined): Promise<Readable | null> {
  const handle = await missingAsNull(() => open(path))
  return handle && handle.createReadStream(range)
}

async function missingAsNull<T>(act: () => Promise<T>): Promise<T | null> {
  try {
    return await act()
  } catch (error) {
    if (isErrno(error, 'ENOENT', 'ENOTDIR', 'ENAMETOOLONG', 'ELOOP')) return null
    throw error
  }
}
