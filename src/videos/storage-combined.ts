import { isAbsolute, relative, sep } from 'node:path'
import { isVideo } from './content-type.js'
import type { Bucket, Folder, Store, StoredFile } from './storage-store.js'

/** The name relative to the root, with slashes; null for the root itself, what lies outside it, and odd segments. */
export function nameInside(root: string, path: string): string | null {
  const name = (isAbsolute(path) ? relative(root, path) : path).split(sep).join('/')
  const odd = name.includes('\u0000') || name.split('/').some((part) => part === '' || part === '.' || part === '..')
  return odd ? null : name
}

/** What the first store that has the file answers; a store that fails is passed over when a later one has it. */
export async function firstOf<T>(
  stores: readonly Store[],
  act: (store: Store) => Promise<T | null>,
): Promise<T | null> {
  const faults: unknown[] = []
  for (const store of stores) {
    try {
      const found = await act(store)
      if (found !== null) return found
    } catch (error) {
      faults.push(error)
    }
  }
  if (faults.length > 0) throw faults[0]
  return null
}

/** Whether the file is the bucket's: true unless only the folder has it. */
export async function isObject(bucket: Bucket, folder: Folder, name: string): Promise<boolean> {
  const holder = await firstOf([bucket, folder], async (store) => ((await store.stat(name)) ? store : null))
  return holder !== folder
}

/**
 * The video files of all stores by name; of a file that several have, the first. Fails when any store cannot be listed.
 */
export async function listVideos(stores: readonly Store[]): Promise<StoredFile[]> {
  const files = new Map<string, StoredFile>()
  for (const store of stores) {
    for (const file of await store.list()) {
      if (isVideo(file.filename) && !files.has(file.filename)) files.set(file.filename, file)
    }
  }
  return [...files.values()].sort((a, b) => (a.filename < b.filename ? -1 : 1))
}
