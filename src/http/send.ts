import type { FastifyReply } from 'fastify'

const json = 'application/json; charset=utf-8'

/** Sends JSON that is text already, or bytes as they came from the database. */
export function sendJson(reply: FastifyReply, body: string | Buffer, status = 200): FastifyReply {
  return reply.status(status).header('content-type', json).send(body)
}
