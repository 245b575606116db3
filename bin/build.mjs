// Compiles src/**/*.ts and db/**/*.ts into dist/ with esbuild, file by file (no bundling), so that stack traces and the
// folder tree stay readable. Takes well under a second; types are checked by `npm run check`.
import { build, stop } from 'esbuild'
import { cpSync, mkdirSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildDesk } from './desk.mjs'
import { buildGraphiql } from './graphiql.mjs'

export const root = fileURLToPath(new URL('..', import.meta.url))
const dist = join(root, 'dist')
const sources = ['src', 'db']

/** Returns every file below a folder, as paths relative to the project root. */
function filesBelow(folder) {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath ?? entry.path, entry.name)))
}

/** Returns true when dist/ is missing or older than any source file. */
export function isStale() {
  const builtAt = statSync(join(dist, '.built'), { throwIfNoEntry: false })?.mtimeMs ?? 0
  return [...sources, 'web'].some((folder) =>
    filesBelow(folder).some((file) => statSync(join(root, file)).mtimeMs > builtAt),
  )
}

/**
 * Builds everything into dist/, which then holds dist/src, dist/db, dist/graphiql and dist/desk. Without the desk the
 * build is not marked as complete: `isStale` still returns true.
 */
export async function buildAll({ withDesk = true } = {}) {
  const startedAt = new Date()
  const files = sources.flatMap(filesBelow)
  // dist/graphiql and dist/desk stay as long as their inputs are unchanged.
  for (const folder of sources) rmSync(join(dist, folder), { recursive: true, force: true })
  mkdirSync(dist, { recursive: true })
  await build({
    entryPoints: files.filter((file) => file.endsWith('.ts')).map((file) => join(root, file)),
    outdir: dist,
    outbase: root,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    sourcemap: 'linked',
    sourcesContent: false,
    tsconfig: join(root, 'tsconfig.json'),
    logLevel: 'warning',
  })
  for (const file of files)
    if (!file.endsWith('.ts') && !file.endsWith('.md')) cpSync(join(root, file), join(dist, file), { recursive: true })
  await buildGraphiql(join(dist, 'graphiql'))
  if (withDesk) {
    await buildDesk(join(dist, 'desk'))
    // The stamp carries the time the build began: a file saved during the build counts as newer.
    writeFileSync(join(dist, '.built'), startedAt.toISOString())
    utimesSync(join(dist, '.built'), startedAt, startedAt)
  }
  // esbuild runs as a child process that would otherwise live as long as the server.
  await stop()
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildAll()
