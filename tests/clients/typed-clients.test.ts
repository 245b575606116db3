import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import ts from 'typescript'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { blockOf } from '../pages/blocks.js'
import { adminPassword, startApi, type Person, type TestApi } from '../support/api.js'
import { made } from '../support/workspace.js'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../../', import.meta.url))
/** A copy of the example project and of the two contracts, so that what it generates stays outside the repository. */
const copy = mkdtempSync(join(tmpdir(), 'parallax-clients-'))
const example = join(copy, 'examples', 'typed-clients')
const generated = join(example, 'generated')
let api: TestApi
let ben: Person

beforeAll(async () => {
  mkdirSync(join(copy, 'examples'))
  for (const name of ['openapi.json', 'schema.graphql']) cpSync(join(root, name), join(copy, name))
  const leftOut = ['generated', 'dist', 'node_modules']
  cpSync(join(root, 'examples', 'typed-clients'), example, {
    recursive: true,
    filter: (path) => !leftOut.some((name) => path.endsWith(`/${name}`)),
  })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  await script('generate')
  await script('build')
  api = await startApi()
  ben = await api.person('ben')
  cpSync(join(root, 'tests', 'fixtures', 'videos'), join(api.folder, 'videos'), { recursive: true })
}, 180_000)
afterAll(async () => {
  await api?.stop()
  rmSync(copy, { recursive: true })
})

/** Runs an npm script of the example and returns its output; throws with the output when it fails. */
async function script(name: string, ...args: string[]): Promise<string> {
  const path = `${join(root, 'node_modules', '.bin')}:${process.env['PATH']}`
  const env = { ...process.env, PATH: path, NODE_OPTIONS: '' }
  try {
    const { stdout } = await run('npm', ['run', '--silent', name, '--', ...args], { cwd: example, env })
    return stdout
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string }
    throw new Error(`${name} failed:\n${stdout}\n${stderr}`, { cause: error })
  }
}

/** Runs one of the two example programs as its page has it; returns what it reports to have done. */
async function mainJob(program: 'rest' | 'graphql') {
  const page = blockOf('examples/typed-clients/README.md', 'npm run rest')
  const [, given = ''] = new RegExp(`^npm run ${program} -- (.*)$`, 'm').exec(page) ?? []
  expect(given.split(' ')).toEqual(['http://127.0.0.1:3001', 'admin', 'PASSWORD', 'ben', 'PASSWORD'])
  return JSON.parse(await script(program, api.url, 'admin', adminPassword, 'ben', 'password-1')) as Record<string, any>
}

/**
 * Walks through the wanted exported types of a file; returns how many types they consist of, and the paths of those
 * that are `unknown` or `any`.
 */
function openTypes(path: string, wanted: (name: string) => boolean): { looked: number; open: string[] } {
  const config = { strict: true, skipLibCheck: true, lib: ['lib.es2023.d.ts', 'lib.dom.d.ts'] }
  const program = ts.createProgram([path], { ...config, module: ts.ModuleKind.NodeNext, types: [] })
  const checker = program.getTypeChecker()
  const module = checker.getSymbolAtLocation(program.getSourceFile(path)!)!
  const seen = new Set<ts.Type>()
  const open: string[] = []
  const look = (type: ts.Type, at: string): void => {
    if (type.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) open.push(at)
    if (seen.has(type)) return
    seen.add(type)
    if (type.isUnionOrIntersection()) return type.types.forEach((one) => look(one, at))
    if (!(type.flags & ts.TypeFlags.Object)) return
    for (const { type: value } of checker.getIndexInfosOfType(type)) look(value, `${at}[]`)
    // Types of the platform, such as Blob and the methods of arrays, do not belong to the contract.
    const ours = (symbol: ts.Symbol) =>
      symbol.declarations?.some((one) => one.getSourceFile().fileName.startsWith(copy)) ?? false
    for (const one of checker.getPropertiesOfType(type))
      if (ours(one)) look(checker.getTypeOfSymbol(one), `${at}.${one.name}`)
  }
  for (const one of checker.getExportsOfModule(module)) {
    if (one.flags & ts.SymbolFlags.TypeAlias && wanted(one.name)) look(checker.getDeclaredTypeOfSymbol(one), one.name)
  }
  return { looked: seen.size, open }
}

describe('a client that hey-api generates from openapi.json', () => {
  it('has no unknown type in any path, parameter or answer, and in bodies and histories only for any JSON value', () => {
    const { looked, open } = openTypes(join(generated, 'rest', 'types.gen.ts'), () => true)
    const isAnyValue = (at: string) => /^(\w+Data\.body\b|HistoryEntry\.changes\[\]\.(before|after)$)/.test(at)
    expect(open.filter((at) => !isAnyValue(at))).toEqual([])
    expect(looked).toBeGreaterThan(1000)
  })

  it('does the main job in strict TypeScript', async () => {
    const done = await mainJob('rest')
    expect(done).toMatchObject({ success: true, annotation: 2, types: ['Ferry'] })
    expect(done['imported']).toBe(done['previewed'])
    await isThere(done)
  })
})

describe('a client that graphql-codegen generates from schema.graphql', () => {
  it('has no unknown type in any variable or result', () => {
    const ofOperations = (name: string) => /(Query|Mutation|Variables|Input|Fragment)$/.test(name)
    const { looked, open } = openTypes(join(generated, 'graphql', 'graphql.ts'), ofOperations)
    expect(open).toEqual([])
    expect(looked).toBeGreaterThan(100)
  })

  it('does the main job in strict TypeScript', async () => {
    const done = await mainJob('graphql')
    expect(done).toMatchObject({ success: true, types: ['Ferry'], entities: ['MS Aurora'], box: 40 })
    expect(done['imported']).toBe(done['previewed'])
    await isThere(done)
  })
})

/** Expects that Ben has the fork and what he imported. */
async function isThere(done: Record<string, any>) {
  expect(done['lines']).toBeGreaterThan(5)
  const summaries = await made(ben.get(`/api/videos/${done['video']}/summaries`))
  expect(summaries.map(({ id }: { id: string }) => id)).toContain(done['fork'])
  const claims = await made(ben.get(`/api/summaries/${done['fork']}/claims`))
  expect(claims.map(({ text }: { text: string }) => text).sort()).toEqual(['A ferry leaves', 'A ship moves'])
}
