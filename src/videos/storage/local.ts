import { isUtf8 } from 'node:buffer'
import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { link, mkdir, readdir, realpath, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join, resolve, sep } from 'node:path'
import { pipeline as pipeThrough, Transform, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { isErrno } from '@parallax/shared/errno.js'
import { openRegular } from '@parallax/shared/open-file.js'
import type { ByteRange } from '../../lib/byte-range.js'
import type { Draft, Folder, StoredFile } from './store.js'

/**
 * Returns a folder as a file store. A name cannot lead outside it, neither by `..` nor by a link; such names count as
 * missing files. Drafts have the permissions `mode`, reduced by the umask.
 */
export function openFolder(root: string, mode = 0o666): Folder {
  const pathOf = (name: string): Promise<string | null> => realPathInside(root, name)
  return {
    pathOf,
    list: () => listFiles(root),
    stat: async (name) => {
      const path = await pathOf(name)
      const facts = path === null ? null : await missingAsNull(() => stat(path))
      if (facts === null) return null
      const { size, mtime, ctime } = facts
      return { size, modifiedAt: mtime, changedAt: mtime > ctime ? mtime : ctime }
    },
    open: async (name, range) => {
      const path = await pathOf(name)
      return path === null ? null : openFile(path, range)
    },
    draft: (name, source) => draftFile(root, name, source, mode),
    remove: async (name) => {
      const path = await pathOf(name)
      if (path !== null) await rm(path, { force: true })
    },
    put: async (name, bytes) => {
      const path = resolve(root, name)
      if (!path.startsWith(root + sep) || name.includes('\u0000')) throw new Error(`${name} lies outside its folder`)
      await mkdir(root, { recursive: true })
      const folder = await realpath(dirname(path))
      const top = await realpath(root)
      if (folder !== top && !folder.startsWith(top + sep)) throw new Error(`${name} lies outside its folder`)
      const draft = join(folder, draftName())
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

/** Returns a name for a file that is still being received; its extension is not that of a video. */
const draftName = () => `.${randomUUID()}.part`
const drafts = /^\.[0-9a-f-]{36}\.part$/
/** The time in milliseconds without writes after which a draft counts as left behind by a process that ended. */
const leftAfterMs = 3_600_000

async function draftFile(root: string, name: string, source: AsyncIterable<Buffer>, mode: number): Promise<Draft> {
  const folder = await realpath(root)
  await sweepDrafts(folder)
  const draft = join(folder, draftName())
  const path = join(folder, name)
  try {
    await pipeline(source, createWriteStream(draft, { flags: 'wx', flush: true, mode }))
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
  let shown = false
  return {
    size: (await stat(draft)).size,
    keep: async () => {
      shown = await renameToNew(draft, path)
      if (!shown) return null
      const { size, mtime } = await stat(path)
      return { filename: name, path: join(root, name), size, modifiedAt: mtime }
    },
    drop: () => rm(shown ? path : draft, { force: true }),
  }
}

/** Renames a file unless the new name is taken; returns whether it was renamed. */
async function renameToNew(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to)
    await rm(from)
    return true
  } catch (error) {
    if (isErrno(error, 'EEXIST')) return false
    // The file system does not support hard links.
    if (!isErrno(error, 'EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS')) throw error
    if (await missingAsNull(() => stat(to))) return false
    await rename(from, to)
    return true
  }
}

/** Removes the drafts of processes that were killed while they received a file. */
async function sweepDrafts(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => drafts.test(name))
  for (const path of names.map((name) => join(folder, name))) {
    const changed = (await missingAsNull(() => stat(path)))?.mtimeMs ?? Infinity
    if (changed < Date.now() - leftAfterMs) await rm(path, { force: true })
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

/**
 * Lists the files of a folder. An unreadable folder is an error, not an empty list: a lost mount must not look like
 * deleted videos.
 */
async function listFiles(root: string): Promise<StoredFile[]> {
  const entries = await readdir(root, { withFileTypes: true, encoding: 'buffer' })
  const files = await Promise.all(
    entries.map(async (entry): Promise<StoredFile[]> => {
      const bytes = entry.name as unknown as Buffer
      const filename = bytes.toString()
      const file = { filename, path: join(root, filename) }
      const faulty = (fault: string) => [{ ...file, size: 0, modifiedAt: new Date(0), fault }]
      if (!isUtf8(bytes)) return faulty('its name is not UTF-8')
      const path = await realPathInside(root, filename)
      const facts = path === null ? null : await missingAsNull(() => stat(path))
      if (facts) return [{ ...file, size: facts.size, modifiedAt: facts.mtime }]
      if (entry.isSymbolicLink() && !(await isFolder(file.path)))
        return faulty('it is a link that leads to no file of this folder')
      // A plain file has disappeared in the meantime: a draft, or a downloader's temporary file.
      return entry.isFile() || entry.isDirectory() || entry.isSymbolicLink() ? [] : faulty('it is no regular file')
    }),
  )
  return files.flat().sort((a, b) => (a.filename < b.filename ? -1 : 1))
}

const isFolder = async (path: string) => (await missingAsNull(() => stat(path)))?.isDirectory() ?? false

async function openFile(path: string, range: ByteRange | undefined): Promise<Readable | null> {
  const handle = await missingAsNull(() => openRegular(path))
  if (!handle || !range) return handle && handle.createReadStream()
  const stream = handle.createReadStream(range)
  const promised = range.end - range.start + 1
  // A file that has been truncated meanwhile would end early as if it were complete. The error must come before the
  // stream ends, because the end cannot be undone.
  const checked = new Transform({
    transform: (chunk, _encoding, done) => done(null, chunk),
    flush: (done) => done(stream.bytesRead < promised ? new Error('The file became shorter while it was read') : null),
  })
  pipeThrough(stream, checked, () => undefined)
  return checked
}

async function missingAsNull<T>(act: () => Promise<T>): Promise<T | null> {
  try {
    return await act()
  } catch (error) {
    if (isErrno(error, 'ENOENT', 'ENOTDIR', 'ENAMETOOLONG', 'ELOOP')) return null
    throw error
  }
}
