import type { FastifyRequest } from 'fastify'
import type { Services } from '../../context.js'
import { receiveForm } from '../../http/form.js'
import { largestFile, removeSpooled, spoolFile, tooLarge } from './spool.js'

export interface Upload {
  path: string
  /** The part's text, or its parsed value if its content type is JSON. */
  options: unknown
  remove(): Promise<void>
}

/**
 * Receives the parts `file` and `options` of a form, in any order, and spools the file to disk (I-01, I-02). The upload
 * takes one of the user's places for uploads until `remove` is called. Calls `begin` with the file's name before any of
 * its bytes are read.
 */
export async function receiveUpload(
  request: FastifyRequest,
  services: Services,
  begin: (filename: string) => Promise<void>,
): Promise<Upload> {
  const { file, options, leave } = await receiveForm(request, services, {
    largest: largestFile,
    tooLarge,
    take: async (stream, filename) => {
      await begin((filename || 'import.jsonl').slice(0, 500))
      return spoolFile(stream, services.config.uploadPath)
    },
    drop: removeSpooled,
  })
  const remove = async () => {
    await removeSpooled(file)
    leave()
  }
  return { path: file, options, remove }
}
