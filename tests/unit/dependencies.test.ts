import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

type Names = Record<string, string>
interface Package {
  dependencies?: Names
  optionalDependencies?: Names
  devDependencies?: Names
}

const readPackage = (folder: string): Package => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
const folders = ['.', 'model-service', 'shared']
const packages = folders.map(readPackage)
const namesIn = ({ dependencies, optionalDependencies, devDependencies }: Package) =>
  Object.keys({ ...dependencies, ...optionalDependencies, ...devDependencies })
const isOfOthers = (name: string) => !name.startsWith('@parallax/')

/** The packages that the files below a folder import, load or resolve; `node:` modules are left out. */
function importedBelow(folder: string): Set<string> {
  const forms = /(?:from|import|import\(|resolve\(|needPackage\([^'\n]*?,)\s*'([^'.\n][^'\n]*)'/g
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'))
  const found = files.flatMap((name) => [...readFileSync(join(folder, name), 'utf8').matchAll(forms)])
  const names = found.map(([, name = '']) => /^(?:@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name)
  return new Set(names.filter((name) => !name.startsWith('node:')))
}

describe('dependencies', () => {
  it('have a line each in docs/decisions/dependencies.md that says why, and nothing else is listed there', () => {
    const installed = packages.flatMap(namesIn).filter(isOfOthers)
    const rows = readFileSync('docs/decisions/dependencies.md', 'utf8')
      .split('\n')
      .filter((line) => line.startsWith('| `'))
    const named = rows.flatMap((row) =>
      [...(row.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? ''),
    )
    const listed = named.map((name) => (name.startsWith('exporter-') ? `@opentelemetry/${name}` : name))
    const covers = (name: string, one: string) =>
      name === one || (name.endsWith('/*') && one.startsWith(name.slice(0, -1)))
    expect(installed.filter((one) => !listed.some((name) => covers(name, one)))).toEqual([])
    expect(listed.filter((name) => !installed.some((one) => covers(name, one)))).toEqual([])
  })

  it('have one version, whichever of the three packages asks for them', () => {
    const versions = new Map<string, Set<string>>()
    for (const { dependencies, optionalDependencies, devDependencies } of packages)
      for (const [name, version] of Object.entries({ ...dependencies, ...optionalDependencies, ...devDependencies }))
        versions.set(name, (versions.get(name) ?? new Set()).add(version))
    expect([...versions].filter(([, all]) => all.size > 1)).toEqual([])
  })

  it.each(['model-service', 'shared'])('of %s are the packages that it imports, and no other', (folder) => {
    const { dependencies, optionalDependencies } = readPackage(folder)
    // Programs, which are looked up by a name that is put together.
    const programs = /^@(ffmpeg|ffprobe)-installer\//
    const asked = Object.keys({ ...dependencies, ...optionalDependencies }).filter((name) => !programs.test(name))
    expect([...importedBelow(`${folder}/src`)].sort()).toEqual(asked.sort())
  })

  it('of the server alone, which its image holds, bring none of those that only the model service asks for', () => {
    const { packages: locked } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
      packages: Record<string, Package & { link?: boolean; resolved?: string }>
    }
    /** Where Node finds a package from the place of another one: the nearest node_modules that has it. */
    const find = (from: string, name: string): string | undefined => {
      for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
        const place = at ? `${at}/node_modules/${name}` : `node_modules/${name}`
        if (locked[place]) return place
        if (!at) return undefined
      }
    }
    const reached = new Set([''])
    for (const place of reached) {
      const { link, resolved = '', dependencies = {} } = locked[place] ?? {}
      if (link) reached.add(resolved)
      for (const name of Object.keys(dependencies)) {
        const found = find(place.includes('node_modules/') ? place : '', name)
        if (found) reached.add(found)
      }
    }
    const server = new Set([...reached].map((place) => place.split('node_modules/').at(-1) ?? ''))
    const [own = {}, service = {}, shared = {}] = packages.map(({ dependencies }) => dependencies)
    const heavy = Object.keys(service).filter((name) => !(name in own) && !(name in shared))
    expect(server).toContain('fastify')
    expect(heavy).toContain('@tensorflow/tfjs-core')
    // @fastify/swagger needs it too.
    expect(heavy.filter((name) => server.has(name))).toEqual(['yaml'])
  })
})
