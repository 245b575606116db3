#!/usr/bin/env node
// The command line. In a checkout it first brings dist/ up to date (install scripts may be switched off,
// so nothing but this can be relied on to build), then hands over to src/main.ts.
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const sources = fileURLToPath(new URL('../src', import.meta.url))
if (existsSync(sources)) {
  const { buildAll, isStale } = await import('./build.mjs')
  if (isStale()) await buildAll()
}
await import('../dist/src/main.js')
