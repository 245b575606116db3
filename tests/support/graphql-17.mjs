// Runs test files with graphql-js 17: `npm run test:graphql-17 -- tests/graphql`. The packages that do not allow
// version 17 yet get it all the same (docs/decisions/0034-graphql-17.md), in a copy of the project that has their
// files as hard links.
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const version = '17.1.0'
const project = path.resolve(import.meta.dirname, '../..')
const copy = mkdtempSync(path.join(path.dirname(project), '.graphql-17-'))
const run = (command, ...words) => execFileSync(command, words, { cwd: copy, stdio: ['ignore', 'pipe', 'inherit'] })

/** Changes a file of a package; a new file replaces it, because the project's own has the same content on the disk. */
function edit(file, pattern, by) {
  const at = path.join(copy, 'node_modules', file)
  const text = readFileSync(at, 'utf8')
  if (!text.includes(pattern)) throw new Error(`${file} has no ${pattern}: it may allow graphql 17 now`)
  rmSync(at)
  writeFileSync(at, text.replace(pattern, by))
}

let status = 1
try {
  const files = execFileSync('git', ['ls-files', '-z'], { cwd: project, encoding: 'utf8', maxBuffer: 1 << 26 })
  spawnSync('cp', ['--parents', ...files.split('\0').filter(Boolean), copy], { cwd: project, stdio: 'inherit' })
  run('cp', '-al', path.join(project, 'node_modules'), 'node_modules')
  rmSync(path.join(copy, 'node_modules/graphql'), { recursive: true })
  mkdirSync(path.join(copy, 'node_modules/graphql'))
  const [packed] = run('npm', 'pack', '--silent', '--pack-destination', tmpdir(), `graphql@${version}`)
    .toString()
    .split('\n')
  run('tar', 'xzf', path.join(tmpdir(), packed), '--strip-components=1', '-C', 'node_modules/graphql')
  for (const form of ['esm', 'cjs'])
    edit(`type-graphql/build/${form}/utils/graphql-version.js`, 'throw new', 'void new')
  const words = ['vitest', 'run', ...process.argv.slice(2)]
  status = spawnSync('npx', words, { cwd: copy, stdio: 'inherit' }).status ?? 1
} finally {
  rmSync(copy, { recursive: true, force: true })
}
process.exit(status)
