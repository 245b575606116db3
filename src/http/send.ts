import type { FastifyReply } from 'fastify'
import { Readable } from 'node:stream'
import { joinBytes, lengthOf, type Piece } from '../lib/bytes.js'

const json = 'application/json; charset=utf-8'

/** Sends JSON that is already text, or bytes from the database. */
export function sendJson(reply: FastifyReply, body: string | readonly Piece[], status = 200): FastifyReply {
  return sendText(reply.status(status).header('content-type', json), body)
}

/** Answers of up to this many bytes are sent as one buffer. */
const longBytes = 1 << 20

/** Sends a string, or pieces that are already bytes; never joins the pieces of a long answer. */
export function sendText(reply: FastifyReply, body: string | readonly Piece[]): FastifyReply {
  if (typeof body === 'string') {
    if (body.length <= longBytes) return reply.send(body)
    return reply.header('content-length', Buffer.byteLength(body)).send(new LongAnswer([body]))
  }
  const length = lengthOf(body)
  if (length <= longBytes) return reply.send(joinBytes(body))
  return reply.header('content-length', length).send(new LongAnswer(body))
}

/**
 * A long answer as a stream of short slices. The compression copies the first buffer that it receives, and copying 60
 * MB blocks the event loop for 150 ms.
 */
export class LongAnswer extends Readable {
  private readonly slices: Iterator<Buffer>

  constructor(private readonly pieces: readonly Piece[]) {
    super()
    this.slices = slicesOf(pieces)
  }

  override _read(): void {
    const { done, value } = this.slices.next()
    this.push(done ? null : value)
  }

  /** The first piece of the answer. */
  get beginning(): Piece {
    return this.pieces[0] ?? ''
  }

  /** Returns the whole answer. */
  text(): string {
    return Buffer.concat([...slicesOf(this.pieces)]).toString('utf8')
  }
}

/** The length of a slice: bytes of a buffer, characters of a string. */
const sliceLength = 1 << 16

function* slicesOf(pieces: readonly Piece[]): Generator<Buffer, undefined, undefined> {
  for (const piece of pieces) {
    for (let at = 0, end = 0; at < piece.length; at = end) {
      end = Math.min(at + sliceLength, piece.length)
      if (typeof piece !== 'string') yield piece.subarray(at, end)
      else {
        if (end < piece.length && isFirstOfTwo(piece.charCodeAt(end - 1))) end -= 1
        yield Buffer.from(piece.slice(at, end))
      }
    }
  }
}

/** Returns whether a UTF-16 code unit is the first of a surrogate pair. */
const isFirstOfTwo = (unit: number) => unit >= 0xd800 && unit < 0xdc00
