import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const json = (path: string) => JSON.parse(readFileSync(path, 'utf8')) as Record<string, any>

it('what npm installs runs on the oldest Node that README.md names, so that npm has nothing to warn of', () => {
  const named = /Node (\d+\.\d+)/.exec(readFileSync('README.md', 'utf8'))?.[1]
  expect(json('package.json')['engines'].node).toBe(`>=${named}`)
  const wanted = Object.entries(json('package-lock.json')['packages'] as Record<string, any>).flatMap(
    ([path, { engines }]) => (typeof engines?.node === 'string' ? [[path, engines.node] as const] : []),
  )
  expect(wanted.length).toBeGreaterThan(300)
  const code = `const { satisfies } = require('semver')
const wanted = ${JSON.stringify(wanted)}
console.log(JSON.stringify(wanted.filter(([, range]) => !satisfies('${named}.0', range))))`
  expect(JSON.parse(execFileSync(process.execPath, ['-e', code], { encoding: 'utf8' }))).toEqual([])
})
