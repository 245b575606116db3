// Bundles GraphiQL with its web workers and fonts into one folder. Takes seconds, so the result is cached by a hash of
// its inputs.
import { build } from 'esbuild'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'

const root = fileURLToPath(new URL('..', import.meta.url))
const modules = join(root, 'node_modules')
const parts = [
  'graphiql',
  '@graphiql/react',
  'monaco-editor',
  'monaco-graphql',
  'react',
  'react-dom',
  'graphql',
  'esbuild',
]

/**
 * Puts the bundle into `folder`, from the cache in node_modules when the same inputs were bundled before. Does nothing
 * when GraphiQL is not installed. With `onlyCached` it bundles nothing, and removes a bundle of other inputs.
 */
export async function buildGraphiql(folder, { onlyCached = false } = {}) {
  if (!parts.every((name) => existsSync(join(modules, name)))) return
  const version = inputHash()
  if (existsSync(join(folder, version))) return
  const cached = join(modules, '.cache', 'parallax-graphiql', version)
  if (!existsSync(cached)) {
    if (onlyCached) return rmSync(folder, { recursive: true, force: true })
    await bundle(cached)
  }
  const fresh = `${folder}.${process.pid}`
  cpSync(cached, fresh, { recursive: true })
  writeFileSync(join(fresh, version), '')
  rmSync(folder, { recursive: true, force: true })
  renameSync(fresh, folder)
}

function inputHash() {
  const versions = parts.map((name) => JSON.parse(readFileSync(join(modules, name, 'package.json'), 'utf8')).version)
  const sources = [join(root, 'web/graphiql.mjs'), fileURLToPath(import.meta.url)].map((file) =>
    readFileSync(file, 'utf8'),
  )
  return createHash('sha256')
    .update(JSON.stringify([versions, sources]))
    .digest('hex')
    .slice(0, 16)
}

async function bundle(target) {
  const folder = `${target}.${process.pid}`
  rmSync(folder, { recursive: true, force: true })
  await build({
    absWorkingDir: root,
    entryPoints: {
      graphiql: 'web/graphiql.mjs',
      'editor.worker': 'monaco-editor/esm/vs/editor/editor.worker.js',
      'json.worker': 'monaco-editor/esm/vs/language/json/json.worker.js',
      'graphql.worker': 'monaco-graphql/esm/graphql.worker.js',
    },
    outdir: folder,
    bundle: true,
    minify: true,
    format: 'iife',
    platform: 'browser',
    target: 'es2022',
    define: { 'process.env.NODE_ENV': '"production"' },
    loader: { '.ttf': 'file', '.woff2': 'file', '.woff': 'file' },
    legalComments: 'none',
    logLevel: 'error',
  })
  for (const name of readdirSync(folder)) {
    if (/\.(js|css)$/.test(name)) writeFileSync(join(folder, `${name}.gz`), gzipSync(readFileSync(join(folder, name))))
  }
  mkdirSync(join(target, '..'), { recursive: true })
  rmSync(target, { recursive: true, force: true })
  renameSync(folder, target)
}

// At the first visit of a server that runs from a checkout (src/graphql/transport/graphiql.ts).
if (process.argv[1] === fileURLToPath(import.meta.url)) await buildGraphiql(join(root, 'dist/graphiql'))
