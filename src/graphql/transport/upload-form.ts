import busboy from 'busboy'
import type { FastifyInstance } from 'fastify'
import { processRequest } from 'graphql-upload-minimal'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { Transform, type TransformCallback } from 'node:stream'
import { isForm } from '../../http/form.js'
import { leaveUnread } from '../../http/unread.js'
import { AppError } from '../../lib/errors.js'

/** The limits with which the guard and the upload library parse the form; both must see the same parts. */
const formLimits = { maxFiles: 1, maxFieldSize: 1024 * 1024 }

/**
 * The most bytes that are held back: the two parts before the file, and what surrounds them. The parser cuts longer
 * parts, but their bytes would still be held.
 */
const mostHeld = 2 * formLimits.maxFieldSize + 64 * 1024

/**
 * A multipart request for the upload library, which follows each path of the part `map` through the parsed operation
 * and sets the file there. It follows inherited members too, so the path `toString.call` would replace a function that
 * every object of the process shares. Therefore the bytes are held back until `map` has been read here with the same
 * parser and each of its paths names a variable of its own that is null. Otherwise `refusal` holds the error, and the
 * library receives none of the bytes. At most `mostHeld` bytes are held back.
 */
class GuardedForm extends Transform {
  readonly headers: IncomingHttpHeaders
  refusal: AppError | undefined
  readonly #parser: busboy.Busboy
  #held: Buffer[] | undefined = []
  #heldBytes = 0
  #operations = ''
  /** The number of replacement characters in the parts: those sent, and one for each byte that is not valid UTF-8. */
  #replaced = 0

  constructor(request: IncomingMessage) {
    super()
    this.headers = request.headers
    this.#parser = busboy({
      headers: request.headers,
      defParamCharset: 'utf8',
      limits: { fieldSize: formLimits.maxFieldSize, fields: 2, files: formLimits.maxFiles },
    })
      .on('field', (name, value, { valueTruncated }) => this.#field(name, value, valueTruncated))
      .on('file', (_name, file) => {
        file.resume()
        this.#refuse('The part map must come before the file')
      })
      // The library meets the same error in the same bytes and reports it.
      .on('error', () => this.#release())
    request.once('close', () => {
      if (!request.readableEnded) this.destroy()
    })
    request.pipe(this)
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    if (!this.#held) return done(null, chunk)
    this.#heldBytes += chunk.length
    if (this.#heldBytes > mostHeld) this.#refuse(tooLong)
    else {
      this.#held.push(chunk)
      this.#parser.write(chunk)
    }
    done()
  }

  override _flush(done: TransformCallback): void {
    this.#release()
    done()
  }

  #field(name: string, value: string, isTruncated: boolean): void {
    if (!this.#held) return
    if (isTruncated) return this.#release()
    this.#replaced += value.split('\ufffd').length - 1
    if (this.#replaced > replacementsIn(Buffer.concat(this.#held)))
      return this.#refuse(`The part ${name} must be UTF-8`)
    if (name === 'operations') this.#operations = value
    if (name !== 'map') return
    const fault = faultOfMap(this.#operations, value)
    if (fault) this.#refuse(fault)
    else this.#release()
  }

  #release(): void {
    for (const chunk of this.#held ?? []) this.push(chunk)
    this.#held = undefined
  }

  #refuse(message: string): void {
    if (!this.#held || this.refusal) return
    this.refusal = new AppError('VALIDATION_ERROR', message)
    this.#held = []
    this.destroy()
  }
}

const tooLong = 'The parts operations and map must not exceed 1 MiB each'

/** Returns the number of replacement characters (U+FFFD) that were sent as such. */
function replacementsIn(bytes: Buffer): number {
  let count = 0
  for (let at = bytes.indexOf('\ufffd'); at >= 0; at = bytes.indexOf('\ufffd', at + 3)) count += 1
  return count
}

/** Returns the first fault of a `map`; undefined also if the library refuses the two parts before following a path. */
function faultOfMap(operationsText: string, mapText: string): string | undefined {
  let operations: unknown
  let map: unknown
  try {
    operations = JSON.parse(operationsText)
    map = JSON.parse(mapText)
  } catch {
    return undefined
  }
  if (Array.isArray(operations)) return 'Batches of operations are not accepted; send one at a time'
  if (typeof map !== 'object' || map === null) return undefined
  const seen = new Set<unknown>()
  for (const path of Object.values(map).flat() as unknown[]) {
    if (typeof path !== 'string') return undefined
    if (seen.has(path) || !namesNullVariable(operations, path))
      return `The part map names "${path.slice(0, 100)}", which is not a variable whose value is null`
    seen.add(path)
  }
  return undefined
}

function namesNullVariable(operations: unknown, path: string): boolean {
  const keys = path.split('.')
  if (keys[0] !== 'variables' || keys.length < 2) return false
  let at = operations
  for (const key of keys) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) return false
    at = (at as Record<string, unknown>)[key]
  }
  return at === null
}

/**
 * Accepts operations with a file by the GraphQL multipart request specification. The operation is read first; the file
 * streams in while its resolver works, and its reader counts its bytes.
 */
export function acceptUploads(scope: FastifyInstance): void {
  scope.addContentTypeParser('multipart/form-data', (_request, _payload, done) => done(null, undefined))
  scope.addHook('preValidation', async (request, reply) => {
    if (!isForm(request)) return
    // A resolver may refuse the file before it has been read.
    leaveUnread(request)
    let form: GuardedForm | undefined
    try {
      form = new GuardedForm(request.raw)
      request.body = await processRequest(form as unknown as IncomingMessage, reply.raw, formLimits)
    } catch (cause) {
      if (form?.refusal) throw form.refusal
      throw new AppError('VALIDATION_ERROR', cause instanceof Error ? cause.message : 'The form cannot be read', {
        cause,
      })
    }
  })
}
