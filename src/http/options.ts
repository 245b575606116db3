import type { FastifyInstance } from 'fastify'

/**
 * Adds the methods of a path (RFC 9110, 9.3.7), from the routes that are mounted afterwards, to answers to OPTIONS,
 * which the CORS plugin answers with 204 for every path. Health checks of load balancers (HAProxy's is `OPTIONS /`) ask
 * without the headers of a browser's preflight.
 */
export function sayWhatIsAllowed(server: FastifyInstance): void {
  const routes: { parts: string[]; methods: string[] }[] = []
  server.addHook('onRoute', ({ url, method }) => {
    if (url !== '*') routes.push({ parts: partsOf(url), methods: [method].flat() })
  })
  server.addHook('onSend', (request, reply, payload, done) => {
    if (request.method === 'OPTIONS' && reply.statusCode === 204) {
      const path = partsOf(request.url.split('?')[0] ?? '')
      const methods = routes.filter(({ parts }) => fits(path, parts)).flatMap((route) => route.methods)
      if (methods.length) reply.header('allow', [...new Set([...methods, 'OPTIONS'])].sort().join(', '))
      reply.header('x-request-id', request.id)
    }
    done(null, payload)
  })
}

const partsOf = (path: string): string[] => path.replace(/^\/|\/$/g, '').split('/')

/**
 * Returns whether a path matches that of a route, whose parts may be names (`:id`) and, at the end, a wildcard (`*`).
 */
function fits(path: readonly string[], parts: readonly string[]): boolean {
  const isOpen = parts.at(-1) === '*'
  if (isOpen ? path.length < parts.length : path.length !== parts.length) return false
  return parts.every((part, i) => part === '*' || part.startsWith(':') || part === path[i])
}
