// Serves a page of the components that the areas of the desk share, each in all of its states, for work on the look:
// `node bin/components.mjs [PORT]`. The desk itself does not contain this page.
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { basename, extname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundleComponents } from './desk.mjs'

const folder = fileURLToPath(new URL('../dist/components', import.meta.url))
const types = { '.css': 'text/css', '.html': 'text/html', '.js': 'text/javascript', '.woff2': 'font/woff2' }

/** Builds the page, serves it on a port of this machine, 0 for any free one, and returns its address. */
export async function serveComponents(port) {
  await bundleComponents(folder)
  const server = createServer((request, response) => {
    const name = basename(request.url ?? '')
    const asset = join(folder, 'assets', name)
    const file = name !== '' && existsSync(asset) ? asset : join(folder, 'index.html')
    response.setHeader('content-type', types[extname(file)] ?? 'application/octet-stream')
    response.end(readFileSync(file))
  })
  await new Promise((listening) => server.listen(port, '127.0.0.1', listening))
  return { url: `http://127.0.0.1:${server.address().port}/`, stop: () => server.close() }
}

if (resolve(process.argv[1] ?? '') === fileURLToPath(import.meta.url)) {
  const { url } = await serveComponents(Number(process.argv[2] ?? 3002))
  process.stdout.write(`The components are shown on ${url}\n`)
}
