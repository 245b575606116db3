import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import formats from 'ajv-formats'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeEverything } from '../graphql/everything.js'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { made } from '../support/workspace.js'
import { exportText, generated, importLines } from './support.js'

// Every exported line passes the schema that GET /api/export/schema publishes, in the strict mode of a validator that
// knows nothing of this server, and in one for Python if PARALLAX_TEST_PYTHON or python3 has it.

const python = [process.env['PARALLAX_TEST_PYTHON'], 'python3', '/usr/bin/python3']
  .filter((one) => one !== undefined)
  .find(
    (one) =>
      spawnSync(one, ['-c', 'import rfc3339_validator; from jsonschema import Draft202012Validator']).status === 0,
  )
if (python === undefined) console.log('Lines are not checked in Python: none here has jsonschema and rfc3339-validator')

/**
 * Checks the schema itself, the first 200 lines of each type by the part for it, the first five by the whole schema too,
 * and prints up to ten faults: all 15,000 lines of the data below took it 100 s. It checks formats, and refuses to begin
 * if it does not know one.
 */
const check = `
import json, sys
from collections import Counter
from jsonschema import Draft202012Validator as Validator
schema, lines = (open(path, encoding="utf-8", newline="\\n") for path in sys.argv[1:])
schema = json.load(schema)
Validator.check_schema(schema)
checker = Validator.FORMAT_CHECKER
def formats(of):
    if isinstance(of, list):
        for one in of: yield from formats(one)
    elif isinstance(of, dict):
        if isinstance(of.get("format"), str): yield of["format"]
        for one in of.values(): yield from formats(one)
unknown = set(formats(schema)) - set(checker.checkers)
assert not unknown, f"formats without a check: {unknown}"
whole = Validator(schema, format_checker=checker)
parts = {part["title"]: Validator(part, format_checker=checker) for part in schema["anyOf"]}
seen, faults = Counter(), []
for text in lines:
    line = json.loads(text)
    title = line["type"] if "data" in line else "bare annotation"
    seen[title] += 1
    if seen[title] <= 200:
        faults += [f"{fault.json_path} {fault.message}"[:300] for fault in parts[title].iter_errors(line)]
    if seen[title] <= 5 and not whole.is_valid(line): faults.append(f"whole schema: {text[:300]}")
print(json.dumps({"count": sum(seen.values()), "faults": faults[:10]}))
`

/** The faults that the validator for Python finds in the lines. */
function faultsInPython(lines: string): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'parallax-lines-'))
  try {
    const [schemaPath, linesPath] = [join(folder, 'schema.json'), join(folder, 'lines.ndjson')]
    writeFileSync(schemaPath, JSON.stringify(schema))
    writeFileSync(linesPath, lines)
    const { status, stdout, stderr } = spawnSync(python!, ['-c', check, schemaPath, linesPath], { encoding: 'utf8' })
    if (status !== 0) throw new Error(stderr)
    const { count, faults } = JSON.parse(stdout)
    expect(count).toBe(lines.split('\n').length - 1)
    return faults
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

let api: TestApi
let ann: Person
let admin: Person
let schema: { anyOf: { title: string }[] }
const validators = new Map<string, ValidateFunction>()
beforeAll(async () => {
  api = await startApi()
  admin = await api.admin()
  ann = await api.person()
  schema = (await api.anonymous.get('/api/export/schema')).body
  const ajv = new Ajv2020({ strict: true })
  formats.default(ajv)
  for (const one of schema.anyOf) validators.set(one.title, ajv.compile(one))
  ajv.compile(schema)
})
afterAll(() => api.stop())

/** The faults of all lines of an export, and how many of each type there are. */
async function faultsOf(who: Person, path: string) {
  const counts: Record<string, number> = {}
  const faults: string[] = []
  const text = await exportText(who, path)
  for (const line of text
    .split('\n')
    .filter(Boolean)
    .map((one) => JSON.parse(one))) {
    const type = (line.type && line.data ? line.type : 'bare annotation') as string
    counts[type] = (counts[type] ?? 0) + 1
    const validate = validators.get(type)
    if (!validate) faults.push(`${type} has no schema`)
    else if (!validate(line))
      faults.push(`${type} ${JSON.stringify(validate.errors?.[0])} ${JSON.stringify(line).slice(0, 300)}`)
  }
  if (python !== undefined) faults.push(...faultsInPython(text))
  return { counts, faults: faults.slice(0, 10) }
}

/** World objects and types with as few members as are taken, which exports complete. */
const least = {
  entities: [{ id: 'a' }, { id: 'b', name: 'B', description: 'text' }],
  events: [{ id: 'c' }, { id: 'k', name: 'K', description: 'text', participants: [] }],
  times: [{ id: 'd' }, { id: 'e', label: 'noon', description: 'At noon' }],
  entityCollections: [{ id: 'f' }, { id: 'l', description: 'text' }],
  eventCollections: [{ id: 'g' }],
  timeCollections: [{ id: 'h' }, { id: 'i', name: 'Days', description: 'All days', timeIds: ['d'] }],
  relations: [{ id: 'j' }, { id: 'm', description: 'text' }],
}

describe('an exported line', () => {
  it('passes the published schema, whatever it is of and whoever exports it', async () => {
    const bob = await api.person()
    const { projectId } = await makeEverything(api, ann, { inProject: true })
    await made(bob.put('/api/world', least))
    const paths = ['all', 'personas', 'world', 'summaries', 'videos'].map((file) => `/api/export/${file}`)
    const all = [
      ...[...paths, '/api/export'].map((path) => [ann, path] as const),
      [ann, `/api/export/all?scope=project:${projectId}`] as const,
      [bob, '/api/export/all'] as const,
      [admin, '/api/export/all?scope=all'] as const,
    ]
    const seen = new Set<string>()
    for (const [who, path] of all) {
      const { counts, faults } = await faultsOf(who, path)
      expect([path, faults]).toEqual([path, []])
      for (const type of Object.keys(counts)) seen.add(type)
    }
    expect([...validators.keys()].filter((type) => !seen.has(type))).toEqual([])
  })

  it('passes it in data of the size of real work', async () => {
    const eve = await api.person()
    expect((await importLines(eve, generated('--scale', '1'))).body.success).toBe(true)
    const { counts, faults } = await faultsOf(eve, '/api/export/all')
    expect(faults).toEqual([])
    expect(Object.values(counts).reduce((sum, one) => sum + one, 0)).toBeGreaterThan(15_000)
  })
})
