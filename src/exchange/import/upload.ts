import type { FastifyRequest } from 'fastify'
import type { Services } from '../../context.js'
import { receiveForm } from '../../http/form.js'
import { largestFile, removeSpooled, spoolFile, tooLarge } from './spool.js'

export interface Upload {
  path: string
  /** Text or, when the part says that it is JSON, the value. */
  options: unknown
  remove(): Promise<void>
}

/**
 * The parts `file` and `options` in any order (I-01, I-02), the file spooled to disk. It has one of the person's places
 * for files until it is removed. `begin` hears of the file's name before its bytes are taken.
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
