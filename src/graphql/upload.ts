import type { FileUpload } from 'graphql-upload-minimal'
import type { Readable } from 'node:stream'
import { ClientGone, leftMidFile, validation } from '../lib/errors.js'

/**
 * Translates errors of the upload library: returns ClientGone if the sender has disconnected, VALIDATION_ERROR if the
 * form has no file, and any other error as it is.
 */
export function faultOfForm(error: unknown): unknown {
  if (leftMidFile(error)) return new ClientGone()
  const isRefusal = error instanceof Error && 'expose' in error && 'status' in error && error.status === 400
  return isRefusal ? validation([{ field: 'file', message: 'is not in the form' }]) : error
}

/**
 * Returns the uploaded file as resolvers use it. `open` throws VALIDATION_ERROR if another field has read the file or
 * the upload is not complete, and ClientGone if the sender has disconnected.
 */
export async function fileOf(file: Promise<FileUpload>): Promise<{ filename: string; open: () => Readable }> {
  const { filename, createReadStream } = await file
  const open = () => {
    try {
      return createReadStream()
    } catch (cause) {
      if (leftMidFile(cause)) throw new ClientGone()
      throw validation([{ field: 'file', message: 'is used more than once, or not complete' }])
    }
  }
  return { filename, open }
}
