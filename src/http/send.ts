import type { FastifyReply } from 'fastify'
import { wireBytes, type WireText } from '../database/wire-pool.js'

const json = 'application/json; charset=utf-8'

/** JSON text as it came from the database, byte for byte. */
export function sendWire(reply: FastifyReply, text: WireText, status = 200): FastifyReply {
  return reply.status(status).header('content-type', json).send(wireBytes(text))
}
