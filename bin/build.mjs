// Compiles the server's TypeScript into dist/ and that of each workspace into its own dist/ with esbuild, file by file
// (no bundling), so that stack traces and the folder tree stay readable. Takes well under a second; types are checked
// by `npm run check`.
import { build, stop } from 'esbuild'
import { cpSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildDesk } from './desk.mjs'
import { buildGraphiql } from './graphiql.mjs'
import { filesBelow, isStale, outputs, root } from './stale.mjs'

export { isStale, root }

const dist = join(root, 'dist')

/**
 * Builds everything: the workspaces, and dist/ with dist/src, dist/db, dist/openapi.json,
 * dist/graphiql and dist/desk. Without the desk
 * the build is not marked as complete: `isStale` still returns true. Without GraphiQL, that is bundled at its first
 * visit, unless the same inputs were bundled before. `say` is told each step.
 */
export async function buildAll({ withDesk = true, withGraphiql = true, say = () => undefined } = {}) {
  const startedAt = new Date()
  say('Compiling the server.')
  const files = Object.entries(outputs).flatMap(([folder, output]) =>
    filesBelow(folder).map((file) => ({ file, built: join(output, relative(folder, file)) })),
  )
  // dist/graphiql and dist/desk stay as long as their inputs are unchanged.
  for (const folder of Object.values(outputs)) rmSync(join(root, folder), { recursive: true, force: true })
  await build({
    entryPoints: files
      .filter(({ file }) => file.endsWith('.ts'))
      .map(({ file, built }) => ({ in: join(root, file), out: built.slice(0, -'.ts'.length) })),
    outdir: root,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    sourcemap: 'linked',
    sourcesContent: false,
    tsconfig: join(root, 'tsconfig.json'),
    logLevel: 'warning',
  })
  for (const { file, built } of files)
    if (!file.endsWith('.ts') && !file.endsWith('.md')) cpSync(join(root, file), join(root, built), { recursive: true })
  cpSync(join(root, 'openapi.json'), join(dist, 'openapi.json'))
  await buildGraphiql(join(dist, 'graphiql'), { onlyCached: !withGraphiql })
  if (withDesk) {
    say('Bundling the desk.')
    await buildDesk(join(dist, 'desk'))
    // The stamp carries the time the build began: a file saved during the build counts as newer.
    writeFileSync(join(dist, '.built'), startedAt.toISOString())
    utimesSync(join(dist, '.built'), startedAt, startedAt)
  }
  // esbuild runs as a child process that would otherwise live as long as the server.
  await stop()
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildAll()
