import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Services } from '../context.js'
import { findDesk, type Desk } from '../http/desk.js'
import { sendErrorBody } from '../http/errors.js'
import type { MountRoutes } from '../http/server.js'
import { welcomePage, welcomePolicy } from './welcome-page.js'

const types: Record<string, string> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  woff2: 'font/woff2',
}

const config = { auth: 'public', unlimited: true } as const

/**
 * Serves the desk (the web front end) to browsers at the addresses of its pages, and answers unknown addresses. Clients
 * that do not accept HTML get the 404 of an unknown path at those of the desk too. If no desk is installed, a browser
 * that opens `/` gets a welcome page with links.
 */
export const mountDeskRoutes: MountRoutes = (server, services) => {
  const desk = findDesk(services.config)
  const policy = policyFor(services.config.files)
  answerUnknown(server, desk, policy)
  if (!desk) {
    server.get('/', { schema: { hide: true }, config }, (request, reply) =>
      wantsPage(request)
        ? sendHtml(reply, welcomePolicy).send(welcomePage(services.config.basePath))
        : reply.callNotFound(),
    )
    return
  }
  for (const path of desk.paths) {
    server.get(path, { schema: { hide: true }, config }, async (request, reply) => {
      if (!wantsPage(request)) return reply.callNotFound()
      return send(desk, 'index.html', request, sendHtml(reply, policy))
    })
  }
  server.get<{ Params: { file: string } }>(
    '/desk/assets/:file',
    { schema: { hide: true }, config },
    async (request, reply) => {
      const { file } = request.params
      const type = types[/^[\w-]+\.(js|css|woff2)$/.exec(file)?.[1] ?? '']
      if (!type) return reply.callNotFound()
      reply.type(type).header('cache-control', 'public, max-age=31536000, immutable')
      return send(desk, `assets/${file}`, request, reply)
    },
  )
}

/** Addresses that are those of programs and files, also where a browser opens them. */
const notOfPages = /^\/(api|graphql|docs|desk)(\/|\?|$)/

/** Answers unknown addresses: with the desk, which says so, where a browser opens a page, else with an error body. */
function answerUnknown(server: FastifyInstance, desk: Desk | undefined, policy: string): void {
  server.setNotFoundHandler(async (request, reply) => {
    const isPage = request.method === 'GET' && wantsPage(request) && !notOfPages.test(request.url)
    const page = isPage && (await desk?.read('index.html', ''))
    if (page) return sendHtml(reply, policy).code(404).header('vary', 'accept').send(page.content)
    const message = `Route ${request.method} ${request.url.split('?')[0]} not found`
    return sendErrorBody(request, reply, { error: 'Not found', message, code: 'NOT_FOUND' }, 404)
  })
}

/**
 * Whether to answer with a page. Browsers name HTML in `accept`; at `/`, clients that accept anything, such as curl or
 * a monitor, get the page too.
 */
function wantsPage({ headers: { accept = '*/*' }, routeOptions }: FastifyRequest): boolean {
  return accept.includes('text/html') || (routeOptions.url === '/' && accept.includes('*/*'))
}

function sendHtml(reply: FastifyReply, policy: string): FastifyReply {
  return reply
    .type('text/html; charset=utf-8')
    .header('content-security-policy', policy)
    .header('cache-control', 'no-cache')
}

async function send(desk: Desk, file: string, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const asset = await desk.read(file, String(request.headers['accept-encoding'] ?? ''))
  if (!asset) {
    reply.removeHeader('cache-control')
    return reply.callNotFound() as unknown as FastifyReply
  }
  if (asset.encoding) reply.header('content-encoding', asset.encoding)
  return reply.header('vary', 'accept-encoding, accept').send(asset.content)
}

/**
 * Returns the content security policy of the desk. Scripts come from this server only and are never inline; inline
 * styles are allowed, because the components set their own. Where videos or thumbnails are in an object store or behind
 * a CDN, each address is signed by itself, so any host is allowed for them.
 */
function policyFor({ type, cdn, thumbnails }: Services['config']['files']): string {
  const elsewhere = (isLocal: boolean) => (isLocal ? '' : ' https: http:')
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' data: blob:${elsewhere(thumbnails.type === 'local')}`,
    `media-src 'self' blob:${elsewhere(type === 'local' && !cdn)}`,
    "connect-src 'self'",
    "font-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}
