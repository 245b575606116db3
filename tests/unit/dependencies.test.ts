import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

it('every dependency has a line in docs/decisions/dependencies.md that says why, and nothing else is listed', () => {
  const { dependencies, optionalDependencies, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
  const installed = Object.keys({ ...dependencies, ...optionalDependencies, ...devDependencies })
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
