// Bundles the desk, the web interface in web/, into one folder: index.html, scripts and styles with a content hash in
// their names, each also compressed with gzip and brotli, and desk.json, which tells the server the paths of the pages
// and the persisted GraphQL documents that they send.
import { build } from 'esbuild'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const root = fileURLToPath(new URL('..', import.meta.url))
const modules = join(root, 'node_modules')
const packages = [
  '@fontsource-variable/inter',
  '@mantine/core',
  '@mantine/dropzone',
  '@mantine/hooks',
  '@mantine/notifications',
  '@radix-ui/react-icons',
  '@tanstack/react-query',
  '@tanstack/react-virtual',
  'esbuild',
  'react',
  'react-dom',
  'wouter',
]

/**
 * Puts the desk into `folder`, from the cache in node_modules when the same inputs were built before. Builds nothing,
 * and says so on standard error, when its npm packages are not installed.
 */
export async function buildDesk(folder) {
  const missing = packages.filter((name) => !existsSync(join(modules, name)))
  if (missing.length) return void process.stderr.write(`The desk is left out: ${missing.join(', ')} not installed\n`)
  const version = inputHash()
  if (existsSync(join(folder, version))) return
  const cached = join(modules, '.cache', 'parallax-desk', version)
  if (!existsSync(cached)) await bundle(cached, 'web/main.tsx', production)
  const fresh = `${folder}.${process.pid}`
  cpSync(cached, fresh, { recursive: true })
  writeFileSync(join(fresh, version), '')
  rmSync(folder, { recursive: true, force: true })
  renameSync(fresh, folder)
}

function inputHash() {
  const hash = createHash('sha256')
  for (const name of packages) hash.update(readFileSync(join(modules, name, 'package.json')))
  // The desk imports server modules too: the player computes boxes and frames with them, and they name the permissions.
  const sources = ['web', 'src/access', 'src/annotations', 'src/lib', 'shared/src'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
      .sort(),
  )
  for (const file of [...sources, fileURLToPath(import.meta.url)])
    hash.update(relative(root, file)).update(readFileSync(file))
  return hash.digest('hex').slice(0, 16)
}

const settings = {
  absWorkingDir: root,
  bundle: true,
  format: 'esm',
  platform: 'browser',
  target: 'es2022',
  tsconfig: join(root, 'web/tsconfig.json'),
  logLevel: 'warning',
}

const production = { minify: true, define: { 'process.env.NODE_ENV': '"production"' } }

/** Puts the page of the components into `folder`, which is no part of the desk (web/pages/components). */
export const bundleComponents = (folder) =>
  bundle(folder, 'web/components.tsx', { define: { 'process.env.NODE_ENV': '"development"' } })

async function bundle(target, entry, options) {
  const folder = `${target}.${process.pid}`
  rmSync(folder, { recursive: true, force: true })
  const { metafile } = await build({
    ...settings,
    ...options,
    entryPoints: { desk: entry },
    outdir: join(folder, 'assets'),
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    splitting: true,
    metafile: true,
    jsx: 'automatic',
    loader: { '.woff2': 'file' },
    legalComments: 'none',
  })
  writeFileSync(join(folder, 'index.html'), page(metafile, entry))
  const documents = JSON.parse(readFileSync(join(root, 'web/generated/persisted-documents.json'), 'utf8'))
  writeFileSync(join(folder, 'desk.json'), JSON.stringify({ paths: await paths(), documents }))
  for (const file of [join(folder, 'index.html'), ...assets(folder)]) {
    const bytes = readFileSync(file)
    writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }))
    writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }))
  }
  mkdirSync(join(target, '..'), { recursive: true })
  rmSync(target, { recursive: true, force: true })
  renameSync(folder, target)
}

const assets = (folder) => readdirSync(join(folder, 'assets')).map((name) => join(folder, 'assets', name))

/** Returns index.html with tags for the entry script, its styles and the chunks that the entry imports statically. */
function page({ outputs }, entryPoint) {
  const names = Object.entries(outputs)
  const address = (path) => `/desk/${path.slice(path.indexOf('assets/'))}`
  const [script, { imports, cssBundle }] = names.find(([, output]) => output.entryPoint === entryPoint)
  const needed = imports.filter(({ kind }) => kind === 'import-statement').map(({ path }) => path)
  const tags = [
    ...(cssBundle ? [`<link rel="stylesheet" href="${address(cssBundle)}">`] : []),
    ...needed.map((path) => `<link rel="modulepreload" href="${address(path)}">`),
    `<script type="module" src="${address(script)}"></script>`,
  ]
  return readFileSync(join(root, 'web/index.html'), 'utf8').replace('<!-- styles and script -->', tags.join('\n'))
}

/** Returns the paths of the pages, as web/app/paths.ts exports them. */
async function paths() {
  const { outputFiles } = await build({ ...settings, entryPoints: ['web/app/paths.ts'], write: false })
  const source = Buffer.from(outputFiles[0].contents).toString('base64')
  return Object.values((await import(`data:text/javascript;base64,${source}`)).paths)
}
