#!/usr/bin/env node
// The command line. In a checkout it first brings dist/ up to date (install scripts may be switched off,
// so nothing but this can be relied on to build), then hands over to src/main.ts.
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const sources = fileURLToPath(new URL('../src', import.meta.url))
if (existsSync(sources)) {
  const { buildAll, isStale } = await import('./build.mjs')
  // The desk's types are made of the schema, which `generate` is to write first.
  if (isStale()) await buildAll({ withDesk: process.argv[2] !== 'generate' })
}
await import('../dist/src/main.js')
