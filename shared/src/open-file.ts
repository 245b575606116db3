import { constants } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'

/**
 * Opens a regular file for reading; returns null if the path names something else. A pipe or a device is opened without
 * waiting for its other end: such a wait would block a thread forever, and four of them hang the process.
 */
export async function openRegular(path: string): Promise<FileHandle | null> {
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK)
  const isRegular = await file.stat().then(
    (facts) => facts.isFile(),
    async (error: unknown) => {
      await file.close()
      throw error
    },
  )
  if (isRegular) return file
  await file.close()
  return null
}
