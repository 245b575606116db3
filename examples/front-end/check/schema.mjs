// What has changed in schema.graphql since the last release. A breaking change must stand in docs/schema-breaking-changes.txt.
import { diff } from '@graphql-inspector/core'
import { buildSchema } from 'graphql'
import { readFileSync } from 'node:fs'

const root = new URL('../../../', import.meta.url)
const read = (path) => readFileSync(new URL(path, root), 'utf8')
const [before, after = 'schema.graphql'] = process.argv.slice(2)

const announced = new Set(
  read('docs/schema-breaking-changes.txt')
    .split('\n')
    .filter((line) => line && !line.startsWith('#')),
)
const changes = await diff(buildSchema(read(before ?? 'docs/schema-last-release.graphql')), buildSchema(read(after)))
const line = ({ type, path }) => `${type} ${path}`
const unannounced = changes.filter((one) => one.criticality.level === 'BREAKING' && !announced.has(line(one)))

for (const one of unannounced) process.stdout.write(`${line(one)}    ${one.message}\n`)
process.stdout.write(
  `${changes.length} changes since the last release, ${unannounced.length} of them breaking and not announced\n`,
)
process.exitCode = unannounced.length ? 1 : 0
