import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { describe, expect, it } from 'vitest'

// What a file exports must be imported by another one, and not by tests alone: then it is reached through its user.

/** Files whose exports are found otherwise: by the GraphQL classes' decorators, and by the name of a worker thread. */
const foundOtherwise = /\.(type|input)\.ts$|-thread\.ts$/

/** What only tests import, and why. */
const forTests: Record<string, string> = {
  'src/claims/search/search.sql.ts searchStatement': 'PostgreSQL is asked how it would run it',
  'src/sharing/share-list.sql.ts sentStatement': 'PostgreSQL is asked how many rows it reads',
  'src/database/launch/find-postgres.ts installedBinaries': 'the folders of other systems lie in a temporary one',
  'src/database/launch/make-cluster.ts localesOf': 'each one must be taken by initdb, not only the first',
  'src/database/launch/postgres-binaries.ts findNativeFolder': 'a system for which there are no programs',
  'src/lib/validate.ts withFormats': 'answers are held against openapi.json with the formats of the server',
}

const files = ['src', 'web', 'db', 'bench', 'tests', 'vitest.config.ts'].flatMap((root) =>
  (root.includes('.') ? [''] : readdirSync(root, { recursive: true, encoding: 'utf8' }))
    .map((path) => join(root, path).replaceAll('\\', '/'))
    .filter((path) => /\.(tsx?|mts)$/.test(path) && !/\/generated\/|\.d\.m?ts$/.test(path)),
)
const texts = new Map(files.map((path) => [path, readFileSync(path, 'utf8')]))

function exportsOf(text: string): string[] {
  const declared = text.matchAll(
    /^export (?:declare )?(?:abstract |async )*(?:class|const|enum|function\*?|let) (\w+)/gm,
  )
  const unpacked = text.matchAll(/^export const (?:\{([^}]*)\}|\[([^\]]*)\])/gm)
  return [
    ...[...declared].map(([, name = '']) => name),
    ...[...unpacked].flatMap(([, members = '', items = '']) => `${members},${items}`.split(',').map(given)),
  ].filter(Boolean)
}

/** The name on the right of `a: b`, `a as b` and `a = 1`. */
const given = (part: string) =>
  part
    .replace(/=.*$/s, '')
    .split(/:|\sas\s/)
    .at(-1)!
    .trim()
const original = (part: string) =>
  part
    .replace(/^\s*type\s/, '')
    .split(/\sas\s/)[0]!
    .trim()

/** What the file imports of others, as `file name`; `file *` where it imports the whole file. */
function importsOf(path: string, text: string): string[] {
  const fileOf = (to: string) => {
    const at = normalize(join(dirname(path), to))
      .replaceAll('\\', '/')
      .replace(/\.js$/, '')
    return [`${at}.ts`, `${at}.tsx`, at].find((one) => texts.has(one))
  }
  const named = [...text.matchAll(/^(?:import|export)\s+(?:type\s+)?\{([^}]*)\}\s+from\s+'(\.[^']+)'/gm)]
  const whole = [...text.matchAll(/\bimport\('(\.[^']+)'\)|^import \* as \w+ from '(\.[^']+)'/gm)]
  return [
    ...named.flatMap(([, names = '', to = '']) => names.split(',').map((name) => `${fileOf(to)} ${original(name)}`)),
    ...whole.map(([, one, other]) => `${fileOf(one ?? other ?? '')} *`),
  ]
}

const importers = new Map<string, string[]>()
for (const [path, text] of texts)
  for (const one of importsOf(path, text)) importers.set(one, [...(importers.get(one) ?? []), path])
const exported = [...texts]
  .filter(([path]) => /^(src|web)\//.test(path) && !foundOtherwise.test(path))
  .flatMap(([path, text]) => exportsOf(text).map((name) => ({ path, name })))
  .map(({ path, name }) => ({
    what: `${path} ${name}`,
    by: [...(importers.get(`${path} ${name}`) ?? []), ...(importers.get(`${path} *`) ?? [])],
  }))

describe('what a file of src or web exports', () => {
  it('is imported by another file', () => {
    expect(exported.length).toBeGreaterThan(2000)
    expect(exported.filter(({ by }) => by.length === 0).map(({ what }) => what)).toEqual([])
  })

  it('is not there for tests alone, with a few exceptions', () => {
    const alone = exported.filter(({ by }) => by.length > 0 && by.every((path) => path.startsWith('tests/')))
    expect(alone.map(({ what }) => what).sort()).toEqual(Object.keys(forTests).sort())
  })
})
