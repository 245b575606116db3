import { appendFileSync, mkdirSync } from 'node:fs'
import type { Server } from 'node:http'
import { join, relative } from 'node:path'
import { expect } from 'vitest'

/**
 * With COVERAGE_DIR set, writes a line of JSON for every answered request: method, path, status, and the test that was
 * running. `.ci/tests.mjs` turns these lines into coverage/routes.md.
 */
export function recordRoutes(server: Server): void {
  const folder = process.env['COVERAGE_DIR']
  if (!folder) return
  mkdirSync(folder, { recursive: true })
  const file = join(folder, `${process.pid}.ndjson`)
  const written = new Set<string>()
  server.on('request', (request, response) => {
    const { currentTestName, testPath } = expect.getState()
    response.on('finish', () => {
      const path = (request.url ?? '').split('?')[0]
      const suite = relative(process.cwd(), testPath ?? '')
      const line = JSON.stringify({
        method: request.method,
        path,
        status: response.statusCode,
        suite,
        test: currentTestName ?? null,
      })
      if (written.has(line)) return
      written.add(line)
      appendFileSync(file, `${line}\n`)
    })
  })
}
