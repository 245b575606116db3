import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isErrno } from '@parallax/shared/errno.js'
import { acceptsEncoding } from '../../lib/accept-encoding.js'

/** The possible folders of GraphiQL: beside the built program, or in the checkout from which the program runs. */
const folders = [new URL('../../../graphiql/', import.meta.url), new URL('../../../dist/graphiql/', import.meta.url)]
/** The script of a checkout that bundles it, from src/ and from dist/src/. */
const bundlers = [
  new URL('../../../bin/graphiql.mjs', import.meta.url),
  new URL('../../../../bin/graphiql.mjs', import.meta.url),
]
const types: Record<string, string> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  ttf: 'font/ttf',
}

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Parallax GraphiQL</title>
<link rel="stylesheet" href="graphql/assets/graphiql.css">
<style>body { margin: 0 } #graphiql { height: 100dvh }</style>
</head>
<body>
<div id="graphiql">Loading</div>
<script src="graphql/assets/graphiql.js"></script>
</body>
</html>
`
/**
 * The content security policy: everything comes from this server. The editor needs inline styles, and starts its
 * workers from this server or from blobs.
 */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "worker-src 'self' blob:",
  "style-src 'self' 'unsafe-inline'",
  "font-src 'self' data:",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Returns whether a browser opens /graphql as a page, rather than a program sending a query. */
export function wantsPage(request: FastifyRequest): boolean {
  const { query, documentId } = request.query as Record<string, unknown>
  return (
    request.method === 'GET' &&
    query === undefined &&
    documentId === undefined &&
    (request.headers.accept ?? '').includes('text/html')
  )
}

/** Sends the GraphiQL page with its content security policy. */
export function sendPage(reply: FastifyReply): FastifyReply {
  return reply
    .type('text/html; charset=utf-8')
    .header('content-security-policy', policy)
    .header('cache-control', 'no-cache')
    .send(page)
}

/** Serves the page's script, workers, styles and font, in gzip where the browser accepts it. */
export function mountGraphiql(scope: FastifyInstance): void {
  scope.get<{ Params: { file: string } }>(
    '/graphql/assets/:file',
    { config: { auth: 'public', unlimited: true } },
    async (request, reply) => {
      const { file } = request.params
      const type = /^[\w-]+(?:\.worker)?\.(js|css|ttf)$/.exec(file)?.[1]
      const packs = type !== 'ttf' && acceptsEncoding(request.headers['accept-encoding'], 'gzip')
      const content = type && (await readBundled(packs ? `${file}.gz` : file, request))
      if (!type || !content) return reply.callNotFound()
      reply
        .type(types[type] ?? '')
        .header('cache-control', 'public, max-age=3600')
        .header('vary', 'accept-encoding')
      if (packs) reply.header('content-encoding', 'gzip')
      return reply.send(content)
    },
  )
}

let bundling: Promise<unknown> | undefined

/** Returns a file of the bundle. A checkout builds it on the first visit, because that takes seconds. */
async function readBundled(file: string, { log }: FastifyRequest): Promise<Buffer | undefined> {
  const content = await read(file)
  const bundler = bundlers.map((url) => fileURLToPath(url)).find((path) => existsSync(path))
  if (content || bundler === undefined) return content
  bundling ??= promisify(execFile)(process.execPath, [bundler]).catch((err: unknown) =>
    log.error({ err }, 'GraphiQL could not be bundled'),
  )
  await bundling
  return read(file)
}

async function read(file: string): Promise<Buffer | undefined> {
  for (const folder of folders) {
    try {
      return await readFile(new URL(file, folder))
    } catch (error) {
      if (!isErrno(error, 'ENOENT')) throw error
    }
  }
  return undefined
}
