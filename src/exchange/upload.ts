import type { FastifyReply, FastifyRequest } from 'fastify'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Transform, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { AppError } from '../lib/errors.js'
import { newId } from '../lib/uuid.js'

/** I-03: bytes of the file part. */
export const largestFile = 100 * 1024 * 1024
/** What the other parts and the boundaries may add. */
const formAllowance = 4 * 1024 * 1024
const largestOptions = 1024 * 1024

export interface Upload {
  path: string
  filename: string
  /** Text or, when the part says that it is JSON, the value. */
  options: unknown
  remove(): Promise<void>
}

const badRequest = (message: string) => new AppError('VALIDATION_ERROR', message, { extra: { error: 'Bad Request', message } })

export function tooLarge(): AppError {
  const message = 'File exceeds the 100 MB limit'
  return new AppError('PAYLOAD_TOO_LARGE', message, { extra: { error: 'Payload Too Large', message } })
}

/** Writes a file to the spool folder while it arrives; nothing is left behind when it is too large or the disk is full. */
export async function spoolFile(source: Readable, folder: string): Promise<string> {
  await mkdir(folder, { recursive: true })
  const path = join(folder, `parallax-import-${newId()}.jsonl`)
  let bytes = 0
  const limit = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      done(bytes > largestFile ? tooLarge() : null, chunk)
    },
  })
  try {
    await pipeline(source, limit, createWriteStream(path, { mode: 0o600 }))
    return path
  } catch (error) {
    await rm(path, { force: true })
    throw error
  }
}

/** The parts `file` and `options` in any order (I-01, I-02). The rest of an upload that is refused is not read. */
export async function receiveUpload(request: FastifyRequest, reply: FastifyReply, folder: string): Promise<Upload> {
  if (!request.isMultipart()) throw badRequest('No file provided')
  let path: string | undefined
  const remove = async () => {
    if (path) await rm(path, { force: true })
  }
  try {
    if (Number(request.headers['content-length'] ?? 0) > largestFile + formAllowance) throw tooLarge()
    let filename = 'import.jsonl'
    let options: unknown
    for await (const part of request.parts({ limits: { fileSize: largestFile + 1, fieldSize: largestOptions, files: 10, fields: 100 } })) {
      if (part.type === 'file' && part.fieldname === 'file' && path === undefined) {
        path = await spoolFile(part.file, folder)
        filename = part.filename || filename
      } else if (part.type === 'file') {
        if (part.fieldname === 'options') options = (await part.toBuffer()).toString('utf8')
        else part.file.resume()
      } else if (part.fieldname === 'options') {
        if (part.valueTruncated) throw badRequest('options is too long')
        options = part.value
      }
    }
    if (path === undefined) throw badRequest('No file provided')
    return { path, filename: filename.slice(0, 500), options, remove }
  } catch (error) {
    await remove()
    if (!request.raw.complete) stopReading(request, reply)
    throw formFault(error)
  }
}

/** Faults of the form itself in the words of this route. */
function formFault(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'FST_INVALID_JSON_FIELD_ERROR') return badRequest('options is not valid JSON')
  if (code.startsWith('FST_') || code === 'ERR_STREAM_PREMATURE_CLOSE') return badRequest('The form cannot be read')
  if (error instanceof Error && /multipart|boundary/i.test(error.message)) return badRequest('The form cannot be read')
  return error
}

const lastBytes = 1024 * 1024
const graceMs = 500

/** Lets the answer reach a client that is still sending, then hangs up; what little may remain is read, not a whole upload. */
function stopReading(request: FastifyRequest, reply: FastifyReply): void {
  const { raw } = request
  raw.unpipe()
  reply.raw.once('finish', () => {
    let bytes = 0
    raw.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > lastBytes) raw.pause()
    })
    raw.resume()
    const timer = setTimeout(() => raw.destroy(), graceMs)
    raw.once('end', () => clearTimeout(timer))
  })
}
