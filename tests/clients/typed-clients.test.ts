import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import ts from 'typescript'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { blockOf } from '../pages/blocks.js'
import { startApi, type TestApi } from '../support/api.js'
import { exampleFault, npmRun, typedClients } from '../support/example.js'
import { leftOut } from '../support/left-out.js'
import { makeVideo } from '../support/workspace.js'

const run = promisify(execFile)
const generated = join(typedClients, 'generated')
const fault = await exampleFault(typedClients)

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
      symbol.declarations?.some((one) => one.getSourceFile().fileName.startsWith(generated)) ?? false
    for (const one of checker.getPropertiesOfType(type))
      if (ours(one)) look(checker.getTypeOfSymbol(one), `${at}.${one.name}`)
  }
  for (const one of checker.getExportsOfModule(module)) {
    if (one.flags & ts.SymbolFlags.TypeAlias && wanted(one.name)) look(checker.getDeclaredTypeOfSymbol(one), one.name)
  }
  return { looked: seen.size, open }
}

describe.skipIf(leftOut(fault, 'typed clients'))('examples/typed-clients', () => {
  let api: TestApi
  beforeAll(async () => {
    const { code, output } = await npmRun('build', typedClients)
    if (code !== 0) throw new Error(output)
    api = await startApi()
    await makeVideo(api)
  }, 240_000)
  afterAll(() => api?.stop())

  /** Does the job as the page of the example has it; returns what the program reports. */
  async function jobWith(client: string): Promise<Record<string, unknown>> {
    const person = await api.person(client)
    const args = ['dist/src/main.js', client, api.url, person.username, 'password-1']
    const { stdout } = await run(process.execPath, args, {
      cwd: typedClients,
      env: { ...process.env, NODE_OPTIONS: '' },
    })
    return JSON.parse(stdout) as Record<string, unknown>
  }

  /** What comes of the job, whatever the client. */
  const done = {
    types: ['Ferry'],
    refersTo: ['ferry'],
    edges: [10, 70],
    pages: [['Ferry leaves', 'A ship moves', 'Ferry turns'], ['Gulls follow it']],
    found: ['Ferry leaves', 'Ferry turns'],
    lines: expect.arrayContaining(['persona', 'ontology', 'annotation', 'summary', 'claim']),
  }

  it('have no unknown type in any path, parameter or answer of REST, but for any JSON value in bodies and histories', () => {
    const { looked, open } = openTypes(join(generated, 'hey-api', 'types.gen.ts'), () => true)
    const isAnyValue = (at: string) => /^(\w+Data\.body\b|HistoryEntry\.changes\[\]\.(before|after)$)/.test(at)
    expect(open.filter((at) => !isAnyValue(at))).toEqual([])
    expect(looked).toBeGreaterThan(1000)
  })

  it('have no unknown type in any variable or result of GraphQL', () => {
    const ofOperations = (name: string) => /(Query|Mutation|Variables|Input|Fragment)$/.test(name)
    const { looked, open } = openTypes(join(generated, 'graphql', 'graphql.ts'), ofOperations)
    expect(open).toEqual([])
    expect(looked).toBeGreaterThan(100)
  })

  it('run as their page has it', () => {
    const page = blockOf('examples/typed-clients/README.md', 'npm run job')
    expect(page).toContain('npm run job -- apollo http://127.0.0.1:3001 ben PASSWORD')
  })

  it.each(['hey-api', 'openapi-fetch'])('do the job over REST with %s', async (client) => {
    const refused = { code: 'VALIDATION_ERROR', fields: ['confidence'] }
    expect(await jobWith(client)).toEqual({ ...done, refused, previewed: 8 })
  })

  it.each([
    ['codegen', 8],
    ['urql', 8],
    ['apollo', undefined],
    ['relay', undefined],
    ['gql-tada', undefined],
  ])('do the job over GraphQL with %s', async (client, previewed) => {
    const refused = { code: 'VALIDATION_ERROR', fields: ['input.confidence'] }
    expect({ previewed: undefined, ...(await jobWith(client)) }).toEqual({ ...done, refused, previewed })
  })
})
