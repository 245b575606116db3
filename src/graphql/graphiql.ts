import type { FastifyInstance, FastifyRequest } from 'fastify'

/** A browser that opens /graphql, as against a program that queries it. */
export function wantsPage(request: FastifyRequest): boolean {
  return request.method === 'GET' && !request.url.includes('query=') && (request.headers.accept ?? '').includes('text/html')
}

export function mountGraphiql(_scope: FastifyInstance): void {}
