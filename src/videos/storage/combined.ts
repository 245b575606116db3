import { isAbsolute, relative, sep } from 'node:path'
import { isVideo, otherVideoFault } from './content-type.js'
import type { Bucket, Folder, Store, StoredFile } from './store.js'

/**
 * Returns the name relative to the root, with slashes; null for the root itself, for a path outside it, and for names
 * with empty, `.` or `..` segments or NUL characters.
 */
export function nameInside(root: string, path: string): string | null {
  const name = (isAbsolute(path) ? relative(root, path) : path).split(sep).join('/')
  const odd = name.includes('\u0000') || name.split('/').some((part) => part === '' || part === '.' || part === '..')
  return odd ? null : name
}

/**
 * Returns the answer of the first store that has the file; null if no store has it. A store that fails is skipped if a
 * later one has the file; otherwise its error is thrown.
 */
export async function firstOf<T>(
  stores: readonly Store[],
  act: (store: Store) => Promise<T | null>,
): Promise<T | null> {
  const faults: unknown[] = []
  for (const store of stores) {
    try {
      const result = await act(store)
      if (result !== null) return result
    } catch (error) {
      faults.push(error)
    }
  }
  if (faults.length > 0) throw faults[0]
  return null
}

/** Returns whether the file is in the bucket; true unless only the folder has it. */
export async function isObject(bucket: Bucket, folder: Folder, name: string): Promise<boolean> {
  const holder = await firstOf([bucket, folder], async (store) => ((await store.stat(name)) ? store : null))
  return holder !== folder
}

/**
 * Returns the video files of all stores, sorted by name; if several stores have a file, the one of the first store. A
 * video in an unsupported format has a fault. Rejects when any store cannot be listed.
 */
export async function listVideos(stores: readonly Store[]): Promise<StoredFile[]> {
  const files = new Map<string, StoredFile>()
  for (const store of stores) {
    for (const file of await store.list()) {
      const fault = otherVideoFault(file.filename)
      if ((fault !== undefined || isVideo(file.filename)) && !files.has(file.filename))
        files.set(file.filename, { ...file, ...(fault !== undefined && { fault }) })
    }
  }
  return [...files.values()].sort((a, b) => (a.filename < b.filename ? -1 : 1))
}
