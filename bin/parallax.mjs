#!/usr/bin/env node
// The command line of Parallax. In a checkout it first brings dist/ up to date (npm's install scripts may be switched
// off, so nothing else is certain to have built it), then runs the compiled src/main.ts.
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const sources = fileURLToPath(new URL('../src', import.meta.url))
if (existsSync(sources)) {
  const { isStale } = await import('./stale.mjs')
  // The desk's types are generated from the schema, which the command `generate` has yet to write.
  if (isStale()) {
    const say = (step) => process.stderr.write(`${step}\n`)
    say('The sources are new: building what runs, once.')
    const { buildAll } = await import('./build.mjs')
    await buildAll({ withDesk: process.argv[2] !== 'generate', withGraphiql: false, say })
  }
}
await import('../dist/src/main.js')
